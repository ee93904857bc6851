"""(a) Scripts, played headless: the hash and counts of each frame, the pictures' bytes, what the report says."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

from built import REPOSITORY, Built
from items import Items, below, leaves
from node import Node

FRAME_COLUMNS = ("sequence", "bytes", "drops", "alive", "hash")
"""Of frames.csv, those that are no times."""

MEASURED = re.compile(
    r"date|link/(bytes_received|clock_offset_ms|round_trip_ms)|machine/(cores|cpu|memory_gib|system)"
    r"|statistics/\w+_ms/(max|median|min|p95|p99)"
    r"|totals/((data|drawn)_frames_per_second|megabytes_per_second|network_clamped|picture_seconds|seconds)"
)
"""Of report.json, the members whose values differ from run to run; that they are there is recorded."""

LATEST = 'policy = "latest"'


def record(built: Built) -> Items:
    """Of all scripts whose data is there, on one node."""
    folders = (REPOSITORY / "assets/scripts", Path(__file__).parent / "scripts")
    scripts = [script for folder in folders for script in sorted(folder.glob("*.toml"))]
    items: Items = {}
    with built.serving_data() as node:
        for script in scripts:
            if has_data(built, script):
                items |= below(f"play/{script.stem}", played(built, node, script))
    return items


def has_data(built: Built, script: Path) -> bool:
    """True when all that a script names is there; says so where it is not."""
    named = re.findall(r'^(?:dataset|name) = "([^"]+)"', script.read_text(encoding="utf-8"), re.MULTILINE)
    if named and all(built.has(name) for name in named):
        return True
    built.skipped.append(f"{script.name}: no data for it")
    return False


def played(built: Built, node: Node, script: Path) -> Items:
    """Of one script. Which frames a script of policy latest draws depends on the moment; it is played with the other
    policy, too, and each frame that it drew must be the one of that number there."""
    text = script.read_text(encoding="utf-8")
    if LATEST not in text:
        return report_items(built, play(built, node, script), script.stem)
    every = built.work / f"{script.stem}_every.toml"
    every.write_text(text.replace(LATEST, 'policy = "every"'), encoding="utf-8")
    report = play(built, node, every)
    items = report_items(built, report, every.stem)
    expected = {row["sequence"]: row["hash"] for row in rows_of(report)}
    latest = play(built, node, script)
    wrong = [row["sequence"] for row in rows_of(latest) if expected.get(row["sequence"]) != row["hash"]]
    return items | {
        "policy latest/status": json.loads((latest / "report.json").read_text())["status"],
        "policy latest/setting": json.loads((latest / "report.json").read_text())["settings"]["policy"],
        "policy latest/frames unlike those of policy every": wrong,
    }


def play(built: Built, node: Node, script: Path) -> Path:
    """The report's folder."""
    folder = built.work / "reports" / script.stem
    address = f"127.0.0.1:{node.port}"
    done = built.run("farfield", "play", str(script), "--headless", "--node", address, "--report", str(folder))
    if done.code != 0:
        raise RuntimeError(f"play {script}: exit code {done.code}: {done.err}")
    return folder


def rows_of(report: Path) -> list[dict[str, str]]:
    """Of frames.csv."""
    with open(report / "frames.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def report_items(built: Built, report: Path, name: str) -> Items:
    """Everything in a report that is no time."""
    items: Items = {"frames.csv": (report / "frames.csv").read_text().partition("\n")[0]}
    for row in rows_of(report):
        items[f"frame {int(row['sequence']):06}"] = " ".join(f"{column}={row[column]}" for column in FRAME_COLUMNS)
    for file in sorted(report.glob("*.png")) + sorted(report.glob("*.tif")):
        items[file.name] = built.hash_of(f"{name}/{file.name}", file)
    items["files"] = sorted(file.name for file in report.iterdir())
    items |= below("report.json", report_values(built, report))
    page = (report / "report.html").read_text(encoding="utf-8")
    headings = re.findall(r"<(title|h\d|th)[^>]*>(.*?)</\1>", page)
    items["report.html/headings"] = [built.masked(text) for _, text in headings]
    return items


def report_values(built: Built, report: Path) -> Items:
    """Items of report.json, with measured values masked."""
    document = json.loads(built.masked((report / "report.json").read_text(encoding="utf-8")))
    poses = document["settings"].get("params", {}).get("poses")
    if poses:  # thousands of numbers, one item
        document["settings"]["params"]["poses"] = json.dumps(poses)
    return {path: "(measured)" if MEASURED.fullmatch(path) else value for path, value in leaves(document).items()}
