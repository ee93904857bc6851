#!/usr/bin/env python3
"""A viewer without a window for the pictures of a session that is shared: it opens one, shows a flow with a rake that
it holds, and invites another.

usage: share_session.py HOST PORT SECONDS    prints the invitation; PYTHONPATH has tests/peer
"""
import sys
import time

from farfield_client import Session

DOCUMENT = {
    "data": {"flow": {"kind": "dataset", "name": "analytic:abc"}},
    "rakes": {
        "inlet": {
            "data": "flow",
            "kind": "line",
            "from": [1.2, 0.6, 3.1],
            "to": [1.2, 5.7, 3.1],
            "seeds": 60,
            "particles_per_seed": 20,
        }
    },
    "layers": {
        "particles-1": {"kind": "particles", "data": "flow", "rakes": ["inlet"], "order": 2},
        "lines-1": {"kind": "lines", "data": "flow", "rakes": ["inlet"], "order": 3},
    },
}


def main():
    host, port, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    session = Session(host, port, name="Grace", acknowledge=True)
    session.call("session.patch", {"patch": DOCUMENT})
    print(session.call("session.invite")["invitation"], flush=True)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        # A hold ends without a change of what is held.
        session.call("session.hold", {"what": "rakes/inlet"})
        session.keep_alive()
        time.sleep(0.5)


if __name__ == "__main__":
    main()
