"""The script that `farfield play` plays in tests with processes."""

from __future__ import annotations

SCRIPT = """
dataset = "analytic:abc"
frames = {frames}
rate = {rate}
size = [64, 48]
[[rake]]
kind = "line"
from = [1, 1, 1]
to = [5, 5, 5]
seeds = {seeds}
"""


def script_text(frames: int, rate: int, seeds: int) -> str:
    """Particles of a line of so many seeds."""
    return SCRIPT.format(frames=frames, rate=rate, seeds=seeds)
