"""(g) Names and labels of all tests and, where asked for, their results."""

from __future__ import annotations

import json
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from built import Built
from items import Items


def record_names(built: Built, build: Path) -> Items:
    """Of a build folder's tests."""
    return named(build) if has_tests(built, build) else {}


def record_results(built: Built, build: Path) -> Items:
    """Of a build folder's tests, which are run: of those programs, not of the ones that `built` has."""
    return results(build, built.work / "tests.xml") if has_tests(built, build) else {}


def has_tests(built: Built, build: Path) -> bool:
    """Whether it is a build folder; says so where it is not."""
    there = (build / "CTestTestfile.cmake").is_file()
    if not there:
        built.skipped.append(f"{build} is no build folder with tests; name one with --build")
    return there


def named(build: Path) -> Items:
    """An item for each test, with its labels."""
    command = ["ctest", "--test-dir", str(build), "--show-only=json-v1"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True)
    items: Items = {}
    for test in json.loads(listed.stdout)["tests"]:
        labels = [entry["value"] for entry in test.get("properties", []) if entry["name"] == "LABELS"]
        items[f"test/{test['name']}"] = " ".join(sorted(label for value in labels for label in value))
    return items


def results(build: Path, file: Path) -> Items:
    """Runs all tests, one at a time; an item for each: run, fail, disabled, notrun."""
    subprocess.run(["ctest", "--test-dir", str(build), "--output-junit", str(file)], stdout=subprocess.DEVNULL, check=False)
    cases = ElementTree.parse(file).getroot().iter("testcase")
    return {f"test result/{case.get('name')}": case.get("status") for case in cases}
