"""farfield-node trace under mpirun writes the same file, byte for byte, as without.

    python3 trace_with_ranks.py MPIRUN NODE_EXECUTABLE
"""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from launch import have_ended, wait_until_at_work

sys.path.insert(0, str(Path(__file__).parent.parent / "peer"))
from checks import Checks  # noqa: E402

DATASETS = ["analytic:cell", "analytic:cell:32"]
KINDS = ["streamline", "pathline", "streakline"]


def write_seeds(file: Path, per_axis: int) -> None:
    """A lattice of seeds in the cell flow, the last ones outside."""
    rows = [f"{0.31 + 6.2 * i / per_axis},{0.47 + 6.2 * j / per_axis},{0.73 + 6.2 * k / per_axis}"
            for k, j, i in itertools.product(range(per_axis), repeat=3)]
    file.write_text("x,y,z\n" + "\n".join(rows) + "\n")


def trace(launch: list[str], dataset: str, seeds: Path, out: Path, options: list[str]) -> subprocess.CompletedProcess:
    """Runs the command to its end."""
    command = [*launch, "trace", dataset, "--seeds", str(seeds), "--out", str(out), "--step", "0.02", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def check_same_files(checks: Checks, mpirun: str, node: str, folder: Path) -> None:
    """Every kind of line, for several numbers of ranks and threads."""
    seeds = folder / "seeds.csv"
    write_seeds(seeds, 11)
    for dataset, kind in itertools.product(DATASETS, KINDS):
        options = ["--steps", "40", "--kind", kind]
        alone = trace([node], dataset, seeds, folder / "alone.csv", [*options, "--threads", "1"])
        checks.equal(f"{kind} in {dataset}: alone", alone.returncode, 0)
        for ranks, threads in [("2", "1"), ("2", "2"), ("3", "1")]:
            out = folder / "ranks.csv"
            out.unlink(missing_ok=True)
            done = trace([mpirun, "-n", ranks, node], dataset, seeds, out, [*options, "--threads", threads])
            same = done.returncode == 0 and out.read_bytes() == (folder / "alone.csv").read_bytes()
            checks.check(f"{kind} in {dataset}: {ranks} ranks of {threads} threads write the same bytes", same,
                         "" if same else done.stderr)


def check_same_in_blocks(checks: Checks, mpirun: str, node: str, folder: Path) -> None:
    """A field that is cut into blocks: the same files, whatever the number of ranks."""
    seeds = folder / "seeds.csv"
    ways: list[tuple[str, str, list[str]]] = [("streamline", "rk4", []), ("streamline", "dopri5", ["--backward"]),
                                              ("pathline", "dopri5", []), ("streakline", "rk4", [])]
    for kind, integrator, direction in ways:
        options = ["--steps", "60", "--kind", kind, "--integrator", integrator, "--scalar", "vorticity", *direction]
        alone = trace([node], "analytic:cell:32", seeds, folder / "alone.csv", [*options, "--threads", "1"])
        checks.equal(f"{kind} by {integrator} {direction}: alone", alone.returncode, 0)
        for ranks, threads in [("2", "2"), ("3", "1")]:
            out = folder / "blocks.csv"
            out.unlink(missing_ok=True)
            done = trace([mpirun, "-n", ranks, node], "analytic:cell:32", seeds, out,
                         [*options, "--threads", threads, "--split", "blocks"])
            same = done.returncode == 0 and out.read_bytes() == (folder / "alone.csv").read_bytes()
            checks.check(f"{kind} by {integrator} {direction} in {ranks} blocks: the same bytes", same,
                         "" if same else done.stderr)


def check_errors(checks: Checks, mpirun: str, node: str, folder: Path) -> None:
    """Errors are printed once, by rank 0."""
    done = trace([mpirun, "-n", "2", node], "analytic:whirl", folder / "seeds.csv", folder / "o.csv", [])
    checks.check("a wrong dataset: not 0", done.returncode != 0)
    checks.equal("a wrong dataset: named once", done.stderr.count("farfield-node: "), 1)
    exact = trace([mpirun, "-n", "2", node], "analytic:cell", folder / "seeds.csv", folder / "o.csv",
                  ["--split", "blocks"])
    checks.check("what cannot be cut into blocks: not 0", exact.returncode != 0)
    checks.check("what cannot be cut into blocks: said", "nothing to cut into blocks" in exact.stderr, exact.stderr)
    usage = subprocess.run([mpirun, "-n", "2", node, "trace"], capture_output=True, text=True, timeout=60, check=False)
    checks.check("wrong usage: not 0", usage.returncode != 0)
    checks.equal("wrong usage: said once", usage.stderr.count("farfield-node: "), 1)


def check_death(checks: Checks, mpirun: str, node: str, folder: Path) -> None:
    """A rank that is killed at work."""
    kill_at_work(checks, mpirun, node, folder, ["analytic:cell"])
    kill_at_work(checks, mpirun, node, folder, ["analytic:cell:32", "--split", "blocks"])


def kill_at_work(checks: Checks, mpirun: str, node: str, folder: Path, dataset: list[str]) -> None:
    """Kills rank 1 of two."""
    out = folder / "never.csv"
    command = [mpirun, "-n", "2", node, "trace", *dataset, "--seeds", str(folder / "seeds.csv"),
               "--out", str(out), "--steps", "10000000", "--ends"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as job:
        ranks = [wait_until_at_work(job.pid, rank) for rank in (0, 1)]
        os.kill(ranks[1], signal.SIGKILL)
        _, error = job.communicate(timeout=60)
    checks.check("a rank that dies: not 0", job.returncode != 0)
    checks.check("a rank that dies: named", f"rank 1 of 2 died (process {ranks[1]} is gone)" in error, error)
    checks.check("a rank that dies: no file is left", not list(folder.glob("never*")))
    checks.check("a rank that dies: no process is left", have_ended(ranks))


def main(arguments: list[str]) -> int:
    """Returns the exit code."""
    _, mpirun, node = arguments
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        for section in (check_same_files, check_same_in_blocks, check_errors, check_death):
            with checks.section(section.__doc__ or ""):
                section(checks, mpirun, node, Path(folder))
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
