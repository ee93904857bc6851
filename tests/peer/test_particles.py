"""Particles: every one of every frame, against the reference."""

from __future__ import annotations

import numpy as np

from checks import Checks
from comparison import Comparison, stream_and_compare
from node import Node, viewing
from programs import ABC, PARAMS, PARTICLE_COUNT, STEP
from reference.fields import FIELDS
from reference.program import ReferenceProgram
from reference.rakes import box, circle, line, plane, point, seed_list, sphere


def test_every_particle_of_a_hundred_frames_is_where_the_reference_has_it(checks: Checks, node: Node) -> None:
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


def test_every_built_in_field_follows_its_formula(checks: Checks, node: Node) -> None:
    """The formulas of the built-in fields."""
    with viewing(node) as session:
        for name, field in FIELDS.items():
            upper = np.array(field.upper)
            rake = line(list(0.25 * upper), list(upper * [0.8, 0.3, 0.7]), seeds=9, particles_per_seed=2)
            params = {"rakes": [rake], "step": STEP, "max_age_frames": 8}
            _, comparison = stream_and_compare(session, name, params, 20)
            comparison.report(checks, name)


def test_large_steps_are_those_of_runge_kutta(checks: Checks, node: Node) -> None:
    """Steps so large that any other method of integration would differ by far more than the tolerance."""
    with viewing(node) as session:
        _, comparison = stream_and_compare(session, ABC, {**PARAMS, "step": 1 / 4, "max_age_frames": 3}, 12)
        comparison.report(checks, "large steps")


def test_time_after_28_steps_is_that_of_the_document(checks: Checks, node: Node) -> None:
    """The time of the document's example: the 29th frame, 28 steps of 0.01 after the start."""
    with viewing(node) as session:
        info = session.start(ABC, {**PARAMS, "step": 0.01}, policy="every")
        session.grant(info["stream"], 29)
        for _ in range(29):
            particles = session.next_frame(info["stream"]).particles
        close = abs(particles.time - 0.28) < 1e-12
        checks.check("time: 28 steps of 0.01", particles.frame == 28 and close, f"{particles.time!r}")


def test_particles_end_at_faces_and_start_only_inside(checks: Checks, node: Node) -> None:
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


def test_a_developed_flow_begins_filled(checks: Checks, node: Node) -> None:
    """A flow that begins filled."""
    with viewing(node) as session:
        info, comparison = stream_and_compare(session, ABC, {**PARAMS, "developed": True}, 60)
        checks.equal("developed: the answer says so", info["developed"], True)
        comparison.report(checks, "developed")


def test_rakes_release_particles_when_they_are_told_to(checks: Checks, node: Node) -> None:
    """Injection: a start, an end, an interval, and all of them; upstream; and through changes of the step."""
    seeds = {"start": [1, 1, 1], "end": [4, 4, 4], "seeds": 3}
    rakes = [
        line(**seeds, particles_per_seed=4) | {"inject_start": 10 * STEP},
        line(**seeds, particles_per_seed=4) | {"inject_end": 20 * STEP},
        line(**seeds, particles_per_seed=5) | {"inject_interval": 3 * STEP},
        line(**seeds, particles_per_seed=3)
        | {"inject_start": 4.5 * STEP, "inject_end": 31 * STEP, "inject_interval": STEP / 2},
        line(**seeds, particles_per_seed=2),
    ]
    for step in (STEP, -STEP):
        params = {"rakes": rakes, "step": step, "max_age_frames": 12, "developed": step < 0}
        with viewing(node) as session:
            _, comparison = stream_and_compare(session, ABC, params, 60)
            comparison.report(checks, "injection" if step > 0 else "injection upstream, developed")


def test_seeds_of_every_kind_of_rake_lie_where_the_document_puts_them(checks: Checks, node: Node) -> None:
    """Circles, spheres, boxes and lists: lattices and random places."""
    middle = [3.0, 3.25, 2.75]
    rakes = [
        circle(middle, [0, 0, 2], radius=0.75, seeds=5, particles_per_seed=2),
        circle(middle, [3, -1, 2], radius=1.25, seeds=7),
        sphere(middle, radius=0.5, seeds=12),
        sphere(middle, radius=1.5, seeds=13, fill="random", random_seed=4294967295),
        box([2, 2.25, 2.5], [4, 3.75, 3.5], seeds=[3, 2, 4]),
        box([2, 2.25, 2.5], [4, 3.75, 3.5], seeds=[1, 2, 1]),
        box([4, 3.75, 3.5], [2, 2.25, 2.5], seeds=11, fill="random", random_seed=7),
        seed_list([[1, 2, 3], [2.5, 2.5, 2.5], [-1, 3, 3]], particles_per_seed=3),
    ]
    params = {"rakes": rakes, "step": STEP, "max_age_frames": 6}
    with viewing(node) as session:
        info, comparison = stream_and_compare(session, ABC, params, 15)
        checks.equal("every kind of rake: seeds outside", info["seeds_outside"], 1)
        comparison.report(checks, "every kind of rake")
