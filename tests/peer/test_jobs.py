"""Jobs and the datasets that they compute (section 17)."""

from __future__ import annotations

import numpy as np

from checks import Checks
from node import Node, viewing

# The mine with few nodes: seconds on any machine.
SMALL = {"job": "tomography", "data": "mine:1", "params": {"spacing": 4, "model_step": 1, "iterations": 2}}
SLICE = {"planes": [{"axis": "z", "position": 24.0}], "size": [24, 16], "scalar": "velocity"}
PATIENCE_S = 120.0


def test_a_job_reports_its_iterations_and_leaves_a_dataset(checks: Checks, node: Node) -> None:
    """job.start, job.progress, a slice that follows, one that waits, job.list, job.stop."""
    with viewing(node) as session:
        started = session.call("job.start", SMALL)
        dataset = started["dataset"]
        checks.equal("job.start: the grid of 4 m over 96 x 64 x 48 m", started["grid"], [25, 17, 13])
        progress = [session.notification("job.progress", PATIENCE_S)]
        info = session.call("dataset.open", {"dataset": dataset})
        checks.check("job: the dataset grows and has no velocity", info["grows"] and info["velocity"] is None)
        checks.equal("job: its time", (info["time_units"], info["time_span"]), ("iterations", [0.0, 2.0]))
        waiting = session.start(dataset, {**SLICE, "time": 2}, program="slice")["stream"]
        session.grant(waiting, 1)
        last = session.next_slice(waiting, PATIENCE_S).slice
        checks.equal("job: a program waits for the time that it asks for", last.time, 2.0)
        while progress[-1]["state"] == "running":
            progress.append(session.notification("job.progress", PATIENCE_S))
        checks.equal("job: iterations in order", [step["iteration"] for step in progress], [0, 1, 2, 2])
        checks.equal("job: the end", progress[-1]["state"], "finished")
        checks.check("job: the misfit falls", progress[2]["rms"] < 0.5 * progress[0]["rms"], progress)
        follows = session.start(dataset, {**SLICE, "follow": True}, program="slice")["stream"]
        session.grant(follows, 1)
        newest = session.next_slice(follows, PATIENCE_S).slice
        is_same = newest.time == 2.0 and np.array_equal(newest.values, last.values)
        checks.check("job: a slice that follows is of the last", is_same)
        listed = [entry for entry in session.listed("dataset.list", "datasets") if entry["name"] == dataset]
        checks.equal("job: its dataset is listed", [entry["kind"] for entry in listed], ["computed"])
        session.call("job.stop", {"job": started["job"]})
        checks.equal("job.stop: of one that has ended drops it", session.call("job.list")["jobs"], [])
        reopen = {"dataset": dataset}
        checks.refused("job: a dataset that is gone", -32004, lambda: session.call("dataset.open", reopen))


def mine_sensors() -> tuple[np.ndarray, np.ndarray]:
    """Sources and receivers of the built-in mine, as docs/tomography.md states them."""
    def along(count: int, y: float, z: float) -> list[list[float]]:
        return [[round(8 + 80 * (0.03 + 0.94 * i / (count - 1))), y, z] for i in range(count)]

    sources = along(30, 16, 34) + [[8 + 16 * i, 8 + 12 * j, 47] for j in range(5) for i in range(6)]
    receivers = along(20, 48, 14) + [[8 + 20 * i, 8 + 16 * j, 1] for j in range(4) for i in range(5)]
    return np.array(sources, dtype=float), np.array(receivers, dtype=float)


def test_rays_run_from_source_to_receiver(checks: Checks, node: Node) -> None:
    """Program lines with kind rays, of the start model, where the velocity is the same everywhere."""
    with viewing(node) as session:
        started = session.call("job.start", {**SMALL, "params": {**SMALL["params"], "iterations": 1}})
        dataset = started["dataset"]
        progress = session.notification("job.progress", PATIENCE_S)
        info = session.call("dataset.open", {"dataset": dataset})
        checks.check("rays: the dataset has some", info["rays"])
        asked = {"kind": "rays", "every": 1, "time": 0}
        stream = session.start(dataset, asked, program="lines", policy="every", slot_bytes=16 << 20)["stream"]
        session.grant(stream, 1)
        rays = session.next_lines(stream, PATIENCE_S).polylines
        checks.equal("rays: one of each datum", sorted(rays.lines["seed"]), list(range(2400)))
        sources, receivers = mine_sensors()
        ends = np.array([[rays.points_of(n)[0, :3], rays.points_of(n)[-1, :3]] for n in range(len(rays.lines))])
        checks.check("rays: begin at their source", np.abs(ends[:, 0] - sources[rays.lines["rake"]]).max() < 1e-3)
        far = np.abs(ends[:, 1, None] - receivers[None]).max(axis=2).min(axis=1)
        checks.check("rays: end at a receiver", far.max() < 1e-3, f"{far.max()}")
        times = np.array([rays.elapsed_of(n)[-1] for n in range(len(rays.lines))])
        speeds = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1) / times
        checks.check("rays: are straight at one speed", np.ptp(speeds) < 1e-3 * speeds.mean(), f"{speeds.mean()}")
        residuals = np.array([rays.points_of(n)[0, 3] for n in range(len(rays.lines))], dtype=float)
        rms = float(np.sqrt(np.mean(residuals**2)))
        checks.check("rays: the residuals are those of the progress", abs(rms - progress["rms"]) < 1e-3 * rms)
        while progress["state"] == "running":
            progress = session.notification("job.progress", PATIENCE_S)
        session.call("job.stop", {"job": started["job"]})


def test_jobs_that_cannot_be_are_refused(checks: Checks, node: Node) -> None:
    """Wrong settings, files elsewhere, jobs that are not there."""
    with viewing(node) as session:
        for what, code, params in (
            ("another job", -32602, {"job": "weather", "data": "mine:1"}),
            ("a file outside", -32004, {"job": "tomography", "data": "../times.csv"}),
            ("too many iterations", -32003, {**SMALL, "params": {"iterations": 101}}),
            ("a file as start", -32602, {**SMALL, "params": {"start": "rock.vti:v"}}),
        ):
            checks.refused(f"job.start: {what}", code, lambda params=params: session.call("job.start", params))
        checks.refused("job.stop: none of that number", -32004, lambda: session.call("job.stop", {"job": "99"}))
