"""The work of this thread: instructions of the processor, as the system counts them, or else its processor time.

Instructions are the measure because most of the work is done where Python sees nothing of it: within a regular
expression, a search for a byte, the native engine. The processor counts them in all of these, at no cost, and the same
work takes the same number whatever else the machine does. Where the system does not count for us (no Linux, a virtual
machine without counters) the time that the processor was this thread's has to do: it differs from run to run, so that
larger inputs are measured, the least of several times counts, and more is allowed.
"""

from __future__ import annotations

import ctypes
import gc
import os
import platform
import struct
import time
from collections.abc import Callable
from functools import lru_cache

_CALLS = {"x86_64": 298, "aarch64": 241}  # perf_event_open
_HARDWARE, _INSTRUCTIONS = 0, 1
_USER_ONLY = 1 << 5 | 1 << 6  # neither the kernel's nor a hypervisor's


class _Attributes(ctypes.Structure):
    """struct perf_event_attr of linux/perf_event.h, in its first version but one."""

    _fields_ = (
        ("type", ctypes.c_uint32), ("size", ctypes.c_uint32), ("config", ctypes.c_uint64),
        ("sampling", ctypes.c_uint64 * 3), ("flags", ctypes.c_uint64), ("rest", ctypes.c_uint64 * 9),
    )  # fmt: skip


@lru_cache(maxsize=1)
def counter() -> int | None:
    """A descriptor from which the instructions of this thread are read; None where they are not counted."""
    number = _CALLS.get(platform.machine())
    if platform.system() != "Linux" or number is None:
        return None
    asked = _Attributes(_HARDWARE, ctypes.sizeof(_Attributes), _INSTRUCTIONS, (0, 0, 0), _USER_ONLY)
    descriptor: int = ctypes.CDLL(None).syscall(number, ctypes.byref(asked), 0, -1, -1, 0)
    return descriptor if descriptor >= 0 else None


def work(task: Callable[[], object]) -> int:
    """The instructions that a task takes; its processor time in nanoseconds where they are not counted."""
    gc.disable()  # its work is that of all objects there are
    try:
        begin = _now()
        task()
        return _now() - begin
    finally:
        gc.enable()


def _now() -> int:
    descriptor = counter()
    if descriptor is None:
        return time.thread_time_ns()
    count: int = struct.unpack("q", os.read(descriptor, 8))[0]
    return count
