"""Compares the frames of a stream with the reference."""

from __future__ import annotations

import time

import numpy as np

import farfield_client as ff
from checks import Checks
from farfield_client import Frame, Header, Particles, Session
from reference.program import Expected, ReferenceProgram


class Comparison:
    """Compares the frames of a stream, all particles of each, and remembers what differed."""

    def __init__(self, stream: int, reference: ReferenceProgram, frame_bytes: int, first_sequence: int = 0) -> None:
        self._stream = stream
        self._reference = reference
        self.frame_bytes = frame_bytes
        self._sequence = first_sequence
        self.interaction = 0
        self.header_faults: list[str] = []
        self.preamble_faults: list[str] = []
        self.life_faults: list[str] = []
        self.position_faults: list[str] = []
        self.scalar_faults: list[str] = []
        self.worst = 0.0
        """The largest deviation found, in units of its tolerance."""

    def take(self, frame: Frame) -> None:
        """Compares one frame with the reference's next."""
        expected = self._reference.next()
        alive = ~np.isnan(expected.positions[:, 0])
        self._compare_header(frame.header)
        self._compare_preamble(frame.header, frame.particles, len(alive), int(alive.sum()))
        if len(alive) == len(frame.particles.values):
            self._compare_particles(frame.particles, expected, alive)
        self._sequence += 1

    def report(self, checks: Checks, what: str) -> None:
        """One line for each kind of fault."""
        kinds = {
            "headers": self.header_faults,
            "counts, times and clocks": self.preamble_faults,
            "NaN exactly where dead": self.life_faults,
            "positions": self.position_faults,
            "scalars": self.scalar_faults,
        }
        for kind, faults in kinds.items():
            checks.check(f"{what}: {kind}", not faults, "" if not faults else f"{len(faults)} faults: {faults[0]}")
        close_calls = self._reference.total("close_calls")
        checks.check(f"{what}: {self.worst:.0%} of the tolerance used", not close_calls and self.worst <= 1)

    def _compare_header(self, header: Header) -> None:
        expected = Header(
            ff.VERSION,
            ff.PARTICLES,
            0,
            self._stream,
            self.interaction,
            self._sequence,
            header.time_ns,
            self.frame_bytes,
        )
        if header != expected:
            self.header_faults.append(f"frame {self._sequence}: {header}, expected {expected}")

    def _compare_preamble(self, header: Header, particles: Particles, count: int, alive: int) -> None:
        found = (len(particles.values), particles.alive, particles.frame)
        expected = (count, alive, self._reference.frames - 1)
        if found != expected:
            self.preamble_faults.append(f"n, alive, frame: {found}, expected {expected}")
        if abs(particles.time - self._reference.seconds) > 1e-12 * max(1, abs(self._reference.seconds)):
            self.preamble_faults.append(f"frame {expected[2]}: time {particles.time}, not {self._reference.seconds}")
        clocks = (particles.computed_at_ns, header.time_ns, time.time_ns())
        if particles.compute_ns == 0 or not clocks[0] <= clocks[1] <= clocks[2]:
            self.preamble_faults.append(f"frame {expected[2]}: compute_ns {particles.compute_ns}, clocks {clocks}")

    def _compare_particles(self, particles: Particles, expected: Expected, alive: np.ndarray) -> None:
        name = f"frame {self._sequence}"
        nan = np.isnan(particles.values)
        as_dead = (nan[:, :3] == ~alive[:, None]).all(axis=1) & (nan[:, 3] == np.isnan(expected.scalars))
        for i in np.flatnonzero(~as_dead):
            state = "alive" if alive[i] else "dead"
            self.life_faults.append(f"{name}, particle {i}: {particles.values[i]}, expected {state}")
        values = particles.values.astype(float)
        distance = np.linalg.norm(values[:, :3] - expected.positions, axis=1)
        difference = np.abs(values[:, 3] - expected.scalars)
        self._note(self.position_faults, name, distance, expected.position_tolerance)
        self._note(self.scalar_faults, name, difference, expected.scalar_tolerance)

    def _note(self, faults: list[str], name: str, found: np.ndarray, tolerance: np.ndarray) -> None:
        both = ~np.isnan(found)
        ratio = found[both] / tolerance[both]
        self.worst = max(self.worst, float(ratio.max(initial=0.0)))
        for i in np.flatnonzero(both)[ratio > 1]:
            faults.append(f"{name}, particle {i}: off by {found[i]:.3g}, tolerance {tolerance[i]:.3g}")


def take(session: Session, comparison: Comparison, stream: int, granted: int, frames: int) -> int:
    """Takes more frames, one credit each; returns the new total of credits."""
    for _ in range(frames):
        granted += 1
        session.grant(stream, granted)
        comparison.take(session.next_frame(stream))
    return granted


def take_granted(session: Session, comparison: Comparison, stream: int, frames: int) -> None:
    """Takes frames that were granted before."""
    for _ in range(frames):
        comparison.take(session.next_frame(stream))


def stream_and_compare(session: Session, dataset: str, params: dict, frames: int) -> tuple[dict, Comparison]:
    """Starts a program, takes so many frames with one credit each, and stops it."""
    info = session.start(dataset, params, policy="every")
    comparison = Comparison(info["stream"], ReferenceProgram(dataset, params), info["frame_bytes"])
    for number in range(frames):
        session.grant(info["stream"], number + 1)
        comparison.take(session.next_frame(info["stream"]))
    session.call("program.stop", {"stream": info["stream"]})
    return info, comparison
