"""Ctrl-C is for the main thread: whatever else is started keeps out of it."""

from __future__ import annotations

import signal
import sys

import programs
import pytest

from pgnfen.scale.threads import Threads

pytestmark = pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no signal masks")


def test_threads_leave_interrupts_to_the_main_thread() -> None:
    def blocked() -> set[int]:
        return set(signal.pthread_sigmask(signal.SIG_BLOCK, ()))

    threads = Threads(1)
    assert signal.SIGINT in threads.submit(blocked).result()
    threads.shutdown()
    assert signal.SIGINT not in blocked()


@pytest.mark.usefixtures("reader")
def test_an_interrupt_while_the_program_is_imported_ends_it_without_a_traceback() -> None:
    program = (
        "import os, signal, sys\n"
        "from pgnfen import cli\n"
        "class Finder:\n"
        "    def find_spec(self, name, *rest):\n"
        "        if name == 'pgnfen.cli.app': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "cli.main()\n"
    )
    done = programs.run([sys.executable, "-c", program])
    assert (done.returncode, done.stderr) == (-signal.SIGINT, b"")
