#!/usr/bin/env python3
"""Measures how long a move takes at a table of `tradewinds serve` while the server is busy.

    benches/serve/load.py --binary target/release/tradewinds

Beside the game there are idle connections, streams of events, and requests for pages at a steady rate. The answer is one
line for each kind of request: its number and the median, the 99th percentile and the maximum of its times. The status is
1 if the 99th percentile of a move is above the limit. It needs nothing but Python.
"""

import argparse
import asyncio
import html
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from urllib.parse import urlencode

STREAMS_A_LINK = 8
SEATS = 4


class Server:
    def __init__(self, binary, folder):
        command = [binary, "serve", "--no-browser", "--port", "0", "--folder", folder]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        address, self.lobby = self.process.stdout.readline().strip().removeprefix("http://").split("/", 1)
        self.host, port = address.rsplit(":", 1)
        self.port, self.lobby = int(port), "/" + self.lobby

    async def connect(self):
        return await asyncio.open_connection(self.host, self.port)

    async def ask(self, method, path, fields=None):
        """Sends one request over a connection of its own; returns status, head and body."""
        body = urlencode(fields or {}).encode()
        reader, writer = await self.connect()
        head = f"{method} {path} HTTP/1.1\r\nHost: h\r\nX-Tradewinds: 1\r\nConnection: close\r\n"
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        answer = await reader.read(-1)
        writer.close()
        head, _, body = answer.decode().partition("\r\n\r\n")
        return int(head.split(" ", 2)[1]), head, body

    async def open_table(self, seats, seed, game="puerto-rico"):
        fields = {"game": game, "players": len(seats), "seed": seed, "pace": 0}
        fields |= {f"seat{index}": seat for index, seat in enumerate(seats)}
        status, head, body = await self.ask("POST", f"{self.lobby}new", fields)
        assert status == 303, body
        return re.search(r"(?im)^location: (\S+)", head)[1]

    async def links(self, table):
        """Lists the links of a table's other seats."""
        _, _, page = await self.ask("GET", table)
        return re.findall(r'href="(/[0-9a-f]{32}/)"', page)


async def hold(server, request):
    """Opens a connection, sends what there is of a request, and reads all that comes until it is closed."""
    reader, writer = await server.connect()
    writer.write(request.encode())
    while await reader.read(1 << 16):
        pass


async def play(server, table, seconds, times):
    """Plays at a table, and begins another game when one is over."""
    end = time.monotonic() + seconds
    seed = 1000
    while time.monotonic() < end:
        _, _, page = await server.ask("GET", table)
        if "The game is over" in page:
            seed += 1
            table = await server.open_table(["me", "link"] + ["bot:steady"] * (SEATS - 2), seed)
            continue
        moved = False
        for link in [table] + await server.links(table):
            _, _, page = await server.ask("GET", link)
            version = re.search(r'name="v" value="([^"]*)"', page)[1]
            offers = re.findall(r'<button name="a" value="([^"]*)" id="act-', page)
            if not offers:
                continue
            choice = html.unescape(offers[len(times) * 7 % len(offers)])
            begun = time.monotonic()
            status, _, _ = await server.ask("POST", f"{link}act", {"v": version, "a": choice})
            if status == 200:
                times.append(time.monotonic() - begun)
                moved = True
        if not moved:
            await asyncio.sleep(0.005)


async def request(server, path, times):
    begun = time.monotonic()
    status, _, _ = await server.ask("GET", path)
    times.append(time.monotonic() - begun)
    assert status == 200, (status, path)


async def load(server, options):
    """Holds the connections, sends the requests and plays; returns the times of moves and of requests."""
    game = await server.open_table(["me", "link"] + ["bot:steady"] * (SEATS - 2), 1)
    screens = [game] + await server.links(game)
    seed = 2
    while len(screens) * STREAMS_A_LINK < options.streams:
        table = await server.open_table(["link"] * SEATS, seed)
        screens += [table] + await server.links(table)
        seed += 1
    tasks = []
    for number in range(options.streams):
        path = f"{screens[number // STREAMS_A_LINK]}events"
        tasks.append(asyncio.create_task(hold(server, f"GET {path} HTTP/1.1\r\nHost: h\r\n\r\n")))
        await asyncio.sleep(0)
    idle = [asyncio.create_task(hold(server, "")) for _ in range(options.idle)]
    await asyncio.sleep(1)
    moves, requests = [], []
    playing = asyncio.create_task(play(server, game, options.seconds, moves))
    asked, begun = [], time.monotonic()
    pages = [server.lobby, *screens[:4], f"{game}at/0", f"{game}style.css", screens[-1]]
    for number in range(options.seconds * options.rate):
        await asyncio.sleep(max(0, begun + number / options.rate - time.monotonic()))
        asked.append(asyncio.create_task(request(server, pages[number % len(pages)], requests)))
        # An idle connection that the server has closed is opened anew.
        if number % options.rate == 0:
            idle = [one if not one.done() else asyncio.create_task(hold(server, "")) for one in idle]
    await playing
    await asyncio.gather(*asked)
    took = time.monotonic() - begun
    alive = sum(not task.done() for task in tasks)
    for task in tasks + idle:
        task.cancel()
    return moves, requests, alive, took


def say(name, times):
    cuts = statistics.quantiles(times, n=100)
    shown = [f"{1000 * value:.1f} ms" for value in (statistics.median(times), cuts[98], max(times))]
    print(f"{name}: {len(times)}; median {shown[0]}, 99 % {shown[1]}, longest {shown[2]}")
    return statistics.median(times), cuts[98]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default="target/release/tradewinds")
    parser.add_argument("--idle", type=int, default=500, help="idle connections")
    parser.add_argument("--streams", type=int, default=500, help="streams of events")
    parser.add_argument("--rate", type=int, default=200, help="requests a second")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--limit-ms", type=float, default=100, help="the limit for the 99th percentile of a move")
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    with tempfile.TemporaryDirectory() as folder:
        server = Server(options.binary, folder)
        try:
            moves, requests, alive, took = asyncio.run(load(server, options))
        finally:
            server.process.kill()
            server.process.wait()
    print(f"{options.idle} idle connections, {alive} of {options.streams} streams still open")
    print(f"{len(requests) / took:.0f} requests a second")
    say("requests", requests)
    _, longest = say("moves", moves)
    return 0 if longest * 1000 < options.limit_ms and alive == options.streams else 1


if __name__ == "__main__":
    sys.exit(main())
