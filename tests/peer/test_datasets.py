"""Datasets: their list, and their descriptions."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from checks import Checks
from node import Node, viewing
from reference.fields import FIELDS, Field, abc


def test_datasets_are_listed_and_described(checks: Checks, node: Node) -> None:
    """dataset.list and dataset.open."""
    with viewing(node) as session:
        listed = session.listed("dataset.list", "datasets")
        kinds = {entry["name"]: entry["kind"] for entry in listed}
        checks.check("dataset.list: kinds", set(kinds.values()) <= {"analytic", "file", "recording"}, kinds)
        checks.check("dataset.list: all built-in fields", all(kinds.get(name) == "analytic" for name in FIELDS))
        for name, field in FIELDS.items():
            check_exact_field(checks, session.call("dataset.open", {"dataset": name}), name, field)
        sampled = session.call("dataset.open", {"dataset": "analytic:abc:16"})
        checks.equal("dataset.open: a sampled field is uniform", sampled["kind"], "uniform")
        checks.equal("dataset.open: its nodes", sampled.get("dims"), [16, 16, 16])
        check_derived_scalar(checks, session, sampled)
        check_velocity(checks, session, sampled)
        wrong = {"dataset": "analytic:nowhere"}
        checks.refused("dataset.open: an unknown one is not found", -32004, lambda: session.call("dataset.open", wrong))


def test_long_lists_come_in_pages(checks: Checks, node: Node) -> None:
    """More names than a message holds, of datasets and of terrains."""
    names = [f"{'x' * 220}{number:05}" for number in range(4900)]
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            (Path(folder) / f"{name}.vti").touch()
            (Path(folder) / f"{name}.hgt").touch()
        full = Node(node.command, ["--data", folder])
        try:
            full.wait_until_ready()
            with viewing(full) as session:
                first = session.call("dataset.list")
                checks.check("dataset.list: the first page is not all", not first["complete"] and "next" in first)
                named = [e["name"] for e in session.listed("dataset.list", "datasets") if e["kind"] == "file"]
                files = [name for name in named if "*" not in name]  # all of them are one series, too
                checks.check("dataset.list: all pages have each file once", files == [f"{name}.vti" for name in names])
                last = session.call("dataset.list", {"after": files[-1]})
                checks.equal("dataset.list: nothing after the last", last, {"complete": True, "datasets": []})
                # They are empty: those that the node has looked into are "other" by now.
                listed = session.listed("terrain.list", "terrains")
                heights = [e["name"] for e in listed if e["kind"] in ("file", "other")]
                checks.check("terrain.list: likewise", heights == [f"{name}.hgt" for name in names])
        finally:
            full.stop()


def test_values_of_a_dataset_are_counted_and_sampled(checks: Checks, node: Node) -> None:
    """dataset.histogram and dataset.sample."""
    name, places = "analytic:abc:16", [[1.0, 2.0, 3.0], [0.0, 0.0, 0.0], [-1.0, 0.0, 0.0]]
    with viewing(node) as session:
        exact = np.linalg.norm(abc(*np.array(places[:2]).T), axis=0)
        sampled = session.call("dataset.sample", {"dataset": name, "at": places})
        checks.check("dataset.sample: values", np.allclose(sampled["values"][:2], exact, atol=0.1), sampled)
        checks.equal("dataset.sample: outside", (sampled["values"][2], sampled["why"]), (None, [None, None, "outside"]))
        counted = session.call("dataset.histogram", {"dataset": name, "scalar": "velocity.x", "bins": 32})
        checks.equal("dataset.histogram: all nodes", (sum(counted["counts"]), counted["invalid"]), (16**3, 0))
        steps = np.linspace(0, 2 * np.pi, 16)
        values = np.sort(abc(*np.meshgrid(steps, steps, steps))[0].ravel())
        checks.check("dataset.histogram: range", np.allclose(counted["range"], values[[0, -1]], atol=1e-5), counted)
        ranks = np.ceil(np.array([0.02, 0.05, 0.25, 0.5, 0.75, 0.95, 0.98]) * values.size).astype(int) - 1
        close = np.allclose(counted["quantiles"], values[ranks], atol=1e-5)
        checks.check("dataset.histogram: quantiles", close, counted["quantiles"])
        many = {"dataset": name, "bins": 4097}
        error = checks.refused("dataset.histogram: too many bins", -32003, lambda: session.call("dataset.histogram", many))
        checks.equal("dataset.histogram: the limit's name", error and error.data["limit"], "max_histogram_bins")
        wrong = {"dataset": name, "scalar": "salt", "at": places}
        checks.refused("dataset.sample: an unknown scalar", -32602, lambda: session.call("dataset.sample", wrong), "salt")


def check_derived_scalar(checks: Checks, session, opened: dict) -> None:
    """Its range is known once it is chosen, and not before."""
    (vorticity,) = (scalar for scalar in opened["scalars"] if scalar["name"] == "vorticity")
    checks.check("dataset.open: vorticity has no range yet", "range" not in vorticity, vorticity)
    params = {"rakes": opened["suggested"]["rakes"], "scalar": "vorticity"}
    started = session.start(opened["dataset"], params, slot_bytes=1 << 20)
    low, high = started["scalar"]["range"]
    # The curl of a flow like this is the flow itself: its vorticity is its speed.
    (speed,) = (scalar for scalar in opened["scalars"] if scalar["name"] == "speed")
    close = np.allclose([low, high], speed["range"], atol=0.5)
    checks.check("program.start: vorticity has the range of the speed", close, (low, high, speed["range"]))


def check_velocity(checks: Checks, session, opened: dict) -> None:
    """Which vector is traced, why, and that another name is refused in words."""
    name = opened["velocity"]
    checks.check("dataset.open: says why that is the velocity", opened["velocity_reason"].endswith("."), opened)
    named = [vector["name"] for vector in opened["vectors"]]
    checks.equal("dataset.open: lists its vectors", named, [name])
    again = session.call("dataset.open", {"dataset": opened["dataset"], "velocity": name})
    checks.equal("dataset.open: takes the velocity by its name", again["velocity"], name)
    wrong = {"dataset": opened["dataset"], "velocity": "no such vector"}
    checks.refused("dataset.open: refuses another", -32000, lambda: session.call("dataset.open", wrong))


def check_exact_field(checks: Checks, opened: dict, name: str, field: Field) -> None:
    """What dataset.open says about a built-in field."""
    bounds = opened["bounds"]
    close = np.allclose(bounds["min"], 0, atol=1e-6) and np.allclose(bounds["max"], field.upper, rtol=1e-6)
    checks.check(f"dataset.open: {name} has its bounds", close, bounds)
    facts = (opened["dataset"], opened["kind"], "dims" in opened, opened["length_units"], opened["time_units"])
    checks.equal(f"dataset.open: {name} is analytic, without dims and units", facts, (name, "analytic", False, "", ""))
    speeds = [scalar for scalar in opened["scalars"] if scalar["name"] == "speed"]
    checks.check(f"dataset.open: {name} has the scalar speed", len(speeds) == 1 and len(speeds[0]["range"]) == 2)
    suggested = opened["suggested"]
    usable = suggested["step"] != 0 and suggested["max_age_frames"] >= 1 and len(suggested["rakes"]) >= 1
    checks.check(f"dataset.open: {name} suggests settings", usable)
