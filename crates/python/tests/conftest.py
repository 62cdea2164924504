"""What all tests use."""

import _thread
import contextlib
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
    """`with ctrl_c(0.5):` presses Ctrl-C after half a second, and again every ten seconds, until what is inside ends
    by KeyboardInterrupt.

    Python drops an interrupt that comes while a finaliser runs, and a person would press again, too. A shell starts
    what it runs in the background with that signal ignored, and Python then leaves it so.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    @contextlib.contextmanager
    def pressed(seconds):
        ended = threading.Event()

        def press():
            wait = seconds
            while not ended.wait(wait):
                _thread.interrupt_main()
                wait = 10

        presser = threading.Thread(target=press)
        try:
            with pytest.raises(KeyboardInterrupt):
                presser.start()
                yield
        finally:
            ended.set()
            presser.join()

    yield pressed
    signal.signal(signal.SIGINT, before)
