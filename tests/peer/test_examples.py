"""The document's examples: the bytes of each, encoded and decoded."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import struct
from pathlib import Path

import numpy as np

import farfield_client as ff
from checks import Checks
from farfield_client import HEADER, Header, Particles, decode_header

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "protocol.md"

HEX_BYTE = re.compile(r"[0-9a-f]{2}")

EXAMPLE_TIME_NS = 1_700_000_000 * 10**9


def test_every_example_of_the_document_is_encoded_and_decoded(checks: Checks) -> None:
    """Encodes and decodes every example of the document."""
    document = DOCUMENT.read_text(encoding="utf-8")
    examples = hex_examples(document)
    checks.equal("examples: the document has eighteen", len(examples), 18)
    part, header, sum_blocks, opening, echoes, particles, credit, index, *frames = examples
    polylines, tile, block, slice_, surface, bundle, route, values, report, dialled = frames
    check_header_example(checks, b"".join(header))
    check_part_example(checks, part, b"".join(header))
    check_open_example(checks, b"".join(opening), document)
    check_sum_example(checks, sum_blocks)
    check_echo_examples(checks, echoes)
    check_particles_example(checks, b"".join(particles))
    check_credit_example(checks, b"".join(credit))
    check_index_example(checks, b"".join(index))
    check_polylines_example(checks, b"".join(polylines))
    check_tile_example(checks, b"".join(tile))
    check_block_example(checks, b"".join(block))
    check_slice_example(checks, b"".join(slice_))
    check_surface_example(checks, b"".join(surface))
    check_bundle_example(checks, b"".join(bundle))
    check_route_example(checks, b"".join(route))
    check_values_example(checks, b"".join(values))
    check_report_example(checks, b"".join(report))
    check_dial_example(checks, b"".join(dialled), document)


def hex_examples(document: str) -> list[list[bytes]]:
    """The document's examples in hex: of each, the bytes of its lines."""
    examples = []
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", document, re.DOTALL | re.MULTILINE):
        block = re.sub(r"\((\d+) bytes of zero\)", lambda match: "00 " * int(match[1]), block).replace("...", "")
        lines = [text.split() for text in block.splitlines()]
        if not language and all(HEX_BYTE.fullmatch(word) for words in lines for word in words):
            examples.append([bytes.fromhex("".join(words)) for words in lines])
    return examples


def check_header_example(checks: Checks, example: bytes) -> None:
    expected = Header(1, ff.PARTICLES, 0, 1, 7, 28, EXAMPLE_TIME_NS, 224)
    encoded = ff.encode_message(
        ff.PARTICLES, bytes(224), stream=1, interaction=7, sequence=28, time_ns=EXAMPLE_TIME_NS
    )
    checks.equal("examples: a frame's header decoded", decode_header(example), expected)
    checks.equal("examples: a frame's header encoded", encoded[:40], example)


def check_dial_example(checks: Checks, example: bytes, document: str) -> None:
    """The proofs of both sides, by an HMAC of its own, and the two messages in hex."""
    nonces = re.findall(r'"nonce":"(\w{32})"', document)
    proof_of = {
        side: hmac.new(b"s3cret", (side + nonces[0] + nonces[1]).encode(), hashlib.sha256).hexdigest()
        for side in ("viewer", "node")
    }
    checks.check("examples: viewer.hello has the viewer's proof", f'"proof":"{proof_of["viewer"]}"' in document)
    messages = []
    while example:
        header = decode_header(example[:40])
        checks.equal("examples: a message of dialling, its header", header, Header(1, ff.CONTROL, 0, 0, 0, 0, EXAMPLE_TIME_NS, header.payload_bytes))
        messages.append(json.loads(example[40 : 40 + header.payload_bytes]))
        example = example[40 + header.payload_bytes :]
    checks.equal("examples: node.proof", messages[0], {"jsonrpc": "2.0", "method": "node.proof", "params": {"proof": proof_of["node"]}})
    checks.equal("examples: session.dial", messages[1:], [{"jsonrpc": "2.0", "method": "session.dial", "params": {}}])


def check_part_example(checks: Checks, example: list[bytes], header: bytes) -> None:
    """The first Part of the frame whose header is the example before: this header, and 24 of its bytes."""
    part = b"".join(example)
    decoded = decode_header(part[:40])
    checks.equal("examples: a Part's header", decoded, Header(1, ff.PART, ff.FLAG_FIRST, 1, 0, 28, EXAMPLE_TIME_NS, 64))
    checks.equal("examples: a Part holds the frame's header", part[40:], header)


