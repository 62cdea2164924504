"""Plays a tournament over a Ray cluster, a part per task, and joins the parts.

    pip install '.[examples]'
    python crates/python/examples/ray_shards.py experiments/quickstart.toml --parts 8 --out results/runs/quickstart-ray

Started on one machine, Ray uses its cores; `ray.init("auto")` (RAY_ADDRESS) uses the cluster. A part is a pure function of
the manifest and its number, so a task that is lost is played again, and the joined files are the bytes of one machine.
The parts come back as files inside the results of the tasks: no shared folder is needed.
"""

from __future__ import annotations

import argparse
import io
import tarfile
import tempfile
from pathlib import Path

import ray
import tradewinds


@ray.remote(num_cpus=1, max_retries=3)
def play_part(manifest: str, shard: str) -> bytes:
    """Plays a part on whatever machine has a free core, and returns its folder."""
    with tempfile.TemporaryDirectory() as folder:
        part = Path(folder) / "part"
        tradewinds.tournament(manifest, part, shard=shard, threads=1)
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w:gz") as archive:
            archive.add(part, arcname=".")
        return packed.getvalue()


def play(manifest: str, parts: int, out: Path) -> tradewinds.Run:
    """Plays all parts and joins them."""
    tasks = [play_part.remote(manifest, f"{part}/{parts}") for part in range(1, parts + 1)]
    with tempfile.TemporaryDirectory() as folder:
        folders = []
        for number, packed in enumerate(ray.get(tasks)):
            place = Path(folder) / str(number)
            with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
                archive.extractall(place, filter="data")
            folders.append(place)
        return tradewinds.merge(manifest, folders, out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("manifest", type=Path)
    parser.add_argument("--parts", type=int, default=4)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    ray.init(ignore_reinit_error=True, log_to_driver=False)
    # Workers may have no copy of the file, so its text travels.
    print(play(arguments.manifest.read_text(encoding="utf-8"), arguments.parts, arguments.out))


if __name__ == "__main__":
    main()
