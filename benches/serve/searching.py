#!/usr/bin/env python3
"""Measures how long a person at a table of `tradewinds serve` waits for answers while bots search.

    benches/serve/searching.py --binary target/release/tradewinds

A person plays each game against three bots that search. First nothing else goes on: the move's answer is made while the
bots of the table begin. Then tables of bots alone search without a break on all threads that bots get. Each move is one
request, as the page's script sends it; between moves the page is asked for while the table's own bots search. The answer
is one line for each kind of request: its number and the median, the 99th percentile and the maximum of its times. The
status is 1 if the median of a kind is above the limit. It needs nothing but Python.
"""

import argparse
import asyncio
import html
import re
import sys
import tempfile
import time

from load import Server, say

GAMES = ["puerto-rico", "mundus-novus", "age-of-discovery", "francis-drake"]


async def timed(server, times, method, path, fields=None):
    """Sends a request; returns its answer, and notes its time if it was taken."""
    begun = time.monotonic()
    status, _, page = await server.ask(method, path, fields)
    if status == 200:
        times.append(time.monotonic() - begun)
    return page


async def search_on(server, bot, games, seed):
    """Keeps a table of bots alone busy: when its game is over, another one begins."""
    while True:
        seed += 1
        game = games[seed % len(games)]
        table = await server.open_table([f"bot:{bot}"] * 4, seed, game)
        while "The game is over" not in (await server.ask("GET", table))[2]:
            await asyncio.sleep(0.5)


async def play(server, game, bot, most, moves, pages):
    """Plays some moves of a game; asks for the page while the bots search."""
    table = await server.open_table(["me"] + [f"bot:{bot}"] * 3, 7, game)
    turn = 0
    while turn < most:
        page = await timed(server, [], "GET", table)
        if "The game is over" in page:
            break
        offers = re.findall(r'<button name="a" value="([^"]*)" id="act-', page)
        if not offers:
            # A reader looks at the table while its bots search.
            await timed(server, pages, "GET", table)
            await asyncio.sleep(0.05)
            continue
        version = re.search(r'name="v" value="([^"]*)"', page)[1]
        choice = html.unescape(offers[turn * 7 % len(offers)])
        await timed(server, moves, "POST", f"{table}act", {"v": version, "a": choice})
        turn += 1


async def measure(server, options):
    """Returns the times by what was asked for."""
    found = {}
    for name, tables in [("nobody else", 0), (f"{options.tables} tables of bots", options.tables)]:
        busy = [asyncio.create_task(search_on(server, options.bot, GAMES, seed)) for seed in range(tables)]
        if busy:
            await asyncio.sleep(1)
        for game in GAMES:
            moves = found.setdefault(f"moves, {name}, {game}", [])
            pages = found.setdefault(f"pages while bots of the table search, {name}", [])
            await play(server, game, options.bot, options.moves, moves, pages)
        for task in busy:
            task.cancel()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default="target/release/tradewinds")
    parser.add_argument("--bot", default="ismcts", help="the preset that searches")
    parser.add_argument("--tables", type=int, default=2, help="tables of bots alone")
    parser.add_argument("--moves", type=int, default=15, help="moves of each game")
    parser.add_argument("--limit-ms", type=float, default=100, help="the limit for the median of each kind")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(options.binary, folder)
        try:
            found = asyncio.run(measure(server, options))
        finally:
            server.process.kill()
            server.process.wait()
    medians = [say(name, times)[0] for name, times in found.items()]
    return 0 if max(medians) * 1000 < options.limit_ms else 1


if __name__ == "__main__":
    sys.exit(main())