def check_open_example(checks: Checks, example: bytes, document: str) -> None:
    text, size = re.search(r"`(\{\"jsonrpc\".*?\})` is (\d+) bytes", document).groups()
    payload = ff.encode_json(
        {"jsonrpc": "2.0", "id": 1, "method": "session.open", "params": {"protocol": [1]}}
    )
    encoded = ff.encode_message(ff.CONTROL, payload, time_ns=EXAMPLE_TIME_NS)
    checks.equal("examples: session.open decoded", decode_header(example).payload_bytes, int(size))
    checks.equal("examples: session.open's JSON encoded", payload, text.encode())
    checks.equal("examples: session.open encoded", encoded[: len(example)], example)


def check_sum_example(checks: Checks, lines: list[bytes]) -> None:
    call, vectors, result, total = lines
    numbers = np.frombuffer(vectors, ">f8").reshape(2, 2)
    checks.equal("examples: array.sum's vectors", numbers.tolist(), [[1, 0.5], [2, -4]])
    checks.equal("examples: their sum", numbers.sum(axis=0).astype(">f8").tobytes(), total)
    for name, header, data, time_ns in (("call", call, vectors, 0), ("result", result, total, 0x10000)):
        encoded = ff.encode_message(ff.BLOCK, data, flags=ff.FLAG_LAST, stream=7, time_ns=EXAMPLE_TIME_NS + time_ns)
        checks.equal(f"examples: the Block of array.sum's {name}", header + data, encoded)


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
    checks.equal("examples: Echo and reply decoded", [decode_header(example) for example in examples], headers)
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
    expected = Header(1, ff.CREDIT, 0, 1, 9, 12, EXAMPLE_TIME_NS, 0)
    encoded = ff.encode_message(ff.CREDIT, stream=1, interaction=9, sequence=12, time_ns=EXAMPLE_TIME_NS)
    checks.equal("examples: Credit decoded", decode_header(example), expected)
    checks.equal("examples: Credit encoded", encoded, example)


def check_index_example(checks: Checks, example: bytes) -> None:
    time_ns = EXAMPLE_TIME_NS + 10**9
    text = b'{"index":{"entities":20,"offset":4096,"time":1700000001000000000}}'
    checks.equal("examples: a recording's index decoded", decode_header(example), Header(1, ff.CONTROL, 0, 0, 0, 0, time_ns, 66))
    checks.equal("examples: a recording's index encoded", ff.encode_message(ff.CONTROL, text, time_ns=time_ns), example)


def check_polylines_example(checks: Checks, example: bytes) -> None:
    found = ff.decode_polylines(example)
    fields = (found.answer, found.compute_ns, found.computed_at_ns, found.time, found.part, found.parts)
    checks.equal("examples: polylines decoded", fields, (2, 65_536, EXAMPLE_TIME_NS - 65_536, 0.28, 1, 4))
    checks.equal("examples: its line", found.lines.tolist(), [(7, 0, 2, 3, 1, 5)])
    checks.equal("examples: its points", found.points_of(0).tolist(), [[1, 2, 3, 0.5], [0, 2, 3, 0.5]])
    checks.equal("examples: their times", found.elapsed_of(0).tolist(), [0, -0.25])
    checks.equal("examples: polylines encoded", ff.encode_polylines(found), example)


def check_tile_example(checks: Checks, example: bytes) -> None:
    found = ff.decode_terrain_tile(example)
    numbers = (found.frame, found.compute_ns, found.computed_at_ns, found.kind, found.level, found.column, found.row)
    checks.equal("examples: a tile decoded", numbers, (2, 65_536, EXAMPLE_TIME_NS - 65_536, 0, 1, 4, 7))
    checks.equal("examples: its columns", found.columns().tolist(), [7635, 7695, 7725])
    checks.equal("examples: its rows", found.rows().tolist(), [-13425, -13455])
    heights = np.array([[100, 101.5, 102], [99, 98, np.nan]], dtype=">f4")
    checks.equal("examples: its heights", found.values.tobytes(), heights.tobytes())
    checks.equal("examples: a tile encoded", ff.encode_terrain_tile(found), example)


