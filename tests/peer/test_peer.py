"""Runs a node and checks it, over the wire, against docs/protocol.md.

    python3 test_peer.py NODE_EXECUTABLE

Prints one line per check and, last, how many passed and failed. The exit code is 1 when any failed.

The program `particles` is checked against `ReferenceProgram`, which follows section 5 of the document in binary64. The
node computes in binary32; the tolerance of each particle is the bound that `Field` and `ReferenceRake` derive.
"""

from __future__ import annotations

import json
import re
import select
import subprocess
import sys
import time
import traceback
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Iterator, NamedTuple, Optional, Sequence

import numpy as np

import farfield_client as ff
from farfield_client import Connection, Frame, Header, Particles, RpcError, Session

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "protocol.md"

QUIET_S = 0.25
"""How long the absence of a message is watched for."""

# ---------------------------------------------------------------------------------------------------------------------
# Checks


class Checks:
    """Counts and prints."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    def check(self, what: str, good: Any, detail: Any = "") -> None:
        """One check, one line."""
        if good:
            self.passed += 1
        else:
            self.failed += 1
        print(f"{'ok    ' if good else 'FAILED'} {what}{f' [{detail}]' if detail != '' else ''}", flush=True)

    def equal(self, what: str, found: Any, expected: Any) -> None:
        """A check of equality that says what was found when it fails."""
        good = found == expected
        self.check(what, good, "" if good else f"found {found!r}, expected {expected!r}")

    def refused(self, what: str, code: int, call: Callable[[], Any], says: str = "") -> Optional[RpcError]:
        """The call must be answered with this error, and its message must contain `says`."""
        try:
            result = call()
        except RpcError as error:
            self.check(what, error.code == code and says in error.message, error)
            return error
        self.check(what, False, f"no error, but {result!r}")
        return None

    def silent(self, what: str, receive: Callable[[float], Any]) -> None:
        """Nothing must arrive for a while."""
        try:
            found = receive(QUIET_S)
        except TimeoutError:
            self.check(what, True)
            return
        self.check(what, False, f"came: {found!r:.200}")

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        """An exception ends the section, and is a failed check."""
        print(f"-- {name}", flush=True)
        try:
            yield
        except Exception as error:  # whatever went wrong, the next section is still worth running
            traceback.print_exc(file=sys.stdout)
            self.check(f"{name}: ran to its end", False, repr(error))


# ---------------------------------------------------------------------------------------------------------------------
# The node


class Node:
    """A node program, started for this test on a free port."""

    def __init__(self, executable: str) -> None:
        self._process = subprocess.Popen([executable, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
        self._told_to_end = False
        self.ready_line = ""
        self.port = 0

    def wait_until_ready(self, timeout: float = 10.0) -> None:
        """Reads the line that names the port."""
        assert self._process.stdout is not None
        if select.select([self._process.stdout], [], [], timeout)[0]:
            self.ready_line = self._process.stdout.readline().rstrip("\n")
        match = re.fullmatch(r"farfield-node ready host=127\.0\.0\.1 port=(\d+) protocol=1", self.ready_line)
        if not match:
            raise RuntimeError(f"the node is not ready: {self.ready_line!r}")
        self.port = int(match[1])

    def running(self) -> bool:
        """Whether the program still runs."""
        return self._process.poll() is None

    def terminate(self) -> None:
        """Tells the program that was started here to end, once: a second signal might cut its farewell short."""
        if not self._told_to_end:
            self._process.terminate()
        self._told_to_end = True

    def stop(self) -> int:
        """Ends the program that was started here, if it has not ended; returns its exit code."""
        self.terminate()
        try:
            return self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait(timeout=5)


@contextmanager
def viewing(node: Node) -> Iterator[Session]:
    """A session with an attached data connection; disconnected at the end."""
    session = Session("127.0.0.1", node.port)
    try:
        session.attach()
        yield session
    finally:
        session.disconnect()


@contextmanager
def connected(node: Node) -> Iterator[Connection]:
    """A bare connection."""
    connection = Connection("127.0.0.1", node.port)
    try:
        yield connection
    finally:
        connection.close()


# ---------------------------------------------------------------------------------------------------------------------
# The reference: built-in fields

EPSILON = 2.0**-24
"""Half a unit in the last place of 1 in binary32: the relative error of one rounding."""

Points = np.ndarray
"""m rows of x, y, z in binary64."""


class Field(NamedTuple):
    """A built-in field and what bounds the effect of binary32 on a path in it."""

    velocity: Callable[[np.ndarray, np.ndarray, np.ndarray], Sequence[np.ndarray]]
    upper: tuple[float, float, float]
    """The domain is [0, upper]."""
    lipschitz: float
    """No less than the norm of the velocity's Jacobian (in the Frobenius norm, from its entries' bounds)."""
    fastest: float
    """No less than the speed."""

    def at(self, points: Points) -> Points:
        """The velocity at each point."""
        return np.stack(np.broadcast_arrays(*self.velocity(*points.T)), axis=1)

    def face_distance(self, points: Points) -> np.ndarray:
        """How far each point is from the nearest face; negative outside."""
        return np.minimum(points, np.array(self.upper) - points).min(axis=1)

    def position_error(self) -> float:
        """Of a position that is rounded to binary32: half a unit in the last place of each of three components."""
        return float(np.sqrt(3)) * max(self.upper) * EPSILON

    def velocity_error(self) -> float:
        """Of a velocity computed in binary32 at a position rounded to binary32.

        The position's rounding moves it by lipschitz * position_error; sines, products and sums of a formula cost a
        few roundings of terms no larger than `fastest` each: 32 is generous.
        """
        return self.lipschitz * self.position_error() + 32 * self.fastest * EPSILON

    def step_error(self, step: float) -> float:
        """What one Runge-Kutta step in binary32 adds: the new position's rounding, and the velocities'."""
        return self.position_error() + abs(step) * self.velocity_error()


def cell(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> Sequence[np.ndarray]:
    return (
        np.sin(x) * (np.cos(y) - np.cos(z)),
        np.sin(y) * (np.cos(z) - np.cos(x)),
        np.sin(z) * (np.cos(x) - np.cos(y)),
    )


def abc(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> Sequence[np.ndarray]:
    a, b, c = np.sqrt(3), np.sqrt(2), 1.0
    return a * np.sin(z) + c * np.cos(y), b * np.sin(x) + a * np.cos(z), c * np.sin(y) + b * np.cos(x)


def taylor_green(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> Sequence[np.ndarray]:
    return np.sin(x) * np.cos(y) * np.cos(z), -np.cos(x) * np.sin(y) * np.cos(z), np.zeros_like(x)


def double_gyre(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> Sequence[np.ndarray]:
    pi = np.pi
    return (
        -0.1 * pi * np.sin(pi * x) * np.cos(pi * y),
        0.1 * pi * np.cos(pi * x) * np.sin(pi * y),
        np.zeros_like(x),
    )


def tornado(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> Sequence[np.ndarray]:
    a = x - (0.5 + 0.1 * np.sin(10 * z))
    b = y - (0.5 + 0.1 * np.cos(3 * z))
    d = np.sqrt(a * a + b * b)
    radius = 0.1 + 0.4 * z * z + 0.1 * z * np.sin(8 * z)
    thickness = 0.2 + 0.1 * z
    m = np.abs(radius - d)
    m = np.where(m > thickness, 0.8 - m, 1.0)
    h = np.maximum(0.0, 0.1 * (0.1 - d * z))
    e = np.sqrt(d * d + h * h)
    f = (radius + thickness - e) * m / ((e + 1e-11) * (1 + z))
    return f * b + 0.1 * a, -f * a + 0.1 * b, f * h


TWO_PI = 2 * np.pi
PERIOD = (TWO_PI, TWO_PI, TWO_PI)

FIELDS = {
    # Jacobians: six entries of at most 1 and three of at most 2.
    "analytic:cell": Field(cell, PERIOD, 18**0.5, 12**0.5),
    # The squares of its Jacobian's entries add up to A^2 + B^2 + C^2 = 6 everywhere.
    "analytic:abc": Field(abc, PERIOD, 6**0.5, 3 + 2**0.5),
    # Six entries of at most 1.
    "analytic:taylor-green": Field(taylor_green, PERIOD, 6**0.5, 2**0.5),
    # Four entries of at most 0.1 pi^2.
    "analytic:double-gyre": Field(double_gyre, (2.0, 1.0, 1.0), 0.2 * np.pi**2, 0.1 * np.pi * 2**0.5),
    # By sampling (2.3 and 0.25), away from the axis and from the jump at m = T: only for seeds that stay there.
    "analytic:tornado": Field(tornado, (1.0, 1.0, 1.0), 4.0, 0.5),
}


# ---------------------------------------------------------------------------------------------------------------------
# The reference: rakes and particles


def point(at: Sequence[float], particles_per_seed: int = 1) -> dict:
    """A rake of one seed."""
    return {"kind": "point", "at": list(at), "particles_per_seed": particles_per_seed}


def line(start: Sequence[float], end: Sequence[float], seeds: int, particles_per_seed: int = 1) -> dict:
    """A rake of seeds on a line."""
    ends = {"from": list(start), "to": list(end)}
    return {"kind": "line", **ends, "seeds": seeds, "particles_per_seed": particles_per_seed}


def plane(
    origin: Sequence[float],
    edge_u: Sequence[float],
    edge_v: Sequence[float],
    seeds: Sequence[int],
    particles_per_seed: int = 1,
) -> dict:
    """A rake of seeds on a parallelogram."""
    edges = {"origin": list(origin), "edge_u": list(edge_u), "edge_v": list(edge_v)}
    return {"kind": "plane", **edges, "seeds": list(seeds), "particles_per_seed": particles_per_seed}


def fractions(count: int) -> list[float]:
    """Where the seeds lie along an edge: both ends included, one alone in the middle."""
    return [0.5] if count == 1 else [i / (count - 1) for i in range(count)]


def seeds_of(rake: dict) -> Points:
    """A rake's seeds, in their order."""
    if rake["kind"] == "point":
        return np.array([rake["at"]], dtype=float)
    if rake["kind"] == "line":
        start, end = np.array(rake["from"], dtype=float), np.array(rake["to"], dtype=float)
        return np.array([start + f * (end - start) for f in fractions(rake["seeds"])])
    origin, u, v = (np.array(rake[name], dtype=float) for name in ("origin", "edge_u", "edge_v"))
    across, along = (fractions(count) for count in rake["seeds"])
    return np.array([origin + fu * u + fv * v for fv in along for fu in across])


