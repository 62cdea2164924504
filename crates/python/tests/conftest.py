"""What all tests use."""

import _thread
import signal
import threading

import pytest

import tradewinds

TABLES = [(game, players) for game, (least, most) in tradewinds.games().items() for players in range(least, most + 1)]


@pytest.fixture(params=TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
def table(request):
    """Every game with every number of players."""
    return request.param


@pytest.fixture(params=list(tradewinds.games()))
def game(request):
    """Every game."""
    return request.param


@pytest.fixture
def ctrl_c():
    """A function that presses Ctrl-C after some seconds.

    A shell starts what it runs in the background with that signal ignored, and Python then leaves it so.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timers = []

    def press(seconds):
        timers.append(threading.Timer(seconds, _thread.interrupt_main))
        timers[-1].start()

    yield press
    for timer in timers:
        timer.cancel()
    signal.signal(signal.SIGINT, before)
