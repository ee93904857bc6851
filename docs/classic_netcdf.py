"""Writes NetCDF classic files (the NetCDF Classic Format Specification) without a library."""
import struct

FLOAT, DOUBLE = 5, 6
SIZES = {FLOAT: ("f", 4), DOUBLE: ("d", 8)}


def name(text):
    data = text.encode()
    return struct.pack(">i", len(data)) + data + b"\0" * (-len(data) % 4)


def attributes(pairs):
    """Texts, and numbers as binary32."""
    if not pairs:
        return struct.pack(">ii", 0, 0)
    out = struct.pack(">ii", 12, len(pairs))
    for key, value in pairs:
        out += name(key)
        out += struct.pack(">i", 2) + name(value) if isinstance(value, str) else struct.pack(">iif", FLOAT, 1, value)
    return out


def write(path, dimensions, variables):
    """dimensions: (name, length); variables: (name, numbers of dimensions, attributes, FLOAT or DOUBLE, values), the last
    dimension fastest."""

    def header(begins):
        out = b"CDF\x01" + struct.pack(">i", 0) + struct.pack(">ii", 10, len(dimensions))
        for key, length in dimensions:
            out += name(key) + struct.pack(">i", length)
        out += attributes([("Conventions", "CF-1.8")]) + struct.pack(">ii", 11, len(variables))
        for (key, ids, texts, kind, values), begin in zip(variables, begins):
            out += name(key) + struct.pack(">i", len(ids)) + struct.pack(f">{len(ids)}i", *ids)
            out += attributes(texts) + struct.pack(">iii", kind, SIZES[kind][1] * len(values), begin)
        return out

    begins, at = [], len(header([0] * len(variables)))
    for _, _, _, kind, values in variables:
        begins.append(at)
        at += SIZES[kind][1] * len(values)
    with open(path, "wb") as file:
        file.write(header(begins))
        for _, _, _, kind, values in variables:
            file.write(struct.pack(f">{len(values)}{SIZES[kind][0]}", *values))
