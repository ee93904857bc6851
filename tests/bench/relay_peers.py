"""Messages of 150 bytes through the relay against CycloneDDS, NATS and ZeroMQ, side by side in one run.

    python3 tests/bench/relay_peers.py [--relay PROGRAM] [--quick] [--runs 3] [--seconds 3] [--json]

Needs a build (./dev build) and the peers: apt-get install cyclonedds-tools nats-server libzmq3-dev sockperf g++. A peer
that is not there is left out. One sender, one receiver, on the loopback interface; each round runs the relay, then each
peer, and a ratio is of one round.

What is compared: all sides get batched input, for every peer joins messages before it sends them. The relay gets 50
PDUs of 144 bytes a datagram, and its figure is the most of which none is lost. CycloneDDS (ddsperf, reliable) loses
none. NATS: clients of this script that write and read many messages with one call and count bytes, cheaper than real
ones; delivered messages count. ZeroMQ: PUB and SUB over TCP; delivered messages count, those that it drops at its high
water mark do not.

Figures:
  relay.peers.relay .dds .nats .zmq    messages a second
  relay.over_dds .over_nats .over_zmq  the relay's over the peer's
  relay.peers.zmq_lost                 part of the messages that ZeroMQ dropped
  relay.peers.sender .sockperf         messages a second that one sender sends singly: Farfield's, and sockperf's
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TextIO

from peers.commands import PROGRAMS, ROOT, compiled, output_of
from peers.figures import Figures

BYTES = 150
LOOPBACK_DDS = """<CycloneDDS><Domain>
<General><Interfaces><NetworkInterface name="lo" multicast="false"/></Interfaces></General>
<Discovery><ParticipantIndex>auto</ParticipantIndex><Peers><Peer address="127.0.0.1"/></Peers></Discovery>
</Domain></CycloneDDS>"""


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--relay", type=Path, default=ROOT / "build/release/bin/farfield-relay", help="the program")
    parser.add_argument("--quick", action="store_true", help="one round of a second: shows that all works")
    parser.add_argument("--runs", type=int, default=3, help="rounds (default %(default)s)")
    parser.add_argument("--seconds", type=int, default=3, help="of each peer in a round (default %(default)s)")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    chosen = parser.parse_args()
    if not chosen.relay.exists():
        parser.error(f"no relay at '{chosen.relay}'; expected a build there (./dev build), or --relay")
    if chosen.quick:
        chosen.runs, chosen.seconds = 1, 1
    return chosen


def free_port(kind: socket.SocketKind = socket.SOCK_STREAM) -> int:
    with socket.socket(socket.AF_INET, kind) as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def relay_figures(relay: Path, only: str) -> dict[str, float]:
    document = json.loads(output_of([str(relay), "bench", "--quick", "--only", only, "--json"]))
    return {result["name"]: result["median"] for result in document["results"]}


def dds_rate(folder: Path, seconds: int) -> float:
    """Samples a second that the subscriber took, from the first to the last line of its statistics."""
    (folder / "dds.xml").write_text(LOOPBACK_DDS)
    environment = os.environ | {"CYCLONEDDS_URI": f"file://{folder / 'dds.xml'}"}
    duration = ["timeout", str(seconds + 20), "ddsperf", "-D", str(seconds + 1)]
    subscriber = subprocess.Popen([*duration, "sub"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                  env=environment)
    subprocess.run([*duration, "pub", "size", str(BYTES)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   env=environment, check=False)
    text, _ = subscriber.communicate(timeout=seconds + 30)
    lines = re.findall(r"\] (\d+\.\d+)\s+size \d+ total (\d+) lost \d+ delta (\d+)", text)
    if not lines:
        raise RuntimeError("ddsperf printed no statistics")
    end, total, _ = lines[-1]
    return int(total) / float(end)


def count_nats(link: socket.socket, message_bytes: int, result: list[float]) -> None:
    """Reads until nothing comes for half a second: messages, by their bytes, and the time of the last."""
    link.settimeout(0.5)
    read, last = 0, time.monotonic()
    try:
        while part := link.recv(1 << 20):
            read += len(part)
            last = time.monotonic()
    except TimeoutError:
        pass
    result.extend([read / message_bytes, last])


def wait_for_line(lines: TextIO, part: str) -> None:
    """Reads until a line has the part. The program prints little after it."""
    for line in lines:
        if part in line:
            return
    raise RuntimeError(f"it ended before it said {part!r}")


def nats_link(port: int, hello: bytes) -> socket.socket:
    link = socket.create_connection(("127.0.0.1", port), timeout=5)
    link.recv(65536)  # INFO
    link.sendall(b'CONNECT {"verbose":false,"pedantic":false}\r\n' + hello + b"PING\r\n")
    while b"PONG" not in link.recv(65536):
        pass
    return link


def nats_rate(seconds: int) -> float:
    port = free_port()
    server = subprocess.Popen(["timeout", str(seconds + 30), "nats-server", "-a", "127.0.0.1", "-p", str(port)],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        wait_for_line(server.stderr, "Server is ready")
        subscriber, publisher = nats_link(port, b"SUB s 1\r\n"), nats_link(port, b"")
        payload = bytes(BYTES)
        messages = b"PUB s %d\r\n%s\r\n" % (BYTES, payload) * 200
        result: list[float] = []
        counting = threading.Thread(target=count_nats, args=(subscriber, len(b"MSG s 1 150\r\n") + BYTES + 2, result))
        counting.start()
        begun = time.monotonic()
        publisher.settimeout(10)
        while time.monotonic() - begun < seconds:
            publisher.sendall(messages)
        counting.join(timeout=seconds + 30)
        delivered, last = result
        subscriber.close()
        publisher.close()
        return delivered / (last - begun)
    finally:
        server.terminate()
        server.wait()


def zmq_flow(program: Path, seconds: int) -> dict:
    return json.loads(output_of(["timeout", str(seconds + 40), str(program), str(free_port()), str(seconds),
                                 str(BYTES)]))


def sockperf_rate(seconds: int) -> float:
    port = str(free_port(socket.SOCK_DGRAM))
    server = subprocess.Popen(["timeout", str(seconds + 20), "sockperf", "sr", "-i", "127.0.0.1", "-p", port],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        wait_for_line(server.stdout, "to block on socket")
        text = output_of(["timeout", str(seconds + 20), "sockperf", "tp", "-i", "127.0.0.1", "-p", port, "-m", str(BYTES),
                          "-t", str(seconds)])
        return float(re.search(r"Message Rate is (\d+)", text).group(1))
    finally:
        server.terminate()
        server.wait()


def one_round(chosen: argparse.Namespace, folder: Path, zmq: Path | None, figures: Figures) -> None:
    own = relay_figures(chosen.relay, "relay.most.pdus.session")["relay.most.pdus.session"]
    figures.add("relay.peers.relay", "messages/s", own)

    def add(name: str, rate: float) -> None:
        figures.add(f"relay.peers.{name}", "messages/s", rate)
        figures.add(f"relay.over_{name}", "ratio", own / rate)

    if shutil.which("ddsperf"):
        add("dds", dds_rate(folder, chosen.seconds))
    if shutil.which("nats-server"):
        add("nats", nats_rate(chosen.seconds))
    if zmq is not None:
        flow = zmq_flow(zmq, chosen.seconds)
        add("zmq", flow["delivered"] / flow["seconds"])
        figures.add("relay.peers.zmq_lost", "part", 1.0 - flow["delivered"] / flow["sent"])
    if shutil.which("sockperf"):
        singly = relay_figures(chosen.relay, "relay.loss_at_singly_max")
        figures.add("relay.peers.sender", "messages/s", singly["relay.loss_at_singly_max.rate"])
        figures.add("relay.peers.sockperf", "messages/s", sockperf_rate(chosen.seconds))


def main() -> None:
    chosen = options()
    for program in ("ddsperf", "nats-server", "sockperf"):
        if shutil.which(program) is None:
            print(f"left out: {program} is not installed", file=sys.stderr)
    figures = Figures()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        zmq = None
        if PROGRAMS["zmq_flow"].is_installed():
            zmq = compiled("zmq_flow", chosen.relay.resolve().parents[1])
        else:
            print("left out: ZeroMQ, which libzmq3-dev has", file=sys.stderr)
        for _ in range(chosen.runs):
            one_round(chosen, folder, zmq, figures)
    load = os.getloadavg()[0]
    if chosen.json:
        print(json.dumps({"suite": "relay_peers", "load_after": load, "results": figures.results()}, indent=2))
    else:
        print(f"relay_peers, load {load:.2f}\n{figures.table()}")


if __name__ == "__main__":
    main()
