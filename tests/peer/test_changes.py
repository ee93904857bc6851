"""Changes to a running program: update, pause, step, resume."""

from __future__ import annotations

from checks import QUIET_S, Checks
from comparison import Comparison, take, take_granted
from farfield_client import Session
from node import Node, viewing
from programs import ABC, MIDDLE_LINE, MOVED_PLANE, PARAMS, PARTICLE_COUNT, STEP
from reference.program import ReferenceProgram


def test_an_update_begins_with_its_interaction_number(checks: Checks, node: Node) -> None:
    """Each change with an interaction number, and what goes on or starts over after it."""
    with viewing(node) as session:
        info = session.start(ABC, PARAMS, policy="every")
        stream = info["stream"]
        reference = ReferenceProgram(ABC, PARAMS)
        comparison = Comparison(stream, reference, info["frame_bytes"])
        changes = [  # a rake moves; the scalar; steps; the age limit; a rake goes; developed; a rake comes, developed
            (7, {"rakes": [MIDDLE_LINE, MOVED_PLANE]}),
            (8, {"scalar": "age"}),
            (9, {"step": STEP / 2, "steps_per_frame": 3}),
            (10, {"scalar": "speed"}),
            (11, {"scalar": "arc-length"}),
            (12, {"max_age_frames": 20}),
            (13, {"rakes": [MIDDLE_LINE]}),
            (14, {"developed": True}),
            (15, {"rakes": [MIDDLE_LINE, MOVED_PLANE]}),
            (16, {"scalar": "speed"}),
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


def check_update_under_way(checks: Checks, session: Session) -> None:
    """A rake moves while many frames are granted: the interaction number shows where the change begins."""
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


def test_a_program_pauses_steps_and_resumes(checks: Checks, node: Node) -> None:
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
