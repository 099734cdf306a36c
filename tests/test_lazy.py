"""Imports that are deferred, where a process is forked."""

from __future__ import annotations

import os
import signal
from threading import Event, Thread

import pytest

from pgnfen.lazy import deferred


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_child_can_defer_imports_although_another_thread_did_when_it_was_forked() -> None:
    entered, leave = Event(), Event()

    def defer() -> None:
        with deferred:
            entered.set()
            leave.wait(0.3)

    thread = Thread(target=defer)
    thread.start()
    entered.wait()
    child = os.fork()
    if not child:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(10)  # it ends the child where it waits
        with deferred:
            os._exit(0)
    leave.set()
    thread.join()
    assert os.waitpid(child, 0)[1] == 0
