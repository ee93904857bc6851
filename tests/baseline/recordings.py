"""(b) Recordings: their first message, and each frame's header and payload without times."""

from __future__ import annotations

from pathlib import Path
from typing import Iterator

from built import REPOSITORY, Built, hash_of_bytes
from farfield_client import HEADER, Message, decode_header
from items import Items
from playback import has_data

FRAMES = 12
SCRIPTS = (
    "assets/scripts/demo.toml",
    "assets/scripts/bluntfin_lines.toml",
    "assets/scripts/globcurrent.toml",
    *(f"tests/baseline/scripts/{name}.toml" for name in ("rakes", "injection", "unsteady_latest")),
    *(f"tests/baseline/scripts/{name}.toml" for name in ("streamlines", "pathlines", "streaklines", "timelines")),
)
"""Those with a stream that can be recorded: not of terrain."""


def record(built: Built) -> Items:
    """Records some frames of each script, on one node."""
    items: Items = {}
    with built.serving_data() as node:
        for script in (REPOSITORY / name for name in SCRIPTS):
            if not has_data(built, script):
                continue
            file = built.work / f"{script.stem}.ffr"
            address = f"127.0.0.1:{node.port}"
            built.run("farfield", "record", str(script), "--out", str(file), "--frames", str(FRAMES), "--node", address)
            items |= {f"record/{script.stem}/{path}": value for path, value in recording_items(file).items()}
    return items


def recording_items(file: Path) -> Items:
    """Of one recording."""
    if not file.is_file():
        return {"message 000": "no file"}
    items: Items = {}
    for number, message in enumerate(messages(file.read_bytes())):
        header = message.header._replace(time_ns=0)
        fields = " ".join(f"{name}={value}" for name, value in header._asdict().items() if name != "time_ns")
        payload = message.payload.decode() if number == 0 else hash_without_times(message.payload)
        items[f"message {number:03}"] = f"{fields} {payload}"
    return items


def messages(data: bytes) -> Iterator[Message]:
    """Those of a recording."""
    begin = 0
    while begin < len(data):
        header = decode_header(data[begin : begin + HEADER.size])
        end = begin + HEADER.size + header.payload_bytes
        yield Message(header, data[begin + HEADER.size : end])
        begin = end


def hash_without_times(payload: bytes) -> str:
    """Of a frame's payload without bytes 16 to 31: how long it took, and when it was ready."""
    return hash_of_bytes(payload[:16] + payload[32:])
