"""The threads that read blocks."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any

import programs
import pytest

from pgnfen.scale import threads
from pgnfen.scale.threads import Threads


def test_results_come_as_they_are_asked_for_and_errors_too() -> None:
    before = set(threading.enumerate())  # whatever other tests have left
    pool = Threads(3)
    pending = [pool.submit(divmod, number, number % 4) for number in range(1, 9)]
    for number, one in enumerate(pending, 1):
        if number % 4:
            assert one.result() == divmod(number, number % 4)
        else:
            with pytest.raises(ZeroDivisionError):
                one.result()
    pool.shutdown()
    assert set(threading.enumerate()) <= before


def test_what_is_not_begun_is_left_undone() -> None:
    pool, begun, gate, done = Threads(1), threading.Event(), threading.Event(), []

    def wait() -> None:
        begun.set()
        gate.wait(60)
        done.append(1)

    pool.submit(wait)
    later = [pool.submit(done.append, 2) for _ in range(3)]
    begun.wait(60)
    threading.Timer(0.05, gate.set).start()
    pool.shutdown()
    assert done == [1] and len(later) == 3


def test_without_threads_the_work_is_done_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    class Scarce(threading.Thread):
        left = 1

        def start(self) -> None:
            if not self.left:
                raise RuntimeError("can't start new thread")
            Scarce.left -= 1
            super().start()

    monkeypatch.setattr(threads, "Thread", Scarce)
    for _ in range(2):  # with one, and with none
        pool = Threads(2)
        names: list[Callable[[], Any]] = [pool.submit(threading.get_ident).result for _ in range(4)]
        assert len({name() for name in names}) == 1
        pool.shutdown()


FORGOTTEN = """
import time
from pgnfen.scale.threads import Threads
pool = Threads(2)
for _ in range(9):
    pool.submit(time.sleep, 0.05)
print("end", flush=True)
"""


def test_a_program_ends_whose_threads_nobody_shuts_down() -> None:
    done = programs.run([sys.executable, "-c", FORGOTTEN], text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "end\n", "")
