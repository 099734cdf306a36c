//! What Python gets of a table: one buffer a column, numbers in the machine's byte order.
#![forbid(unsafe_code)]

/// u32.
pub fn words(numbers: impl Iterator<Item = u32>) -> Vec<u8> {
    numbers.flat_map(u32::to_ne_bytes).collect()
}
