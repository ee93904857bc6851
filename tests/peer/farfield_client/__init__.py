"""A client for the Farfield wire protocol, version 1, in plain Python.

Written from docs/protocol.md alone; section numbers in this folder are those of that document. Nothing here depends
on the rest of the repository, so that it can serve as a worked example for a client in another language.

Read it in this order: `messages` as bytes and their `parts` (section 2), the frames of `particles` (section 5), `polylines` (section 9), `terrain_tile` (section 11), `slice` (section 14), `surface` (section 15) and `entity_bundle` (section 18), one `connection` with
its Echoes (section 4), `calls` (section 3), their bytes in `blocks` (section 13), then a `session` of two connections with heartbeats and credits
(sections 1, 6 and 7).
"""

from .blocks import check_block, receive_blocks, send_blocks
from .calls import Caller, RpcError
from .connection import Connection, RoundTrip
from .entity_bundle import (
    KIND_ADDRESSED,
    KIND_DIS,
    KIND_DEPARTURE,
    KIND_NAME,
    KIND_VALUES,
    BundleFrame,
    EntityBundle,
    Record,
    decode_entity_bundle,
    encode_entity_bundle,
)
from .messages import (
    BLOCK,
    CONTROL,
    CREDIT,
    ECHO,
    FLAG_FIRST,
    FLAG_LAST,
    FLAG_REPLY,
    HEADER,
    MAGIC,
    MAX_BLOCK_BYTES,
    MAX_SKIPPED_BYTES,
    PART,
    PARTICLES,
    POLYLINES,
    VERSION,
    Header,
    Message,
    ProtocolError,
    decode_header,
    encode_json,
    encode_message,
)
from .particles import Frame, Particles, decode_particles, encode_particles
from .polylines import LineFrame, Polylines, decode_polylines, encode_polylines
from .session import Session
from .slice import Slice, SliceFrame, decode_slice, encode_slice
from .surface import Surface, SurfaceFrame, decode_surface, encode_surface
from .terrain_tile import TerrainTile, TileFrame, decode_terrain_tile, encode_terrain_tile

__all__ = [
    "BLOCK",
    "CONTROL",
    "CREDIT",
    "ECHO",
    "FLAG_FIRST",
    "FLAG_LAST",
    "FLAG_REPLY",
    "HEADER",
    "MAGIC",
    "MAX_BLOCK_BYTES",
    "MAX_SKIPPED_BYTES",
    "PART",
    "PARTICLES",
    "POLYLINES",
    "VERSION",
    "Caller",
    "Connection",
    "Frame",
    "Header",
    "LineFrame",
    "Message",
    "Particles",
    "Polylines",
    "ProtocolError",
    "RoundTrip",
    "RpcError",
    "Session",
    "Slice",
    "SliceFrame",
    "Surface",
    "SurfaceFrame",
    "TerrainTile",
    "TileFrame",
    "check_block",
    "decode_header",
    "decode_particles",
    "decode_polylines",
    "decode_slice",
    "decode_surface",
    "decode_terrain_tile",
    "encode_json",
    "encode_message",
    "encode_particles",
    "encode_polylines",
    "encode_slice",
    "encode_surface",
    "encode_terrain_tile",
    "receive_blocks",
    "send_blocks",
]
