"""Writes NetCDF's classic format (CDF-1), as far as a test has use for it.

Format: https://docs.unidata.ucar.edu/nug/current/file_format_specifications.html
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

NC_CHAR, NC_FLOAT, NC_DOUBLE = 2, 5, 6
NC_DIMENSION, NC_VARIABLE, NC_ATTRIBUTE = 10, 11, 12


@dataclass
class Variable:
    """Values over dimensions, with attributes of text."""

    dimensions: list[str]
    values: np.ndarray
    attributes: dict[str, str] = field(default_factory=dict)


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)


def _name(text: str) -> bytes:
    return struct.pack(">i", len(text)) + _padded(text.encode())


def _list(tag: int, items: list[bytes]) -> bytes:
    return struct.pack(">ii", tag if items else 0, len(items)) + b"".join(items)


def _attribute(name: str, text: str) -> bytes:
    return _name(name) + struct.pack(">ii", NC_CHAR, len(text)) + _padded(text.encode())


def _data(values: np.ndarray) -> bytes:
    return _padded(values.astype(">f4" if values.dtype == np.float32 else ">f8").tobytes())


def _header(dimensions: dict[str, int], variables: dict[str, Variable], begins: list[int]) -> bytes:
    numbers = list(dimensions)
    entries = []
    for (name, variable), begin in zip(variables.items(), begins):
        attributes = [_attribute(*item) for item in variable.attributes.items()]
        entry = _name(name) + struct.pack(">i", len(variable.dimensions))
        entry += b"".join(struct.pack(">i", numbers.index(dimension)) for dimension in variable.dimensions)
        kind = NC_FLOAT if variable.values.dtype == np.float32 else NC_DOUBLE
        entry += _list(NC_ATTRIBUTE, attributes) + struct.pack(">iii", kind, len(_data(variable.values)), begin)
        entries.append(entry)
    lengths = [_name(name) + struct.pack(">i", length) for name, length in dimensions.items()]
    return b"CDF\1" + struct.pack(">i", 0) + _list(NC_DIMENSION, lengths) + _list(NC_ATTRIBUTE, []) + _list(NC_VARIABLE, entries)


def write_netcdf(path: Path, dimensions: dict[str, int], variables: dict[str, Variable]) -> None:
    """Writes all variables, of float32 or float64, one after the other."""
    begin = len(_header(dimensions, variables, [0] * len(variables)))
    begins = []
    for variable in variables.values():
        begins.append(begin)
        begin += len(_data(variable.values))
    content = _header(dimensions, variables, begins) + b"".join(_data(v.values) for v in variables.values())
    path.write_bytes(content)
