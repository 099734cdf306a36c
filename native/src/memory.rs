//! What the allocator does with the memory of a block that is done with.

use pyo3::prelude::*;

/// Have the allocator keep pieces of up to `piece` bytes, and as much as `kept` bytes, for whoever asks next; whether
/// it does. Of itself the C library of GNU gives a block's memory back to the system, which has to be asked for each
/// page of the next block anew: about a tenth of the time of reading. It is a setting of the whole process.
#[pyfunction]
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn keep_memory(piece: i32, kept: i32) -> bool {
    // Sound at any time, says its manual: it takes the allocator's lock.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, piece) == 1 && libc::mallopt(libc::M_TRIM_THRESHOLD, kept) == 1 }
}

/// See above: other allocators keep what they find right.
#[pyfunction]
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn keep_memory(_piece: i32, _kept: i32) -> bool {
    false
}
