"""Faults of sessions, each against real farfield-node processes and real clients.

    python3 run.py NODE VIEWER IMPAIR [ROW...]

NODE, VIEWER and IMPAIR are the programs farfield-node, farfield and farfield_impair; ROW is the number of a fault in
README.md. Without one all of them run. It prints a line for each case; the exit code is 1 when one failed, and 77 when
all were skipped. FARFIELD_FAULTS_LONG=1 in the environment makes those with a duration as long as their fault is.
"""

from __future__ import annotations

import os
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve()
sys.path += [str(HERE.parents[2] / "peer"), str(HERE.parents[2] / "net" / "impair"), str(HERE.parents[1])]

import networks  # noqa: E402
from lines import Lines  # noqa: E402

NETWORK_ROWS = {3, 4, 16, 21}
"""These run in networks of their own, where this user may make some."""


def cases_of(rows: set[int]) -> unittest.TestSuite:
    """The cases of these faults, or all."""
    loader = unittest.TestLoader()
    if rows:
        loader.testNamePatterns = [f"*.test_{row:02}_*" for row in rows]
    return loader.discover(str(HERE.parent))


def main(arguments: list[str]) -> int:
    """Returns the exit code."""
    if len(arguments) < 4:
        print(__doc__)
        return 2
    for name, program in zip(("NODE", "VIEWER", "IMPAIR"), arguments[1:4]):
        os.environ[f"FARFIELD_{name}"] = str(pathlib.Path(program).resolve())
    rows = {int(row) for row in arguments[4:]}
    if not rows or rows & NETWORK_ROWS:
        networks.enter_if_possible()
    suite, result = cases_of(rows), Lines()
    if suite.countTestCases() == 0:
        print(f"no case here is of {sorted(rows)}; README.md says which test is")
        return 2
    suite.run(result)
    print(f"{result.testsRun} cases, {len(result.failures) + len(result.errors)} failed, {len(result.skipped)} skipped")
    if result.testsRun == len(result.skipped):
        return networks.SKIPPED
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv))