def check_block_example(checks: Checks, example: bytes) -> None:
    expected = Header(1, ff.BLOCK, ff.FLAG_LAST, 7, 0, 1_048_576, EXAMPLE_TIME_NS, 2)
    header = decode_header(example)
    checks.equal("examples: Block decoded", header, expected)
    ff.check_block(ff.Message(header, example[ff.HEADER.size :]), 1_048_576, 1_048_578)
    encoded = ff.encode_message(
        ff.BLOCK, b"\xca\xfe", flags=ff.FLAG_LAST, stream=7, sequence=1_048_576, time_ns=EXAMPLE_TIME_NS
    )
    checks.equal("examples: Block encoded", encoded, example)


def check_slice_example(checks: Checks, example: bytes) -> None:
    found = ff.decode_slice(example)
    numbers = (found.result, found.compute_ns, found.computed_at_ns, found.time, found.part, found.parts)
    checks.equal("examples: a slice decoded", numbers, (0, 65_536, EXAMPLE_TIME_NS - 65_536, 0.25, 0, 1))
    checks.equal("examples: its places", found.places().tolist(), [[[1, 1, 1.5], [3, 1, 1.5]]])
    checks.equal("examples: its values", found.values.tobytes(), np.array([[0.5, np.nan]], ">f4").tobytes())
    checks.equal("examples: a slice encoded", ff.encode_slice(found), example)


def check_surface_example(checks: Checks, example: bytes) -> None:
    found = ff.decode_surface(example)
    numbers = (found.answer, found.compute_ns, found.computed_at_ns, found.time, found.part, found.parts)
    checks.equal("examples: a surface decoded", numbers, (2, 65_536, EXAMPLE_TIME_NS - 65_536, 0.25, 1, 4))
    checks.equal("examples: what it is", (found.kind, found.value, found.level, found.block), ("isosurface", 0.8, 0, None))
    checks.equal("examples: its triangle", found.vertices[:, :3].tolist(), [[1, 2, 3], [2, 2, 3], [1, 3, 3]])
    checks.equal("examples: its normals", found.directions().tolist(), [[0, 0, 1]] * 3)
    checks.equal("examples: a surface encoded", ff.encode_surface(found), example)


def check_bundle_example(checks: Checks, example: bytes) -> None:
    messages, level, reason, zero, number = struct.unpack_from(">IBBHQ", example)
    checks.equal("examples: a bundle's counts", (messages, level, reason, zero, number), (1, 0, 0, 0, 7))
    compute_ns, closed, before, dropped = struct.unpack_from(">QQQQ", example, 16)
    checks.equal("examples: its times", (compute_ns, closed), (65_536, EXAMPLE_TIME_NS - 65_536))
    checks.equal("examples: messages before it", (before, dropped), (100, 0))
    record_bytes, relay, oldest = struct.unpack_from(">IIQ", example, 48)
    checks.equal("examples: its oldest message", (relay, closed - oldest), (1, 1_934_464))
    offset, length, kind, flags, source, later_us = struct.unpack_from(">IHBBII", example, 64)
    checks.equal("examples: its entry", (offset, kind, flags, source, later_us), (80, 1, 0, 17 << 16 | 23, 0))
    checks.equal("examples: its record's length", (length, record_bytes), (144, 144))
    version, exercise, pdu_type, _, _, pdu_bytes = struct.unpack_from(">BBBBIH", example, offset)
    checks.equal("examples: its PDU", (version, exercise, pdu_type, pdu_bytes), (7, 1, 1, 144))
    checks.equal("examples: its entity", struct.unpack_from(">HHH", example, offset + 12), (17, 23, 1))


def check_route_example(checks: Checks, example: bytes) -> None:
    route = struct.unpack_from(">IBBHQ", example)
    checks.equal("examples: a record's route", route, (7, 7, 0, 0, EXAMPLE_TIME_NS + 123))
    checks.equal("examples: the record behind it", example[16:].hex(" "), "00 21 01 02 03 04 05 06")


def check_report_example(checks: Checks, example: bytes) -> None:
    header = decode_header(example)
    found = (header.type, header.flags, header.interaction, header.payload_bytes)
    checks.equal("examples: the header of a report", found, (14, 1, 5, len(example) - HEADER.size))
    highest, before, messages = struct.unpack_from(">QQQ", example, HEADER.size)
    came = [highest - 1 - bit for bit in range(64) if before >> bit & 1]
    checks.equal("examples: what has come of a report", (highest, came, messages), (300, [299, 236], 2000))


def check_values_example(checks: Checks, example: bytes) -> None:
    checks.equal("examples: the entity of values", struct.unpack_from(">HHHH", example), (65_000, 1, 7, 0))
    checks.equal("examples: its values", (len(example), json.loads(example[8:])), (25, {"salinity": 33.5}))
