"""Credits, policies and rates: when frames come, and how many."""

from __future__ import annotations

import time

from checks import Checks
from comparison import Comparison, take_granted
from node import Node, viewing
from programs import ABC, MOVED_PLANE, PARAMS, STEP
from reference.program import ReferenceProgram


def test_two_streams_of_a_session_have_their_own_credits(checks: Checks, node: Node) -> None:
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


def test_a_program_ends_after_its_frames_and_keeps_its_rate(checks: Checks, node: Node) -> None:
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


def test_a_subscription_with_a_rate_has_no_more_frames_than_that(checks: Checks, node: Node) -> None:
    """`rate` of program.subscribe."""
    with viewing(node) as session:
        stream = session.start(ABC, PARAMS, policy="every")["stream"]
        subscription = {"stream": stream, "slot_bytes": 1 << 20, "policy": "every", "rate": 0.001}
        checks.equal("subscribe: answers as the start", session.call("program.subscribe", subscription)["stream"], stream)
        session.grant(stream, 100)
        checks.equal("subscribe with a rate: its first frame", session.next_frame(stream).header.sequence, 0)
        checks.silent("subscribe with a rate: none before its time", lambda t: session.next_frame(stream, t))
        session.call("program.subscribe", {**subscription, "rate": 100})
        began = time.monotonic()
        session.grant(stream, 21)
        numbers = [session.next_frame(stream).header.sequence for _ in range(21)]
        seconds = time.monotonic() - began
        checks.equal("subscribe anew: numbers from 0", numbers, list(range(21)))
        checks.check("subscribe at 100 a second: 21 frames take 0.2 s or more", seconds > 0.19, f"{seconds:.3f} s")
        wrong = {**subscription, "rate": -1}
        checks.refused("subscribe: rate -1", -32602, lambda: session.call("program.subscribe", wrong), "at least 0")


def test_a_subscription_in_place_of_another_has_a_number_of_its_own(checks: Checks, node: Node) -> None:
    """`subscription`: of credits of the one before nothing is sent, and frames have the number of their credits."""
    with viewing(node) as session:
        stream = session.start(ABC, PARAMS, policy="every")["stream"]

        def take(frames: int) -> list[tuple[int, int]]:
            headers = [session.next_frame(stream).header for _ in range(frames)]
            return [(header.flags, header.sequence) for header in headers]

        session.grant(stream, 2, subscription=1)
        checks.equal("subscription 1: frames", take(2), [(1, 0), (1, 1)])
        answer = session.call("program.subscribe", {"stream": stream, "slot_bytes": 1 << 20, "policy": "every"})
        checks.equal("subscribe anew: its number", answer["subscription"], 2)
        session.grant(stream, 100, subscription=1)
        checks.silent("a Credit of subscription 1 has come late", lambda t: session.next_frame(stream, t))
        session.grant(stream, 3, subscription=2)
        checks.equal("subscription 2: frames", take(3), [(2, 0), (2, 1), (2, 2)])
