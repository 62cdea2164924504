"""bot.py MODE FOLDER: a bot that plays the first legal action, or any, but for the fault that MODE names.

It leaves a file FOLDER/pids/PID with its process group, and all that it reads in FOLDER/log. In a mode that begins with
"stray" it leaves a process behind that is in a session of its own and keeps the pipes open, with its number in
FOLDER/strays/PID.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time

mode, folder = sys.argv[1:]
# The file is there with its content or not at all: a program in a hurry may be killed at any moment.
unfinished = os.path.join(folder, f"unfinished-{os.getpid()}")
with open(unfinished, "w") as file:
    file.write(str(os.getpgrp()))
os.rename(unfinished, os.path.join(folder, "pids", str(os.getpid())))
log = open(os.path.join(folder, "log"), "a")


def say(text):
    # In one piece, also where Python does not buffer: what follows an answer comes with it.
    os.write(1, (text + "\n").encode())


if mode.startswith("stray"):
    stray = subprocess.Popen(["sleep", "600"], start_new_session=True, stderr=subprocess.DEVNULL)
    with open(os.path.join(folder, "strays", str(stray.pid)), "w"):
        pass
elif mode == "child":
    subprocess.Popen(["sleep", "600"], stderr=subprocess.DEVNULL)
elif mode == "greeting":
    say("hello")

if mode == "sleepy":
    time.sleep(1)
if mode == "deaf":
    signal.pause()
while mode == "flood":
    say("x" * 1000)

if mode == "mutter":
    os.write(2, b"hm\a\nno end")

asked = 0
# By session; a process of one seat has one without a name.
rngs = {}
for line in sys.stdin:
    log.write(line)
    log.flush()
    request = json.loads(line)
    if request["cmd"] == "quit":
        break
    if request["cmd"] == "start":
        if mode == "single":
            rngs.clear()
        rngs[request.get("session")] = random.Random(request["seed"])
        players = request["players"]
        continue
    if request["cmd"] == "end":
        rngs.pop(request["session"], None)
        continue
    if request["cmd"] == "stop":
        continue
    asked += 1
    rng = rngs[request.get("session")]
    action = rng.choice(request["legal"]) if mode in ("any", "mortal") else request["legal"][0]
    if mode == "mortal" and asked == 200:
        break
    if mode == "slow":
        time.sleep(0.02)
    if mode == "hang":
        signal.pause()
    elif mode == "pondering":
        # It thinks until it is asked to stop.
        line = sys.stdin.readline()
        log.write(line)
        log.flush()
        assert json.loads(line) == {"cmd": "stop"}
        say(json.dumps({"action": action}))
    elif mode in ("leave", "stray-leave") and asked == 3:
        break
    elif mode == "torn" and asked == 3:
        sys.stdout.write(json.dumps({"action": action}))
        break
    elif mode == "unknown":
        say('{"action":"scuttle the ship"}')
    elif mode == "garbage":
        say("{{{ the first one, please")
    elif mode == "bytes":
        sys.stdout.buffer.write(b"\xff\xfe\n")
        sys.stdout.flush()
    elif mode == "empty":
        say("")
    elif mode == "number":
        say('{"action":0}')
    elif mode == "list":
        say(json.dumps([action]))
    elif mode == "long":
        say(json.dumps({"action": action, "why": "x" * 65536}))
    elif mode == "chatty":
        say(json.dumps({"why": "x" * 60000, "action": action}) + "\r")
    elif mode == "opinion":
        other = request["legal"][1]
        values = {action: [0.25] * players}
        say(json.dumps({"action": action, "visits": {action: 12, other: 3}, "values": values}))
    elif mode == "misjudge":
        say(json.dumps({"action": action, "values": {action: [0.25] * (players + 1)}}))
    elif mode == "mistake":
        say(json.dumps({"action": action, "visits": {"scuttle the ship": 1}}))
    elif mode == "fractions":
        say(json.dumps({"action": action, "visits": {action: 1.5}}))
    elif mode == "babble":
        say(json.dumps({"action": action}) + "\nwhat next?")
    elif mode == "muddle" and asked % 2 == 0:
        say('{"action":"scuttle the ship"}')
    else:
        say(json.dumps({"action": action}))
    if mode == "last-words" and asked == 3:
        break

log.close()
if mode == "stubborn" or mode == "heedless" and request["cmd"] != "quit":
    signal.pause()