class Settings(NamedTuple):
    """The settings of a program that are not its rakes."""

    step: float
    steps_per_frame: int = 1
    max_age_frames: int = 200
    developed: bool = False


class Expected(NamedTuple):
    """What the particles of a frame must be."""

    positions: Points
    """NaN where dead."""
    scalars: np.ndarray
    position_tolerance: np.ndarray
    scalar_tolerance: np.ndarray


class ReferenceRake:
    """The particles of one rake, frame by frame, as section 5 describes them.

    `bound` is how far each particle of a node that computes in binary32 may be from this one: a step carries a distance
    on, at most exp(lipschitz * step) times larger, and adds the field's `step_error`. A seed is off by its rounding,
    for which three roundings are allowed (the fraction, the edge times it, the sum).

    Which side of a face a particle is on is certain only when it is farther from the face than its bound.
    `close_calls` counts the particles for which that was not so; the rakes of this test are chosen so that it stays 0.
    """

    def __init__(self, field: Field, rake: dict, settings: Settings) -> None:
        per_seed = rake["particles_per_seed"]
        period = settings.max_age_frames + 1
        seeds = seeds_of(rake)
        self._field = field
        self._seeds = np.repeat(seeds, per_seed, axis=0)
        self._release = np.tile([k * period // per_seed for k in range(per_seed)], len(seeds))
        self._inside = field.face_distance(self._seeds) >= 0
        self._positions = np.full_like(self._seeds, np.nan)
        self._bound = np.zeros(len(self._seeds))
        self._ages = np.zeros(len(self._seeds), dtype=int)
        self._alive = np.zeros(len(self._seeds), dtype=bool)
        self._frame = 0
        self.close_calls = 0
        self.deaths_of_age = 0
        self.deaths_at_faces = 0
        if settings.developed:
            for _ in range(period):
                self.next(settings)

    def next(self, settings: Settings) -> Expected:
        """Computes the next frame of these particles."""
        moving = np.flatnonzero(self._alive)
        waiting = np.flatnonzero(~self._alive & self._inside & (self._frame >= self._release))
        self._release_at_seeds(waiting)
        self._grow_older(moving, settings)
        self._frame += 1
        return self._expected()

    def _release_at_seeds(self, which: np.ndarray) -> None:
        self._positions[which] = self._seeds[which]
        self._bound[which] = 3 * self._field.position_error()
        self._ages[which] = 0
        self._alive[which] = True

    def _grow_older(self, which: np.ndarray, settings: Settings) -> None:
        self._ages[which] += 1
        too_old = self._ages[which] >= settings.max_age_frames
        self._kill(which[too_old])
        self.deaths_of_age += int(too_old.sum())
        which = which[~too_old]
        for _ in range(settings.steps_per_frame):
            which = self._step(which, settings.step)

    def _step(self, which: np.ndarray, h: float) -> np.ndarray:
        """One Runge-Kutta step of each of these particles; returns those that stayed inside the domain.

        The position that a step leads to is taken for one of its stages: the scalar must be known there.
        """
        field, p = self._field, self._positions[which]
        k1 = field.at(p)
        k2 = field.at(p + h / 2 * k1)
        k3 = field.at(p + h / 2 * k2)
        k4 = field.at(p + h * k3)
        end = p + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        self._positions[which] = end
        self._bound[which] = self._bound[which] * np.exp(field.lipschitz * abs(h)) + field.step_error(h)
        stages = (p, p + h / 2 * k1, p + h / 2 * k2, p + h * k3, end)
        distances = np.array([field.face_distance(stage) for stage in stages])
        self.close_calls += int((np.abs(distances) < self._bound[which]).any(axis=0).sum())
        outside = (distances < 0).any(axis=0)
        self._kill(which[outside])
        self.deaths_at_faces += int(outside.sum())
        return which[~outside]

    def _kill(self, which: np.ndarray) -> None:
        self._positions[which] = np.nan
        self._alive[which] = False

    def _expected(self) -> Expected:
        scalars = np.linalg.norm(self._field.at(self._positions), axis=1)
        scalar_tolerance = self._field.lipschitz * self._bound + self._field.velocity_error()
        return Expected(self._positions.copy(), scalars, self._bound.copy(), scalar_tolerance)


class ReferenceProgram:
    """What the frames of a program `particles` must hold."""

    def __init__(self, dataset: str, params: dict) -> None:
        self._field = FIELDS[dataset]
        self._rakes: list[dict] = []
        self._parts: list[ReferenceRake] = []
        self._settings = Settings(0)
        self.frames = 0
        self.seconds = 0.0
        self.close_calls_before = 0
        self.update(params)

    def update(self, params: dict) -> None:
        """Takes over what program.start or program.update set: see the end of 'What the program does'."""
        old, names = self._settings, Settings._fields
        self._settings = old._replace(**{name: params[name] for name in names if name in params})
        all_anew = (old.max_age_frames, old.developed) != (self._settings.max_age_frames, self._settings.developed)
        rakes = params.get("rakes", self._rakes)
        parts = []
        for place, rake in enumerate(rakes):
            goes_on = not all_anew and place < len(self._rakes) and rake == self._rakes[place]
            parts.append(self._parts[place] if goes_on else ReferenceRake(self._field, rake, self._settings))
        self._rakes, self._parts = rakes, parts

    def next(self) -> Expected:
        """The next frame."""
        if self.frames > 0:
            self.seconds += self._settings.step * self._settings.steps_per_frame
        self.frames += 1
        parts = [part.next(self._settings) for part in self._parts]
        return Expected(*(np.concatenate(column) for column in zip(*parts)))

    def total(self, counter: str) -> int:
        """A counter of `ReferenceRake`, over all rakes."""
        return sum(getattr(part, counter) for part in self._parts)


# ---------------------------------------------------------------------------------------------------------------------
# Comparing frames with the reference


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
        for i in np.flatnonzero((nan.all(axis=1) != ~alive) | (nan.any(axis=1) != ~alive)):
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


def stream_and_compare(session: Session, dataset: str, params: dict, frames: int) -> tuple[dict, Comparison]:
    """Starts a program, takes so many frames with one credit each, and stops it."""
    info = session.start(dataset, params, policy="every")
    comparison = Comparison(info["stream"], ReferenceProgram(dataset, params), info["frame_bytes"])
    for number in range(frames):
        session.grant(info["stream"], number + 1)
        comparison.take(session.next_frame(info["stream"]))
    session.call("program.stop", {"stream": info["stream"]})
    return info, comparison


# ---------------------------------------------------------------------------------------------------------------------
# The examples of the document

HEX_BYTE = re.compile(r"[0-9a-f]{2}")


def hex_examples(document: str) -> list[list[bytes]]:
    """The document's examples in hex: of each, the bytes of its lines."""
    examples = []
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", document, re.DOTALL | re.MULTILINE):
        block = re.sub(r"\((\d+) bytes of zero\)", lambda match: "00 " * int(match[1]), block).replace("...", "")
        lines = [text.split() for text in block.splitlines()]
        if not language and all(HEX_BYTE.fullmatch(word) for words in lines for word in words):
            examples.append([bytes.fromhex("".join(words)) for words in lines])
    return examples


EXAMPLE_TIME_NS = 1_700_000_000 * 10**9


def check_examples(checks: Checks) -> None:
    """Encodes and decodes every example of the document."""
    document = DOCUMENT.read_text(encoding="utf-8")
    examples = hex_examples(document)
    checks.equal("examples: the document has five", len(examples), 5)
    header, opening, echoes, particles, credit = examples
    check_header_example(checks, b"".join(header))
    check_open_example(checks, b"".join(opening), document)
    check_echo_examples(checks, echoes)
    check_particles_example(checks, b"".join(particles))
    check_credit_example(checks, b"".join(credit))


def check_header_example(checks: Checks, example: bytes) -> None:
    expected = Header(1, ff.PARTICLES, 0, 1, 7, 28, EXAMPLE_TIME_NS, 224)
    encoded = ff.encode_message(
        ff.PARTICLES, bytes(224), stream=1, interaction=7, sequence=28, time_ns=EXAMPLE_TIME_NS
    )
    checks.equal("examples: a frame's header decoded", ff.decode_header(example), expected)
    checks.equal("examples: a frame's header encoded", encoded[:40], example)


def check_open_example(checks: Checks, example: bytes, document: str) -> None:
    text, size = re.search(r"`(\{\"jsonrpc\".*?\})` is (\d+) bytes", document).groups()
    payload = ff.encode_json(
        {"jsonrpc": "2.0", "id": 1, "method": "session.open", "params": {"protocol": [1]}}
    )
    encoded = ff.encode_message(ff.CONTROL, payload, time_ns=EXAMPLE_TIME_NS)
    checks.equal("examples: session.open decoded", ff.decode_header(example).payload_bytes, int(size))
    checks.equal("examples: session.open's JSON encoded", payload, text.encode())
    checks.equal("examples: session.open encoded", encoded[: len(example)], example)


def check_echo_examples(checks: Checks, examples: list[bytes]) -> None:
    reply_time_ns = EXAMPLE_TIME_NS + 0x10000
    headers = [
        Header(1, ff.ECHO, 0, 0, 0, 5, EXAMPLE_TIME_NS, 0),
        Header(1, ff.ECHO, ff.FLAG_REPLY, 0, 0, 5, reply_time_ns, 0),
    ]
    encoded = [
        ff.encode_message(ff.ECHO, sequence=5, time_ns=EXAMPLE_TIME_NS),
        ff.encode_message(ff.ECHO, sequence=5, flags=ff.FLAG_REPLY, time_ns=reply_time_ns),
    ]
    checks.equal("examples: Echo and reply decoded", [ff.decode_header(example) for example in examples], headers)
    checks.equal("examples: Echo and reply encoded", encoded, examples)


def check_particles_example(checks: Checks, example: bytes) -> None:
    found = ff.decode_particles(example)
    fields = (found.alive, found.frame, found.compute_ns, found.computed_at_ns, found.time, found.values.tolist())
    expected = (1, 28, 65_536, EXAMPLE_TIME_NS - 65_536, 0.28, [[1.0, 2.0, 3.0, 0.5]])
    values = np.array([[1, 2, 3, 0.5]], dtype=np.float32)
    encoded = ff.encode_particles(Particles(1, 28, 65_536, EXAMPLE_TIME_NS - 65_536, 0.28, values))
    checks.equal("examples: a frame of particles decoded", fields, expected)
    checks.equal("examples: a frame of particles encoded", encoded, example)


def check_credit_example(checks: Checks, example: bytes) -> None:
    expected = Header(1, ff.CREDIT, 0, 1, 0, 12, EXAMPLE_TIME_NS, 0)
    encoded = ff.encode_message(ff.CREDIT, stream=1, sequence=12, time_ns=EXAMPLE_TIME_NS)
    checks.equal("examples: Credit decoded", ff.decode_header(example), expected)
    checks.equal("examples: Credit encoded", encoded, example)


# ---------------------------------------------------------------------------------------------------------------------
# The programs that the checks run

ABC = "analytic:abc"

STEP = 1 / 64
"""A power of two, so that binary32 holds it exactly."""

MIDDLE_LINE = line([2.5, 2.75, 3.0], [3.5, 3.25, 3.75], seeds=7, particles_per_seed=4)
MIDDLE_PLANE = plane([2.75, 2.5, 2.75], [0.75, 0.25, 0], [0, 0.5, 0.75], seeds=[3, 4], particles_per_seed=6)
MOVED_PLANE = plane([3.0, 2.75, 2.5], [0.5, 0, 0.5], [0, 0.75, 0.25], seeds=[3, 4], particles_per_seed=6)

PARAMS = {"rakes": [MIDDLE_LINE, MIDDLE_PLANE], "step": STEP, "max_age_frames": 40}
"""A life of 39 steps is 0.61 time units: at less than 3.2 units per component, no particle reaches a face 2.5 away."""

PARTICLE_COUNT = 7 * 4 + 12 * 6


def check_session(checks: Checks, node: Node) -> None:
    """session.open and session.attach."""
    with viewing(node) as session:
        welcome = session.welcome
        checks.equal("session.open: protocol", welcome["protocol"], 1)
        strings = all(isinstance(welcome[name], str) for name in ("session", "secret", "node"))
        checks.check("session.open: session, secret and node are strings", strings)
        checks.check("session.open: node names itself", welcome["node"].startswith("farfield-node "), welcome["node"])
        times = (welcome["heartbeat_ms"], welcome["timeout_ms"])
        checks.equal("session.open: heartbeat and timeout", times, (1000, 10000))
        names = {"max_frame_bytes", "max_particles", "max_streams"}
        checks.check("session.open: limits", names <= set(welcome["limits"]), welcome["limits"])


def check_datasets(checks: Checks, node: Node) -> None:
    """dataset.list and dataset.open."""
    with viewing(node) as session:
        listed = session.call("dataset.list")["datasets"]
        kinds = {entry["name"]: entry["kind"] for entry in listed}
        checks.check("dataset.list: kinds", set(kinds.values()) <= {"analytic", "file", "recording"}, kinds)
        checks.check("dataset.list: all built-in fields", all(kinds.get(name) == "analytic" for name in FIELDS))
        for name, field in FIELDS.items():
            check_exact_field(checks, session.call("dataset.open", {"dataset": name}), name, field)
        sampled = session.call("dataset.open", {"dataset": "analytic:abc:16"})
        checks.equal("dataset.open: a sampled field is uniform", sampled["kind"], "uniform")
        checks.equal("dataset.open: its nodes", sampled.get("dims"), [16, 16, 16])
        wrong = {"dataset": "analytic:nowhere"}
        checks.refused("dataset.open: an unknown one is not found", -32004, lambda: session.call("dataset.open", wrong))


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


def check_hundred_frames(checks: Checks, node: Node) -> None:
    """Every particle of every frame, through releases, deaths of age and further lives."""
    with viewing(node) as session:
        info = session.start(ABC, PARAMS, policy="every", interaction=3)
        stream = info["stream"]
        counts = (info["particles"], info["frame_bytes"], info["seeds_outside"], info["developed"])
        checks.equal("program.start: its answer", counts, (PARTICLE_COUNT, 64 + 16 * PARTICLE_COUNT, 0, False))
        checks.equal("program.start: the scalar", info["scalar"]["name"], "speed")
        checks.silent("credits: none, no frame", lambda timeout: session.next_frame(stream, timeout))
        reference = ReferenceProgram(ABC, PARAMS)
        comparison = Comparison(stream, reference, info["frame_bytes"])
        comparison.interaction = 3
        for number in range(100):
            session.grant(stream, number + 1)
            comparison.take(session.next_frame(stream))
        comparison.report(checks, "100 frames")
        checks.check("100 frames: deaths of age happened", reference.total("deaths_of_age") > PARTICLE_COUNT)
        session.grant(stream, 100)
        session.grant(stream, 99)
        checks.silent("credits: a total not larger changes nothing", lambda t: session.next_frame(stream, t))
        session.call("program.stop", {"stream": stream})
        session.grant(stream, 101)
        checks.silent("credits: ignored after program.stop", lambda t: session.next_frame(stream, t))
        request = {"stream": stream}
        checks.refused("program.stop: a stream is gone", -32004, lambda: session.call("program.stop", request))


def check_fields(checks: Checks, node: Node) -> None:
    """The formulas of the built-in fields."""
    with viewing(node) as session:
        for name, field in FIELDS.items():
            upper = np.array(field.upper)
            rake = line(list(0.25 * upper), list(upper * [0.8, 0.3, 0.7]), seeds=9, particles_per_seed=2)
            params = {"rakes": [rake], "step": STEP, "max_age_frames": 8}
            _, comparison = stream_and_compare(session, name, params, 20)
            comparison.report(checks, name)


def check_large_steps(checks: Checks, node: Node) -> None:
    """Steps so large that any other method of integration would differ by far more than the tolerance."""
    with viewing(node) as session:
        _, comparison = stream_and_compare(session, ABC, {**PARAMS, "step": 1 / 4, "max_age_frames": 3}, 12)
        comparison.report(checks, "large steps")


def check_time(checks: Checks, node: Node) -> None:
    """The time of the document's example: the 29th frame, 28 steps of 0.01 after the start."""
    with viewing(node) as session:
        info = session.start(ABC, {**PARAMS, "step": 0.01}, policy="every")
        session.grant(info["stream"], 29)
        for _ in range(29):
            particles = session.next_frame(info["stream"]).particles
        close = abs(particles.time - 0.28) < 1e-12
        checks.check("time: 28 steps of 0.01", particles.frame == 28 and close, f"{particles.time!r}")


def check_faces(checks: Checks, node: Node) -> None:
    """Particles that leave the domain, upstream, several steps per frame; seeds outside; one seed per edge."""
    rakes = [
        point([0.3, 6.0, 3.1], particles_per_seed=3),
        line([-0.8, 0.5, 0.5], [1.3, 0.5, 0.5], seeds=4, particles_per_seed=2),
        line([0.2, 0.4, 0.6], [0.6, 0.4, 0.2], seeds=1, particles_per_seed=2),
        plane([0.25, 0.25, 0.25], [5.75, 0, 0], [0, 5.75, 0], seeds=[5, 1], particles_per_seed=3),
    ]
    params = {"rakes": rakes, "step": -1 / 32, "steps_per_frame": 2, "max_age_frames": 12}
    with viewing(node) as session:
        info, comparison = stream_and_compare(session, ABC, params, 90)
        checks.equal("faces: seeds outside", info["seeds_outside"], 2)
        comparison.report(checks, "faces")
        reference = ReferenceProgram(ABC, params)
        for _ in range(90):
            reference.next()
        deaths = (reference.total("deaths_at_faces"), reference.total("deaths_of_age"))
        checks.check("faces: deaths of both kinds happened", min(deaths) > 10, deaths)


def check_developed(checks: Checks, node: Node) -> None:
    """A flow that begins filled."""
    with viewing(node) as session:
        info, comparison = stream_and_compare(session, ABC, {**PARAMS, "developed": True}, 60)
        checks.equal("developed: the answer says so", info["developed"], True)
        comparison.report(checks, "developed")


def check_update(checks: Checks, node: Node) -> None:
    """Each change with an interaction number, and what goes on or starts over after it."""
    with viewing(node) as session:
        info = session.start(ABC, PARAMS, policy="every")
        stream = info["stream"]
        reference = ReferenceProgram(ABC, PARAMS)
        comparison = Comparison(stream, reference, info["frame_bytes"])
        changes = [  # a rake moves; steps; the age limit; a rake goes; developed; a rake comes, and is developed
            (7, {"rakes": [MIDDLE_LINE, MOVED_PLANE]}),
            (8, {"step": STEP / 2, "steps_per_frame": 3}),
            (12, {"max_age_frames": 20}),
            (13, {"rakes": [MIDDLE_LINE]}),
            (14, {"developed": True}),
            (15, {"rakes": [MIDDLE_LINE, MOVED_PLANE]}),
        ]
        granted = take(session, comparison, stream, 0, 25)
        for interaction, params in changes:
            request = {"stream": stream, "interaction": interaction, "params": params}
            answer = session.call("program.update", request)
            reference.update(params)
            comparison.interaction = interaction
            comparison.frame_bytes = answer["frame_bytes"]
            granted = take(session, comparison, stream, granted, 25)
        comparison.report(checks, "program.update")
        checks.equal("program.update: its answer", (answer["particles"], answer["developed"]), (PARTICLE_COUNT, True))
        check_update_under_way(checks, session)


def take(session: Session, comparison: Comparison, stream: int, granted: int, frames: int) -> int:
    """Takes more frames, one credit each; returns the new total of credits."""
    for _ in range(frames):
        granted += 1
        session.grant(stream, granted)
        comparison.take(session.next_frame(stream))
    return granted


def check_update_under_way(checks: Checks, session: Session) -> None:
    """A rake moves while many frames are granted: the interaction number tells where the change begins."""
    info = session.start(ABC, PARAMS, policy="every", rate=200)
    stream = info["stream"]
    reference = ReferenceProgram(ABC, PARAMS)
    comparison = Comparison(stream, reference, info["frame_bytes"])
    session.grant(stream, 1000)
    take_granted(session, comparison, stream, 5)
    change = {"rakes": [MIDDLE_LINE, MOVED_PLANE]}
    session.call("program.update", {"stream": stream, "interaction": 21, "params": change})
    before = 0
    frame = session.next_frame(stream)
    while frame.header.interaction != 21 and before < 1000:
        comparison.take(frame)
        frame = session.next_frame(stream)
        before += 1
    reference.update(change)
    comparison.interaction = 21
    comparison.take(frame)
    take_granted(session, comparison, stream, 45)
    comparison.report(checks, "program.update under way")
    session.call("program.stop", {"stream": stream})


def take_granted(session: Session, comparison: Comparison, stream: int, frames: int) -> None:
    """Takes frames that were granted before."""
    for _ in range(frames):
        comparison.take(session.next_frame(stream))


def check_pause(checks: Checks, node: Node) -> None:
    """program.pause, program.step, program.resume, and calls sent twice."""
    with viewing(node) as session:
        info = session.start(ABC, PARAMS, policy="every", paused=True, rate=200, call_id="start")
        stream = info["stream"]
        again = session.start(ABC, PARAMS, policy="every", paused=True, rate=200, call_id="start")
        checks.equal("a call sent again: the stored answer", again, info)
        comparison = Comparison(stream, ReferenceProgram(ABC, PARAMS), info["frame_bytes"])
        session.grant(stream, 1000)
        nothing = "no further frame"
        checks.silent("program.start paused: no frame", lambda t: session.next_frame(stream, t))

        checks.equal("program.step: its answer", session.call("program.step", {"stream": stream}, call_id=900), {})
        take_granted(session, comparison, stream, 1)
        session.call("program.step", {"stream": stream}, call_id=900)
        checks.silent("a call sent again is not run again", lambda t: session.next_frame(stream, t))

        session.call("program.step", {"stream": stream, "frames": 3})
        take_granted(session, comparison, stream, 3)
        checks.silent(f"program.step by 3: three frames, {nothing}", lambda t: session.next_frame(stream, t))

        checks.equal("program.resume: its answer", session.call("program.resume", {"stream": stream}), {})
        take_granted(session, comparison, stream, 20)
        checks.equal("program.pause: its answer", session.call("program.pause", {"stream": stream}), {})
        drain(session, comparison, stream)
        checks.silent(f"program.pause: {nothing}", lambda t: session.next_frame(stream, t))
        session.call("program.resume", {"stream": stream})
        take_granted(session, comparison, stream, 20)
        comparison.report(checks, "pause, step, resume")


def drain(session: Session, comparison: Comparison, stream: int) -> None:
    """Takes the frames that were on their way when the program was paused."""
    try:
        while True:
            comparison.take(session.next_frame(stream, 2 * QUIET_S))
    except TimeoutError:
        return


def check_echo(checks: Checks, node: Node) -> None:
    """Round trip and clock offset, on both connections."""
    with viewing(node) as session:
        for name, connection in (("control", session.control), ("data", session.data)):
            payload = bytes(range(256)) * 256
            trip = connection.echo(payload, stream=11, interaction=12)
            header = trip.reply.header
            fields = (header.flags, header.stream, header.interaction, len(trip.reply.payload))
            checks.equal(f"Echo on {name}: flags, stream, interaction, length", fields, (1, 11, 12, 65_536))
            checks.check(f"Echo on {name}: the payload comes back", trip.reply.payload == payload)
            good = abs(trip.clock_ahead_ns) <= trip.round_trip_ns / 2 + 1000
            detail = f"round trip {trip.round_trip_ns / 1e3:.0f} us, ahead {trip.clock_ahead_ns / 1e3:.0f} us"
            checks.check(f"Echo on {name}: one clock, no offset beyond half the round trip", good, detail)
            connection.send(ff.ECHO, flags=ff.FLAG_REPLY, sequence=99_999)
            connection.echo()
            checks.equal(f"Echo on {name}: a reply is not answered", connection.stray_replies, 0)


def check_refusals(checks: Checks, node: Node) -> None:
    """Calls that must be refused, each with its code."""
    with viewing(node) as session:
        call, start = session.call, session.start
        bad = {**PARAMS, "max_age": 40}
        checks.refused("refused: an unknown setting", -32602, lambda: start(ABC, bad), "max_age")
        checks.refused("refused: an unknown parameter", -32602, lambda: start(ABC, PARAMS, burst=1), "burst")
        odd_rake = {"rakes": [{**MIDDLE_LINE, "colour": "red"}], "step": STEP}
        checks.refused("refused: an unknown part of a rake", -32602, lambda: start(ABC, odd_rake), "colour")
        checks.refused("refused: a parameter where none is", -32602, lambda: call("dataset.list", {"all": True}), "all")
        checks.refused("refused: rakes missing", -32602, lambda: start(ABC, {"step": STEP}), "rakes")
        checks.refused("refused: a step of 0", -32602, lambda: start(ABC, {**PARAMS, "step": 0}), "step")
        checks.refused("refused: an unknown method", -32601, lambda: call("program.rewind", {}))
        checks.refused("refused: an unknown stream", -32004, lambda: call("program.pause", {"stream": 4711}))
        checks.refused("refused: an unknown dataset", -32004, lambda: start("analytic:nowhere", PARAMS))
        small = 64 + 16 * PARTICLE_COUNT - 1
        error = checks.refused("refused: too small a slot", -32003, lambda: start(ABC, PARAMS, slot_bytes=small))
        limit = {"limit": "slot_bytes", "value": small, "asked": small + 1}
        checks.equal("refused: too small a slot, its data", error and error.data, limit)
        session.control.send(ff.CONTROL, b'{"jsonrpc":"2.0","id":')
        checks.refused("refused: a payload that is no JSON", -32700, lambda: session.call("dataset.list"))
        session.control.send(ff.CONTROL, b'{"jsonrpc":"2.0","id":77,"method":4}')
        checks.refused("refused: no request", -32600, lambda: session.caller.answer(77))
        checks.check("refused: the session goes on", call("dataset.list", timeout=2)["datasets"])


def check_attach(checks: Checks, node: Node) -> None:
    """The data connection: a wrong secret, a wrong session, a new one after a loss."""
    with viewing(node) as session:
        name, secret = session.welcome["session"], session.welcome["secret"]
        for what, code, params in (
            ("wrong secret", -32001, {"session": name, "secret": secret[::-1] + "x"}),
            ("unknown session", -32004, {"session": name + "x", "secret": secret}),
        ):
            with connected(node) as connection:
                caller = ff.Caller(connection)
                checks.refused(f"session.attach: {what}", code, lambda: caller.call("session.attach", params))
        info = session.start(ABC, PARAMS, policy="every")
        stream = info["stream"]
        reference = ReferenceProgram(ABC, PARAMS)
        comparison = Comparison(stream, reference, info["frame_bytes"])
        take(session, comparison, stream, 0, 10)
        session.attach()
        checks.silent("session.attach again: no credit, no frame", lambda t: session.next_frame(stream, t))
        take(session, comparison, stream, 0, 10)
        comparison.report(checks, "session.attach again")


def check_skipped(checks: Checks, node: Node) -> None:
    """Messages of unknown type are skipped by their length, also before the session is open."""
    for size in (1000, 65536):
        with connected(node) as connection:
            connection.send(77, bytes(size))
            check_opens(checks, f"unknown type of {size} bytes skipped before session.open", connection)
    with viewing(node) as session:
        session.control.send(77, bytes(ff.MAX_SKIPPED_BYTES), stream=1, sequence=9)
        checks.check("unknown type skipped on control", session.call("dataset.list")["datasets"])
        session.data.send(200, b"whatever")
        session.data.send(3, b"reserved")
        checks.check("unknown type skipped on data", session.data.echo().reply)


def check_opens(checks: Checks, what: str, connection: Connection) -> None:
    """A session can be opened on this connection."""
    try:
        checks.check(what, ff.Caller(connection).call("session.open", {"protocol": [1]})["session"])
    except (RpcError, ConnectionError) as error:
        checks.check(what, False, error)


def check_broken(checks: Checks, node: Node) -> None:
    """Broken messages: an error, then the end of the connection, and nobody else is affected."""
    header = ff.HEADER.pack
    now = time.time_ns()
    long_call = ff.encode_json(
        {"jsonrpc": "2.0", "id": 1, "method": "session.open", "params": {"protocol": [1], "client": "x" * 65_536}}
    )
    cases = [
        ("garbage", -32005, b"GET / HTTP/1.1\r\nHost: farfield.example\r\nAccept: */*\r\n\r\n"),
        ("version 2", -32002, header(ff.MAGIC, 2, ff.CONTROL, 0, 0, 0, 0, now, 2) + b"{}"),
        ("2^60 bytes of Control", -32005, header(ff.MAGIC, 1, ff.CONTROL, 0, 0, 0, 0, now, 1 << 60)),
        ("2^60 bytes of an unknown type", -32005, header(ff.MAGIC, 1, 99, 0, 0, 0, 0, now, 1 << 60)),
        ("an Echo of 65,537 bytes", -32005, header(ff.MAGIC, 1, ff.ECHO, 0, 0, 0, 0, now, 65_537)),
        ("a first call beyond 65,536 bytes", -32005, ff.encode_message(ff.CONTROL, long_call)),
    ]
    with viewing(node) as bystander:
        info = bystander.start(ABC, PARAMS, policy="every")
        comparison = Comparison(info["stream"], ReferenceProgram(ABC, PARAMS), info["frame_bytes"])
        granted = 0
        for what, code, data in cases:
            with connected(node) as connection:
                connection.send_bytes(data)
                check_error_and_end(checks, what, code, connection)
            granted = take(bystander, comparison, info["stream"], granted, 5)
        check_broken_in_session(checks, node)
        take(bystander, comparison, info["stream"], granted, 5)
        comparison.report(checks, "broken messages: another session")
        checks.check("broken messages: another session's calls", bystander.call("dataset.list"))
    checks.check("broken messages: the node goes on", node.running())


def check_broken_in_session(checks: Checks, node: Node) -> None:
    """Broken messages on the connections of a session."""
    with viewing(node) as session:
        info = session.start(ABC, PARAMS, policy="every")
        session.grant(info["stream"], 1_000_001)
        check_error_and_end(checks, "a Credit too far ahead", -32005, session.data)
        session.attach()
        session.grant(info["stream"], 1)
        frame = session.next_frame(info["stream"])
        checks.equal("broken messages: the session can attach anew", frame.header.stream, info["stream"])
        session.control.send_bytes(bytes(40))
        check_error_and_end(checks, "40 bytes of zero on control", -32005, session.control)
        session.data.wait_for_end()
        checks.check("the data connection ends with the control connection", True)


def check_error_and_end(checks: Checks, what: str, code: int, connection: Connection) -> None:
    """An error whose id is null must come, then the end."""
    error = checks.refused(f"broken: {what}", code, lambda: ff.Caller(connection).answer("none"))
    checks.check(f"broken: {what}: the error's id is null", error is not None and error.call_id is None)
    if code == -32002:
        checks.equal(f"broken: {what}: data", error and error.data, {"supported": [1]})
    connection.wait_for_end()
    checks.check(f"broken: {what}: the connection is closed", True)


def check_versions(checks: Checks, node: Node) -> None:
    """session.open with other versions."""
    with connected(node) as connection:
        request = {"protocol": [2, 3]}
        caller = ff.Caller(connection)
        error = checks.refused("session.open: other versions", -32002, lambda: caller.call("session.open", request))
        checks.equal("session.open: other versions, data", error and error.data, {"supported": [1]})
    with connected(node) as connection:
        opened = ff.Caller(connection).call("session.open", {"protocol": [1, 2]})
        checks.equal("session.open: one of several versions", opened["protocol"], 1)
    with connected(node) as connection:
        caller = ff.Caller(connection)
        try:
            caller.call("dataset.list")
            checks.check("another call before session.open is refused", False)
        except (RpcError, ConnectionError) as error:
            checks.check("another call before session.open is refused", True, error)


def check_ended(checks: Checks, node: Node) -> None:
    """program.ended, `frames`, and `rate`."""
    with viewing(node) as session:
        info = session.start(ABC, PARAMS, policy="latest", frames=21, rate=100)
        stream = info["stream"]
        comparison = Comparison(stream, ReferenceProgram(ABC, PARAMS), info["frame_bytes"])
        began = time.monotonic()
        session.grant(stream, 1000)
        take_granted(session, comparison, stream, 21)
        seconds = time.monotonic() - began
        ended = session.notification("program.ended")
        checks.equal("program.ended: stream and reason", (ended["stream"], ended["reason"]), (stream, "finished"))
        checks.check("program.ended: a message", isinstance(ended["message"], str))
        checks.silent("program.ended: no frame after it", lambda t: session.next_frame(stream, t))
        checks.check("rate: 21 frames at 100 a second take 0.2 s or more", seconds > 0.19, f"{seconds:.3f} s")
        comparison.report(checks, "21 frames, policy latest")


def check_streams(checks: Checks, node: Node) -> None:
    """Two streams of one session, each with its own credits and sequence numbers."""
    with viewing(node) as session:
        other = {"rakes": [MOVED_PLANE], "step": -STEP, "max_age_frames": 15}
        comparisons = {}
        for params in (PARAMS, other):
            info = session.start(ABC, params, policy="every")
            comparison = Comparison(info["stream"], ReferenceProgram(ABC, params), info["frame_bytes"])
            comparisons[info["stream"]] = comparison
        checks.equal("two streams: two numbers", len(comparisons), 2)
        for granted in range(1, 31):
            for stream in comparisons:
                session.grant(stream, granted)
            for stream, comparison in comparisons.items():
                comparison.take(session.next_frame(stream))
        for place, comparison in enumerate(comparisons.values()):
            comparison.report(checks, f"two streams: number {place + 1}")


def check_close(checks: Checks, node: Node) -> None:
    """session.close."""
    with viewing(node) as session:
        checks.equal("session.close: its answer", session.call("session.close"), {})
        session.control.wait_for_end()
        session.data.wait_for_end()
        checks.check("session.close: both connections are closed", True)
        with connected(node) as connection:
            params = {"session": session.welcome["session"], "secret": session.welcome["secret"]}
            caller = ff.Caller(connection)
            checks.refused("session.close: the session is gone", -32004, lambda: caller.call("session.attach", params))


def check_shutdown(checks: Checks, node: Node) -> None:
    """session.ended, when the node is told to end; this must be the last section."""
    with viewing(node) as session:
        session.start(ABC, PARAMS)
        node.terminate()
        ended = session.notification("session.ended")
        checks.check("session.ended: a message", isinstance(ended["message"], str), ended["message"])
        session.control.wait_for_end()
        session.data.wait_for_end()
        checks.check("session.ended: both connections are closed", True)
    checks.equal("the node's exit code", node.stop(), 0)


SECTIONS: list[Callable[[Checks, Node], None]] = [
    check_session,
    check_datasets,
    check_hundred_frames,
    check_fields,
    check_large_steps,
    check_time,
    check_faces,
    check_developed,
    check_update,
    check_pause,
    check_echo,
    check_refusals,
    check_attach,
    check_skipped,
    check_versions,
    check_broken,
    check_ended,
    check_streams,
    check_close,
    check_shutdown,
]


def check_node(checks: Checks, executable: str) -> None:
    """Starts a node, runs all sections, stops it."""
    node = Node(executable)
    try:
        with checks.section("check_ready"):
            node.wait_until_ready()
            checks.check("the node is ready", True, node.ready_line)
        for section in SECTIONS:
            if not node.running():
                checks.check(f"{section.__name__}: the node runs", False)
            elif node.port:
                with checks.section(section.__name__):
                    section(checks, node)
    finally:
        node.stop()


def main(arguments: list[str]) -> int:
    """Returns the exit code."""
    if len(arguments) != 2:
        print(__doc__)
        return 2
    checks = Checks()
    with checks.section("check_examples"):
        check_examples(checks)
    check_node(checks, arguments[1])
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
