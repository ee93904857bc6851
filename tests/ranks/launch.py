"""farfield-node under mpirun, and which of its processes is which rank."""

from __future__ import annotations

import os
import select
import time
from pathlib import Path


def children_of(process: int) -> list[int]:
    """Process numbers of the direct children."""
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def rank_of(process: int) -> int | None:
    """The MPI rank that mpirun gave a process, if it did."""
    variables = Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    for variable in variables:
        if variable.startswith((b"OMPI_COMM_WORLD_RANK=", b"PMI_RANK=")):
            return int(variable.partition(b"=")[2])
    return None


def process_of_rank(mpirun: int, rank: int) -> int:
    """The process number of a rank that mpirun started on this host."""
    below = children_of(mpirun)
    for process in below:
        if rank_of(process) == rank:
            return process
        below += children_of(process)
    raise LookupError(f"rank {rank} is not among the processes that {mpirun} started")


def seconds_of(process: int) -> float:
    """Seconds that a process has computed."""
    ticks = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11])
    return ticks / os.sysconf("SC_CLK_TCK")


def wait_until_at_work(mpirun: int, rank: int, patience: float = 60.0) -> int:
    """The process number of a rank, once it has computed for half a second."""
    give_up = time.monotonic() + patience
    while time.monotonic() < give_up:
        try:
            process = process_of_rank(mpirun, rank)
            if seconds_of(process) > 0.5:
                return process
        except (LookupError, FileNotFoundError):
            pass  # not started yet
        time.sleep(0.05)
    raise TimeoutError(f"rank {rank} was not at work within {patience} s")


def have_ended(processes: list[int], patience: float = 20.0) -> bool:
    """Whether all end, or have, before patience is lost. mpirun does not wait for ranks that it has killed."""
    return all(has_ended(process, patience) for process in processes)


def has_ended(process: int, patience: float) -> bool:
    """Whether a process ends, or has."""
    try:
        handle = os.pidfd_open(process)
    except ProcessLookupError:
        return True
    try:
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        return bool(poll.poll(patience * 1000))
    finally:
        os.close(handle)
