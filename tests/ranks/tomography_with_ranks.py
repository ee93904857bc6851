"""farfield-node tomography under mpirun writes the same model and residuals, byte for byte, as without.

    python3 tomography_with_ranks.py MPIRUN NODE_EXECUTABLE
"""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from launch import have_ended, wait_until_at_work

sys.path.insert(0, str(Path(__file__).parent.parent / "peer"))
from checks import Checks  # noqa: E402

SMALL = ["mine:1", "--spacing", "2", "--iterations", "3"]


def invert(launch: list[str], out: Path, options: list[str]) -> subprocess.CompletedProcess:
    """Runs the command to its end."""
    command = [*launch, "tomography", *options, "--out", str(out)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def check_same_files(checks: Checks, mpirun: str, node: str, folder: Path) -> None:
    """The files of one process, of several threads and of several ranks."""
    alone = folder / "alone"
    done = invert([node], alone, [*SMALL, "--threads", "1"])
    checks.equal("alone", done.returncode, 0)
    for ranks, threads in [(1, 2), (2, 1), (2, 2), (3, 1)]:
        name = f"{ranks} ranks of {threads} threads"
        out = folder / name.replace(" ", "-")
        done = invert([mpirun, "-n", str(ranks), node], out, [*SMALL, "--threads", str(threads)])
        checks.equal(f"{name}: end well", done.returncode, 0)
        if done.returncode != 0:
            print(done.stderr)
            continue
        checks.equal(f"{name}: only rank 0 prints", done.stdout.count("iterations, rms"), 1)
        for file in ("model.vti", "residuals.csv", "iterations.csv", "rays.vtp"):
            same = (out / file).read_bytes() == (alone / file).read_bytes()
            checks.check(f"{name}: {file} has the same bytes", same)
        check_figures(checks, name, json.loads((out / "report.json").read_text()), ranks, threads)


def check_figures(checks: Checks, name: str, report: dict, ranks: int, threads: int) -> None:
    """Of tasks and messages, in the report."""
    for iteration in report["iterations"]:
        tracing = iteration["tracing"]
        checks.equal(f"{name}: threads", tracing["threads"], ranks * threads)
        checks.check(f"{name}: tasks take time", tracing["tasks"] > 0 and tracing["task_seconds"] > 0)
        checks.equal(f"{name}: there are messages", tracing["message_bytes"] > 0, ranks > 1)
        predicted = 1 / (1 + ranks * threads * tracing["message_seconds"] / tracing["task_seconds"])
        checks.check(f"{name}: the efficiency follows from them",
                     abs(tracing["efficiency_predicted"] - predicted) < 1e-9)
        checks.check(f"{name}: the measured one is a part of 1", 0 < tracing["efficiency"] <= 1.0001)


def check_sweep(checks: Checks, mpirun: str, node: str, folder: Path) -> None:
    """--resolution-sweep."""
    del folder
    command = [mpirun, "-n", "2", node, "tomography", "mine:1", "--spacing", "2", "--threads", "1",
               "--resolution-sweep", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    checks.equal("a sweep: ends well", done.returncode, 0)
    steps = json.loads(done.stdout)
    checks.equal("a sweep: spacings", [step["spacing"] for step in steps], [2, 4, 8])
    checks.equal("a sweep: nodes", [step["nodes"] for step in steps], [[49, 33, 25], [25, 17, 13], [13, 9, 7]])
    seconds = [step["task_seconds"] for step in steps]
    checks.check("a sweep: tasks become shorter", seconds[0] > seconds[1] > seconds[2], str(seconds))


def check_errors(checks: Checks, mpirun: str, node: str, folder: Path) -> None:
    """Errors are printed once, by rank 0."""
    for name, options in [("a file that is missing", ["nowhere.csv"]),
                          ("too little memory", [*SMALL, "--max-bytes", "1000"])]:
        done = invert([mpirun, "-n", "2", node], folder / "never", options)
        checks.check(f"{name}: not 0", done.returncode != 0)
        checks.equal(f"{name}: named once", done.stderr.count("farfield-node: "), 1)
        checks.check(f"{name}: no folder is left", not list(folder.glob("never*")))


def minutes_of_work(folder: Path) -> list[str]:
    """An inversion on 128 nodes along each axis, beginning far from the truth, for two ranks from the first second."""
    rows = [(25 * s, 40 * (s % 20), 0, 20 * r, 1000 - 25 * r, 1000) for s in range(40) for r in range(41)]
    times = folder / "long.csv"
    times.write_text("sx,sy,sz,rx,ry,rz,t\n" + "".join(
        f"{','.join(map(str, row))},{math.dist(row[:3], row[3:]) / 2000}\n" for row in rows))
    return [str(times), "--noise", "1e-6", "--start", "3000", "--threads", "1"]


def check_death(checks: Checks, mpirun: str, node: str, folder: Path) -> None:
    """A rank that is killed at work."""
    command = [mpirun, "-n", "2", node, "tomography", *minutes_of_work(folder), "--out", str(folder / "killed")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as job:
        ranks = [wait_until_at_work(job.pid, rank) for rank in (0, 1)]
        os.kill(ranks[1], signal.SIGKILL)
        _, error = job.communicate(timeout=60)
    checks.check("a rank that dies: not 0", job.returncode != 0)
    checks.equal("a rank that dies: named once", error.count(f"rank 1 of 2 died (process {ranks[1]} is gone)"), 1)
    checks.check("a rank that dies: no folder is left", not list(folder.glob("killed*")), error)
    checks.check("a rank that dies: no process is left", have_ended(ranks))


def check_interrupt(checks: Checks, mpirun: str, node: str, folder: Path) -> None:
    """An interrupt of all."""
    command = [mpirun, "-n", "2", node, "tomography", *minutes_of_work(folder), "--out", str(folder / "stopped")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as job:
        ranks = [wait_until_at_work(job.pid, rank) for rank in (0, 1)]
        job.send_signal(signal.SIGINT)
        _, error = job.communicate(timeout=60)
    checks.check("an interrupt: not 0", job.returncode != 0)
    checks.check("an interrupt: no folder is left", not list(folder.glob("stopped*")), error)
    checks.check("an interrupt: no process is left", have_ended(ranks))


def main(arguments: list[str]) -> int:
    """Returns the exit code."""
    _, mpirun, node = arguments
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        for section in (check_same_files, check_sweep, check_errors, check_death, check_interrupt):
            with checks.section(section.__doc__ or ""):
                section(checks, mpirun, node, Path(folder))
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
