"""Files are read by processes of their own: what happens to one of them happens to one call."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from pathlib import Path
from typing import Iterator

from checks import Checks
from farfield_client.messages import CONTROL, encode_json
from node import Node, viewing

FAILED = -32000
SMALL = (
    "# vtk DataFile Version 3.0\nsmall\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 2 2 2\nORIGIN 0 0 0\nSPACING 1 1 1\n"
    "POINT_DATA 8\nVECTORS velocity float\n" + "1 2 3\n" * 8
)


def readers_of(node: Node) -> list[int]:
    """The processes that a node has started."""
    found = []
    for thread in Path(f"/proc/{node.process_number()}/task").iterdir():
        found += [int(number) for number in (thread / "children").read_text().split()]
    return found


def wait_for_readers(node: Node) -> list[int]:
    """Until it has one, and that is ready: its memory is its own then."""
    for _ in range(100):
        if readers := readers_of(node):
            time.sleep(0.3)
            return readers
        time.sleep(0.05)
    return []


def nodes_with_data(node: Node) -> Iterator[Node]:
    """A node of its own, with a folder of one file."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "small.vtk").write_text(SMALL)
        serving = Node(node.command, ["--data", folder])
        try:
            serving.wait_until_ready()
            yield serving
        finally:
            serving.stop()


def test_a_reader_that_dies_fails_one_call(checks: Checks, node: Node) -> None:
    """And the same file is opened by the next call."""
    for serving in nodes_with_data(node):
        readers = wait_for_readers(serving)
        checks.equal("one process waits to read", len(readers), 1)
        with viewing(serving) as session:
            os.kill(readers[0], signal.SIGSEGV)
            time.sleep(0.1)
            checks.refused("the file that it was to read", FAILED, lambda: session.call("dataset.open", {"dataset": "small.vtk"}))
            opened = session.call("dataset.open", {"dataset": "small.vtk"})
            checks.equal("the same file, asked for again", opened["dims"], [2, 2, 2])
            checks.check("the node runs", serving.running())


def test_a_node_told_to_end_ends_a_reader_that_hangs(checks: Checks, node: Node) -> None:
    """At once, and leaves none behind."""
    for serving in nodes_with_data(node):
        readers = wait_for_readers(serving)
        os.kill(readers[0], signal.SIGSTOP)
        with viewing(serving) as session:
            call = {"jsonrpc": "2.0", "id": 98, "method": "dataset.open", "params": {"dataset": "small.vtk"}}
            session.control.send(CONTROL, encode_json(call))
            time.sleep(0.3)
            begun = time.monotonic()
            serving.terminate()
            session.notification("session.ended")
        checks.equal("the node's exit code", serving.stop(), 0)
        checks.check("it ends at once", time.monotonic() - begun < 3.0, f"{time.monotonic() - begun:.1f} s")
        checks.check("the process that hung has ended", not Path(f"/proc/{readers[0]}").exists())


def test_a_node_that_is_killed_leaves_no_reader(checks: Checks, node: Node) -> None:
    """Not even one that it could not end."""
    for serving in nodes_with_data(node):
        readers = wait_for_readers(serving)
        os.kill(serving.process_number(), signal.SIGKILL)
        for _ in range(40):
            if not any(Path(f"/proc/{reader}").exists() for reader in readers):
                break
            time.sleep(0.05)
        checks.check("no reader is left", not any(Path(f"/proc/{reader}").exists() for reader in readers))
