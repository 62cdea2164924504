"""What all tests use."""

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
