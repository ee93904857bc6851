"""The particles of each rake and of a whole program, frame by frame."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .fields import EPSILON, FIELDS, Field, Points
from .rakes import seeds_of


class Settings(NamedTuple):
    """The settings of a program that are not its rakes."""

    step: float
    steps_per_frame: int = 1
    max_age_frames: int = 200
    developed: bool = False
    scalar: str = "speed"


class Expected(NamedTuple):
    """What the particles of a frame must be."""

    positions: Points
    """NaN where dead."""
    scalars: np.ndarray
    position_tolerance: np.ndarray
    scalar_tolerance: np.ndarray


class Injection:
    """When a rake releases particles, as section 5 says under 'Injection'."""

    def __init__(self, rake: dict) -> None:
        self._start = rake.get("inject_start", 0)
        self._end = rake.get("inject_end", np.inf)
        self._per_seed = rake["particles_per_seed"]
        self.interval = rake.get("inject_interval", 0)
        self.is_set = any(name.startswith("inject_") for name in rake)

    def at(self, time: float, frame_time: float, places: np.ndarray) -> tuple[bool, np.ndarray]:
        """Whether it has begun, and which places have their turn."""
        slack = frame_time / 1e6
        if time < self._start - slack:
            return False, np.zeros(len(places), dtype=bool)
        if time > self._end + slack:
            return True, np.zeros(len(places), dtype=bool)
        if not self.interval:
            return True, np.ones(len(places), dtype=bool)
        first, last = (np.floor((t + slack - self._start) / self.interval) for t in (time - frame_time, time))
        releases = np.arange(max(first + 1, 0), last + 1, dtype=int)
        return True, np.isin(places, releases % self._per_seed)


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
        self._place = np.tile(np.arange(per_seed), len(seeds))
        self._injection = Injection(rake)
        self._release = np.where(self._injection.interval, 0, self._place * period // per_seed)
        self._inside = field.face_distance(self._seeds) >= 0
        self._positions = np.full_like(self._seeds, np.nan)
        self._bound = np.zeros(len(self._seeds))
        self._ages = np.zeros(len(self._seeds), dtype=int)
        self._alive = np.zeros(len(self._seeds), dtype=bool)
        self._ways = np.full(len(self._seeds), np.nan)
        self._way_bound = np.zeros(len(self._seeds))
        self._begun_frames = 0
        self.close_calls = 0
        self.deaths_of_age = 0
        self.deaths_at_faces = 0
        if settings.developed and not self._injection.is_set:
            for _ in range(period):
                self.next(settings, 0)

    def next(self, settings: Settings, time: float) -> Expected:
        """Computes the next frame of these particles, at this time of the program."""
        moving = np.flatnonzero(self._alive)
        begun, turn = self._injection.at(time, abs(settings.step) * settings.steps_per_frame, self._place)
        due = turn & (self._begun_frames >= self._release)
        self._release_at_seeds(np.flatnonzero(~self._alive & self._inside & due))
        self._grow_older(moving, settings)
        self._begun_frames += int(begun)
        if settings.scalar != "arc-length":
            self._ways[:] = np.nan  # lives that were begun before it is chosen have none
        return self._expected(settings)

    def _release_at_seeds(self, which: np.ndarray) -> None:
        self._positions[which] = self._seeds[which]
        self._bound[which] = 3 * self._field.position_error()
        self._ages[which] = 0
        self._alive[which] = True
        self._ways[which] = 0
        self._way_bound[which] = 0

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
        self._go(which, h, end - p, k1)
        stages = (p, p + h / 2 * k1, p + h / 2 * k2, p + h * k3, end)
        distances = np.array([field.face_distance(stage) for stage in stages])
        self.close_calls += int((np.abs(distances) < self._bound[which]).any(axis=0).sum())
        outside = (distances < 0).any(axis=0)
        self._kill(which[outside])
        self.deaths_at_faces += int(outside.sum())
        return which[~outside]

    def _go(self, which: np.ndarray, h: float, way: np.ndarray, before: np.ndarray) -> None:
        """Adds a step to the distance come: its chord by 1 + (angle between the velocities)^2 / 24, nearly."""
        after = self._field.at(self._positions[which])
        speeds = np.linalg.norm(before, axis=1) * np.linalg.norm(after, axis=1)
        angle_squared = 2 * (1 - (before * after).sum(axis=1) / speeds)
        self._ways[which] += np.linalg.norm(way, axis=1) * (1 + angle_squared / 24)
        velocity_off = self._field.lipschitz * self._bound[which] + self._field.velocity_error()
        self._way_bound[which] += 2 * abs(h) * velocity_off + 4 * EPSILON * self._ways[which]

    def _kill(self, which: np.ndarray) -> None:
        self._positions[which] = np.nan
        self._alive[which] = False

    def _expected(self, settings: Settings) -> Expected:
        if settings.scalar == "age":
            frame_time = abs(settings.step) * settings.steps_per_frame
            scalars = np.where(self._alive, self._ages * frame_time, np.nan)
            scalar_tolerance = np.spacing(np.float32(1)) * self._ages * frame_time
        elif settings.scalar == "arc-length":
            scalars = np.where(self._alive, self._ways, np.nan)
            scalar_tolerance = self._way_bound + EPSILON
        else:
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
        self._run = 0.0
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
            self._run += abs(self._settings.step) * self._settings.steps_per_frame
        self.frames += 1
        parts = [part.next(self._settings, self._run) for part in self._parts]
        return Expected(*(np.concatenate(column) for column in zip(*parts)))

    def total(self, counter: str) -> int:
        """A counter of `ReferenceRake`, over all rakes."""
        return sum(getattr(part, counter) for part in self._parts)
