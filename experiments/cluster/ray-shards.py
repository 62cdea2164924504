"""A tournament in parts with Ray, on this machine or on the cluster of RAY_ADDRESS.

Usage: ray-shards.py MANIFEST RUN SHARDS [PROGRAM]. All nodes see the same files. A part that is interrupted goes on where it
stopped when the same command is given again.
"""

import subprocess
import sys

import ray

manifest, run, shards, program = (sys.argv[1:] + ["tradewinds"])[:4]


@ray.remote(num_cpus=1, max_retries=3)
def play(shard):
    folder = f"{run}/shards/{shard}-of-{shards}"
    command = [program, "tournament", manifest, "--shard", f"{shard}/{shards}", "--out", folder, "--threads", "1"]
    subprocess.run(command, check=True, capture_output=True)
    return folder


ray.init()
folders = ray.get([play.remote(shard) for shard in range(1, int(shards) + 1)])
subprocess.run([program, "merge", *folders, "--out", f"{run}/merged"], check=True)
