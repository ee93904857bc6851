"""The cost of refusing 64 slices of 1,024 x 1,024 seeds, requested in one call of 5 kB.

    python3 tests/bench/asked_seeds.py NODE_EXECUTABLE [CALLS]

Prints medians over CALLS calls (20): time from the call to its answer, the node's processor time for it, and by how much
all of them raised the most memory that the node ever had (VmHWM).
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "peer"))

from farfield_client import RpcError  # noqa: E402
from node import Node, viewing  # noqa: E402

DATASET = "analytic:abc:64"


def most_memory_kib(pid: int) -> int:
    """VmHWM of a process."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))


def processor_seconds(pid: int) -> float:
    """Of a process and its threads, user and system."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    calls = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    node = Node([sys.argv[1]])
    try:
        node.wait_until_ready()
        pid = node.process_number()
        slices = [{"kind": "slice", "axis": "z", "position": 0.01 * i, "seeds": [1024, 1024]} for i in range(64)]
        request = {"program": "particles", "dataset": DATASET, "slot_bytes": 1 << 28, "params": {"rakes": slices}}
        with viewing(node) as session:
            session.call("dataset.open", {"dataset": DATASET})
            before_kib, before_seconds = most_memory_kib(pid), processor_seconds(pid)
            milliseconds = []
            for _ in range(calls):
                begun = time.perf_counter()
                try:
                    session.call("program.start", request, timeout=600)
                    refusal = None
                except RpcError as error:
                    refusal = error.data
                milliseconds.append(1e3 * (time.perf_counter() - begun))
            seconds = processor_seconds(pid) - before_seconds
            print(f"call: {len(json.dumps(request))} bytes; refused by {refusal}")
            print(f"answered after {statistics.median(milliseconds):.1f} ms (most {max(milliseconds):.1f} ms)")
            print(f"processor time of the node: {1e3 * seconds / calls:.1f} ms a call")
            print(f"most memory of the node: {(most_memory_kib(pid) - before_kib) / 1024:.1f} MiB more, of all calls")
    finally:
        node.stop()


if __name__ == "__main__":
    main()
