"""The bytes of calls and of their results, in Blocks (section 13)."""

from __future__ import annotations

from .connection import DEFAULT_TIMEOUT_S, Connection
from .messages import BLOCK, FLAG_LAST, MAX_BLOCK_BYTES, Message, ProtocolError


def send_blocks(connection: Connection, call_id: int, data: bytes) -> None:
    """Sends the bytes of a call on the data connection."""
    for at in range(0, len(data), MAX_BLOCK_BYTES):
        part = data[at : at + MAX_BLOCK_BYTES]
        last = at + len(part) == len(data)
        connection.send(BLOCK, part, flags=FLAG_LAST if last else 0, stream=call_id, sequence=at)


def receive_blocks(connection: Connection, call_id: int, size: int, timeout: float = DEFAULT_TIMEOUT_S) -> bytes:
    """The `size` bytes of a result; raises ProtocolError when its Blocks are not those."""
    data = bytearray()
    last = False
    while not last:
        block = connection.wait_for(lambda m: m.header.type == BLOCK and m.header.stream == call_id, timeout)
        check_block(block, len(data), size)
        data += block.payload
        last = bool(block.header.flags & FLAG_LAST)
    return bytes(data)


def check_block(block: Message, received: int, size: int) -> None:
    """A Block of a result of `size` bytes, of which so many came before."""
    end = received + len(block.payload)
    if not block.payload or block.header.sequence != received:
        raise ProtocolError(f"a Block of {len(block.payload)} bytes at {block.header.sequence}, expected {received}")
    if bool(block.header.flags & FLAG_LAST) != (end == size):
        raise ProtocolError(f"a Block that ends at byte {end} of {size}, flags {block.header.flags}")
