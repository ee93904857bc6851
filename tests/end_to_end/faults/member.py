"""A member of a session in a process of its own, which takes every frame of a stream and says so.

    python3 member.py HOST PORT SESSION SECRET STREAM

It prints a line for each frame: the number that the program has given it. A data connection that was closed is made anew.
"""

from __future__ import annotations

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "peer"))

from farfield_client import Session  # noqa: E402

SLOT_BYTES = 1 << 16
AHEAD = 4


def main(host: str, port: str, name: str, secret: str, stream_text: str) -> None:
    """Runs until it is killed."""
    stream = int(stream_text)
    session = Session(host, int(port), acknowledge=True, join={"session": name, "secret": secret}, name="stopped")
    session.attach()
    session.slot_bytes(SLOT_BYTES)
    session.call("program.subscribe", {"stream": stream, "policy": "every", "slot_bytes": SLOT_BYTES})
    received = begun = 0
    while True:
        try:
            session.grant(stream, received - begun + AHEAD, received)
            frame = session.next_frame(stream)
        except ConnectionError:
            session.attach()
            begun = received
            continue
        received += 1
        print(frame.particles.frame, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
