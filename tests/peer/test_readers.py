"""Files are read by processes of their own: what happens to one of them happens to one call."""

from __future__ import annotations

import os
import select
import signal
import tempfile
import time
from pathlib import Path
from typing import Callable, Iterator

from checks import Checks
from farfield_client.messages import CONTROL, encode_json
from node import Node, viewing

SMALL = (
    "# vtk DataFile Version 3.0\nsmall\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 2 2 2\nORIGIN 0 0 0\nSPACING 1 1 1\n"
    "POINT_DATA 8\nVECTORS velocity float\n" + "1 2 3\n" * 8
)

DEADLINE_S = 30.0
"""The time after which an event counts as absent."""


def wait_until(happened: Callable[[], bool], what: str) -> None:
    """For what can only be looked up. Raises TimeoutError."""
    deadline = time.monotonic() + DEADLINE_S
    while not happened():
        if time.monotonic() > deadline:
            raise TimeoutError(what)
        time.sleep(0.01)


def readers_of(node: Node) -> list[int]:
    """The processes that a node has started."""
    found = []
    for thread in Path(f"/proc/{node.process_number()}/task").iterdir():
        found += [int(number) for number in (thread / "children").read_text().split()]
    return found


def is_ready(reader: int) -> bool:
    """It is confined, has reported so, and sleeps until it is asked. Before that, its memory may be the node's.

    Under a sanitizer, which needs system calls of its own, a reader has no filter for them.
    """
    status = Path(f"/proc/{reader}/status").read_text()
    is_sanitized = "libasan" in Path(f"/proc/{reader}/maps").read_text() or "libtsan" in Path(f"/proc/{reader}/maps").read_text()
    return (is_sanitized or "Seccomp:\t2" in status) and "State:\tS" in status


def wait_for_readers(node: Node) -> list[int]:
    """Until it has one, and that is ready."""
    wait_until(lambda: any(is_ready(reader) for reader in readers_of(node)), "the node has no reader that is ready")
    return readers_of(node)


def memory_limit_of(reader: int) -> str:
    """The node sets it anew for each file that it wants read."""
    limits = Path(f"/proc/{reader}/limits").read_text().splitlines()
    return next(line for line in limits if line.startswith("Max data size"))


def ends(process: int) -> bool:
    """Whether a process ends in time; it may be listed still."""
    try:
        watched = os.pidfd_open(process)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([watched], [], [], DEADLINE_S)[0])
    finally:
        os.close(watched)


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


def test_a_reader_that_dies_while_it_waits_fails_no_call(checks: Checks, node: Node) -> None:
    """Another one is started."""
    for serving in nodes_with_data(node):
        readers = wait_for_readers(serving)
        checks.equal("one process waits to read", len(readers), 1)
        with viewing(serving) as session:
            os.kill(readers[0], signal.SIGSEGV)
            checks.check("it ends", ends(readers[0]))
            opened = session.call("dataset.open", {"dataset": "small.vtk"})
            checks.equal("the file that it was to read", opened["dims"], [2, 2, 2])
            checks.check("the node runs", serving.running())


def test_a_node_told_to_end_ends_a_reader_that_hangs(checks: Checks, node: Node) -> None:
    """At once, and leaves none behind."""
    for serving in nodes_with_data(node):
        readers = wait_for_readers(serving)
        os.kill(readers[0], signal.SIGSTOP)
        limit = memory_limit_of(readers[0])
        with viewing(serving) as session:
            call = {"jsonrpc": "2.0", "id": 98, "method": "dataset.open", "params": {"dataset": "small.vtk"}}
            session.control.send(CONTROL, encode_json(call))
            wait_until(lambda: memory_limit_of(readers[0]) != limit, "the reader is asked for nothing")
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
        checks.check("no reader is left", all(ends(reader) for reader in readers))
