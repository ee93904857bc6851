"""farfield-node serve --split blocks under mpirun: viewers get the lines that they get of one process with the whole.

    python3 serve_in_blocks.py MPIRUN NODE_EXECUTABLE
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Callable

import numpy as np
from launch import have_ended, process_of_rank
from netcdf_classic import Variable, write_netcdf

sys.path.insert(0, str(Path(__file__).parent.parent / "peer"))
from checks import Checks  # noqa: E402
from farfield_client import Session  # noqa: E402
from farfield_client.polylines import Polylines  # noqa: E402
from node import Node, viewing  # noqa: E402
from reference.rakes import line, plane  # noqa: E402

SAMPLED, SERIES, EXACT = "analytic:abc:24", "flow-*.nc", "analytic:abc"
TINY = "analytic:abc:4"  # three layers of cells
RAKES = [line([0.3, 0.4, 0.2], [6.0, 5.5, 6.1], seeds=40), plane([1, 1, -0.5], [4, 0, 0], [0, 0, 7.5], seeds=[9, 11])]
PARAMS = {"rakes": RAKES, "step": 0.03, "steps": 150, "direction": "both"}
NODES, SLICES = 20, 4


def without(members: dict, *names: str) -> dict:
    return {name: value for name, value in members.items() if name not in names}


def of_all_nodes(scalar: dict) -> dict:
    """A scalar without its middle, for which blocks look at a coarser lattice of the first slice."""
    return without(scalar, "middle")


def write_series(folder: Path) -> None:
    """A flow that turns faster with time, and the height in each node."""
    along = np.linspace(0.0, 2 * np.pi, NODES)
    z, y, x = np.meshgrid(along, along, along, indexing="ij")
    axes = {axis: Variable([axis], along, {"units": "m"}) for axis in ("z", "y", "x")}
    for i in range(SLICES):
        strength = 1 + 0.4 * i
        components = {"u": strength * np.sin(z) + np.cos(y), "v": np.sin(x) + strength * np.cos(z), "w": np.sin(y) + np.cos(x)}
        variables = {"time": Variable(["time"], np.array([0.5 * i]), {"units": "seconds"}), **axes}
        for name, values in [*components.items(), ("height", z)]:
            units = {"units": "m"} if name == "height" else {"units": "m/s"}
            variables[name] = Variable(["time", "z", "y", "x"], values.astype(np.float32)[None], units)
        dimensions = {"time": 1, "z": NODES, "y": NODES, "x": NODES}
        write_netcdf(folder / f"flow-{i:03}.nc", dimensions, variables)


def answer(session: Session, stream: int, granted: int) -> list[Polylines]:
    """All parts of the answer that comes next."""
    parts: list[Polylines] = []
    while not parts or parts[-1].part + 1 < parts[-1].parts:
        granted += 1
        session.grant(stream, granted)
        parts.append(session.next_lines(stream).polylines)
    return parts


def same(a: list[Polylines], b: list[Polylines]) -> bool:
    """Every bit of every line."""
    return len(a) == len(b) and all(
        p.time == q.time
        and p.values.tobytes() == q.values.tobytes()
        and p.elapsed.tobytes() == q.elapsed.tobytes()
        and p.lines.tobytes() == q.lines.tobytes()
        for p, q in zip(a, b)
    )


def start(session: Session, dataset: str, params: dict) -> dict:
    """Starts the program `lines`."""
    return session.start(dataset, params, program="lines", policy="every", slot_bytes=1 << 22)


def check_descriptions(checks: Checks, whole: Session, split: Session, ranks: int) -> None:
    """What dataset.open says."""
    for name in (SAMPLED, SERIES):
        one, all_ = (session.call("dataset.open", {"dataset": name}) for session in (whole, split))
        for key in ("dataset", "kind", "dims", "bounds", "length_units", "time_units", "time_steps"):
            checks.equal(f"{name}: {key}", all_[key], one[key])
        checks.equal(f"{name}: time_span", all_.get("time_span"), one.get("time_span"))
        checks.equal(f"{name}: suggested", all_["suggested"], without(one["suggested"], "isovalue", "boundary"))
        checks.equal(f"{name}: the range of speed", of_all_nodes(all_["scalars"][0]), of_all_nodes(one["scalars"][0]))
        names = [sorted((scalar["name"], scalar["units"]) for scalar in info["scalars"]) for info in (all_, one)]
        checks.equal(f"{name}: scalars", names[0], names[1])
        checks.check(f"{name}: says that it is in blocks", f"{ranks} processes hold a block each" in all_["remarks"][-1])
    remark = split.call("dataset.open", {"dataset": EXACT})["remarks"][-1]
    checks.check("an exact function: says why it is not in blocks", "is an exact function" in remark, remark)


def check_lines(checks: Checks, whole: Session, split: Session) -> None:
    """Every kind of line, in parts, and after updates."""
    for dataset in (SAMPLED, SERIES):
        for kind in ("streamline", "pathline", "streakline", "timeline"):
            params = {**PARAMS, "kind": kind, "parts": 3}
            if kind in ("streakline", "timeline"):
                params.update(direction="forward", release_steps=5)
            streams = [start(session, dataset, params)["stream"] for session in (whole, split)]
            one, all_ = (answer(*pair, 0) for pair in zip((whole, split), streams))
            checks.check(f"{dataset}: {kind}s have the same bits", same(one, all_), f"{len(one[-1].values)} points in the last part")
            for session, stream in zip((whole, split), streams):
                session.call("program.stop", {"stream": stream})


def check_updates(checks: Checks, whole: Session, split: Session) -> None:
    """Other scalars are read while the program runs."""
    for dataset, scalars in ((SAMPLED, ["q-criterion", "speed"]), (SERIES, ["height", "vorticity", "age", "speed"])):
        streams = [start(session, dataset, PARAMS)["stream"] for session in (whole, split)]
        one, all_ = (answer(*pair, 0) for pair in zip((whole, split), streams))
        checks.check(f"{dataset}: the same bits before an update", same(one, all_))
        for number, scalar in enumerate(scalars, 1):
            change = {"interaction": number, "params": {"scalar": scalar, "step": 0.02}}
            answers = [session.call("program.update", {"stream": stream, **change}) for session, stream in zip((whole, split), streams)]
            checks.equal(f"{dataset}: {scalar}: its range", of_all_nodes(answers[1]["scalar"]), of_all_nodes(answers[0]["scalar"]))
            one, all_ = (answer(*pair, number) for pair in zip((whole, split), streams))
            checks.check(f"{dataset}: {scalar}: the same bits", same(one, all_))
        for session, stream in zip((whole, split), streams):
            session.call("program.stop", {"stream": stream})


def check_particles(checks: Checks, whole: Session, split: Session) -> None:
    """Frames of particles, also after updates."""
    rakes = [{**rake, "particles_per_seed": 7} for rake in RAKES]
    for dataset in (SAMPLED, SERIES):
        params = {"rakes": rakes, "step": 0.04, "max_age_frames": 12, "steps_per_frame": 2, "developed": True}
        answers = [session.start(dataset, params, policy="every") for session in (whole, split)]
        checks.equal(f"{dataset}: seeds outside", answers[1]["seeds_outside"], answers[0]["seeds_outside"])
        granted = 0
        for change in ({}, {"scalar": "vorticity"}, {"step": -0.5}, {"rakes": rakes[:1], "scalar": "speed"}):
            for session, start_ in zip((whole, split), answers):
                session.call("program.update", {"stream": start_["stream"], "params": change})
            alike = True
            for _ in range(9):
                granted += 1
                frames = []
                for session, start_ in zip((whole, split), answers):
                    session.grant(start_["stream"], granted)
                    frames.append(session.next_frame(start_["stream"]).particles)
                alike = alike and frames[0].values.tobytes() == frames[1].values.tobytes() and frames[0].time == frames[1].time
            checks.check(f"{dataset}: particles have the same bits after {change or 'no change'!r}"[:100], alike and frames[0].alive > 100)
        for session, start_ in zip((whole, split), answers):
            session.call("program.stop", {"stream": start_["stream"]})


def check_slices(checks: Checks, whole: Session, split: Session) -> None:
    """Slices across all axes, at several times, after updates, and with places outside."""
    for dataset, scalars in ((SAMPLED, ["speed", "vorticity"]), (SERIES, ["height", "speed"])):
        params = {"planes": [{"axis": "z", "position": 2.9}], "size": [70, 60]}
        streams = [session.start(dataset, params, program="slice")["stream"] for session in (whole, split)]
        changes = [{"planes": [{"axis": axis, "position": 3.3}]} for axis in "xyz"]
        changes += [{"scalar": scalar, "time": time_} for scalar in scalars for time_ in (0.0, 0.7, 1.5)]
        for number, change in enumerate([{"planes": [{"axis": "y", "position": 9.0}]}, *changes], 1):
            frames = []
            for session, stream in zip((whole, split), streams):
                session.call("program.update", {"stream": stream, "interaction": number, "params": change})
                session.grant(stream, number)
                frames.append(session.next_slice(stream))
            one, all_ = (frame.slice for frame in frames)
            alike = one.values.tobytes() == all_.values.tobytes() and one.time == all_.time
            inside = int((~np.isnan(one.values)).sum())
            name = f"{dataset}: a slice has the same bits after {change}"
            checks.check(name, alike and inside == (0 if number == 1 else 3600), f"{inside} values")
        for session, stream in zip((whole, split), streams):
            session.call("program.stop", {"stream": stream})


def check_interrupt(checks: Checks, split: Session) -> None:
    """An update ends an answer that would take minutes: two thousand million steps."""
    endless = {"rakes": RAKES[:1], "kind": "streakline", "step": 1e-4, "steps": 10_000}
    stream = split.start(SAMPLED, endless, program="lines", policy="every", slot_bytes=1 << 24)["stream"]
    split.grant(stream, 1000)
    particles = split.start(SERIES, {"rakes": RAKES, "step": 0.03}, policy="every")["stream"]
    split.grant(particles, 100)
    for _ in range(100):  # by then the lines are under way
        split.next_frame(particles)
    split.call("program.stop", {"stream": particles})
    begun = time.monotonic()
    short = {"stream": stream, "interaction": 1, "params": {"kind": "streamline", "step": 0.03, "steps": 100}}
    split.call("program.update", short)
    frame = split.next_lines(stream)
    checks.equal("an update interrupts: the next frame is of it", (frame.header.interaction, len(frame.polylines.lines)), (1, 40))
    checks.check("an update interrupts: soon", time.monotonic() - begun < 5)
    split.call("program.stop", {"stream": stream})


def check_turns(checks: Checks, split: Session) -> None:
    """Particles do not wait for lines that take minutes."""
    endless = {"rakes": RAKES[:1], "kind": "streakline", "step": 1e-4, "steps": 10_000}
    lines = split.start(SAMPLED, endless, program="lines", slot_bytes=1 << 24)["stream"]
    split.grant(lines, 1)
    particles = split.start(SERIES, {"rakes": RAKES, "step": 0.03}, policy="every")["stream"]
    for frame in range(300):
        split.grant(particles, frame + 1)
        split.next_frame(particles)
    try:
        split.next_lines(lines, timeout=0.01)
        came_first = False
    except TimeoutError:
        came_first = True
    checks.check("300 frames of particles come before an answer of lines that takes minutes", came_first)
    for stream in (lines, particles):
        split.call("program.stop", {"stream": stream})


def check_refusals(checks: Checks, split: Session) -> None:
    """Programs that need the complete field, seeds outside, and datasets that are held completely all the same."""
    info = start(split, SAMPLED, PARAMS)
    outside = sum(1 for j in range(11) if not 0 <= -0.5 + 0.75 * j <= 2 * np.pi) * 9
    checks.equal("seeds outside the grid", info["seeds_outside"], outside)
    split.call("program.stop", {"stream": info["stream"]})
    particles = {"rakes": RAKES, "step": 0.03}
    data_dependent = {"slice": {"kind": "slice", "axis": "z", "position": 1.0, "seeds": [5, 5]},
              "isovalue": {"kind": "isovalue", "value": 1.0, "seeds": 50}}
    for name, rake in data_dependent.items():
        refused = {**PARAMS, "rakes": [rake]}
        checks.refused(f"a rake of kind {name} is refused", -32602, lambda p=refused: start(split, SERIES, p), "use a plane")
    unknown = {**PARAMS, "scalar": "salt"}
    checks.refused("an unknown scalar is refused", -32602, lambda: start(split, SERIES, unknown), "'height'")
    checks.equal("particles in an exact function", split.start(EXACT, particles)["particles"], 139)


def check_few_layers(checks: Checks, mpirun: str, executable: str) -> None:
    """Five ranks and three layers of cells: two ranks hold nothing."""
    one, many = Node([executable], []), Node([mpirun, "-n", "5", executable], ["--split", "blocks", "--threads", "1"])
    try:
        for node in (one, many):
            node.wait_until_ready(60)
        with checks.section("5 ranks"), viewing(one) as whole, viewing(many) as split:
            remark = split.call("dataset.open", {"dataset": TINY})["remarks"][-1]
            checks.check("blocks are counted, not ranks", "3 processes hold a block each" in remark, remark)
            streams = [start(session, TINY, PARAMS)["stream"] for session in (whole, split)]
            one_, all_ = (answer(*pair, 0) for pair in zip((whole, split), streams))
            checks.check("lines have the same bits", same(one_, all_))
    finally:
        one.stop()
        many.stop()


def check_as_of_one(checks: Checks, mpirun: str, executable: str, folder: Path) -> None:
    """Two and three ranks against one process."""
    data = ["--data", str(folder)]
    one = Node([executable], data)
    one.wait_until_ready(60)
    for ranks in (2, 3):
        many = Node([mpirun, "-n", str(ranks), executable], [*data, "--split", "blocks"])
        try:
            many.wait_until_ready(60)
            with checks.section(f"{ranks} ranks"), viewing(one) as whole, viewing(many) as split:
                check_descriptions(checks, whole, split, ranks)
                check_lines(checks, whole, split)
                check_updates(checks, whole, split)
                check_particles(checks, whole, split)
                check_slices(checks, whole, split)
                check_interrupt(checks, split)
                check_turns(checks, split)
                check_refusals(checks, split)
        finally:
            many.stop()
    one.stop()


def trace_lines(session: Session, _: int) -> None:
    """Lines travel from now on."""
    stream = start(session, SAMPLED, {**PARAMS, "repeat": True})["stream"]
    session.grant(stream, 1)
    session.next_lines(stream)
    session.grant(stream, 100_000)


def move_particles(session: Session, _: int) -> None:
    """Samples are asked for from now on."""
    stream = session.start(SAMPLED, {"rakes": RAKES, "step": 0.03}, policy="every")["stream"]
    session.grant(stream, 1)
    session.next_frame(stream)
    session.grant(stream, 100_000)


def open_dataset(session: Session, rank: int) -> None:
    """A rank is waited for to read its block."""
    os.kill(rank, signal.SIGSTOP)
    try:
        session.call("dataset.open", {"dataset": SAMPLED}, timeout=0.3)
    except TimeoutError:
        return
    raise AssertionError("a rank that was stopped has read its block")


def check_death(checks: Checks, mpirun: str, executable: str, act: Callable[[Session, int], None]) -> None:
    """Viewers hear in words of a rank that is killed in the midst of something."""
    node = Node([mpirun, "-n", "2", executable], ["--split", "blocks"])
    try:
        node.wait_until_ready(60)
        ranks = [process_of_rank(node.process_number(), rank) for rank in (0, 1)]
        with checks.section(f"a rank dies: {act.__name__}"), viewing(node) as session:
            act(session, ranks[1])
            os.kill(ranks[1], signal.SIGKILL)
            ended = session.notification("session.ended")
            checks.equal("session.ended", ended["message"], f"rank 1 of 2 died (process {ranks[1]} is gone)")
        checks.check("the node ends", node.wait(20) != 0)
        checks.check("no process is left", have_ended(ranks))
    finally:
        node.stop()


def check_command_line(checks: Checks, executable: str) -> None:
    """Blocks need several processes."""
    done = subprocess.run([executable, "serve", "--port", "0", "--split", "blocks"], capture_output=True, text=True,
                          timeout=60, check=False)
    checks.equal("without mpirun: the exit code", done.returncode, 1)
    checks.equal("without mpirun: one line", done.stderr.count("\n"), 1)
    checks.check("without mpirun: what to do", "mpirun -n N" in done.stderr, done.stderr)


def main(arguments: list[str]) -> int:
    """Returns the exit code."""
    _, mpirun, executable = arguments
    checks = Checks()
    check_command_line(checks, executable)
    with tempfile.TemporaryDirectory() as folder:
        write_series(Path(folder))
        check_as_of_one(checks, mpirun, executable, Path(folder))
    check_few_layers(checks, mpirun, executable)
    for act in (trace_lines, move_particles, open_dataset):
        check_death(checks, mpirun, executable, act)
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
