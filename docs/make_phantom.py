"""Writes a scan: the head phantom of Shepp and Logan in three dimensions.

    python3 docs/make_phantom.py FILE.mha [NODES]

L. A. Shepp, B. F. Logan, "The Fourier reconstruction of a head section", IEEE Trans. Nuclear Science 21 (1974);
ellipsoids after A. C. Kak, M. Slaney, "Principles of Computerized Tomographic Imaging" (1988), with the contrast
of P. Toft, "The Radon Transform" (1996).
"""

from __future__ import annotations

import sys

import numpy as np

# Value added inside, half axes, centre, turn about z in degrees; in a cube from -1 to 1.
ELLIPSOIDS = [
    (1.0, (0.69, 0.92, 0.81), (0.0, 0.0, 0.0), 0),
    (-0.8, (0.6624, 0.874, 0.78), (0.0, -0.0184, 0.0), 0),
    (-0.2, (0.11, 0.31, 0.22), (0.22, 0.0, 0.0), -18),
    (-0.2, (0.16, 0.41, 0.28), (-0.22, 0.0, 0.0), 18),
    (0.1, (0.21, 0.25, 0.41), (0.0, 0.35, -0.15), 0),
    (0.1, (0.046, 0.046, 0.05), (0.0, 0.1, 0.25), 0),
    (0.1, (0.046, 0.046, 0.05), (0.0, -0.1, 0.25), 0),
    (0.1, (0.046, 0.023, 0.05), (-0.08, -0.605, 0.0), 0),
    (0.1, (0.023, 0.023, 0.02), (0.0, -0.606, 0.0), 0),
    (0.1, (0.023, 0.046, 0.02), (0.06, -0.605, 0.0), 0),
]


def phantom(nodes: int) -> np.ndarray:
    """Values at the nodes, x fastest."""
    line = np.linspace(-1.0, 1.0, nodes)
    z, y, x = np.meshgrid(line, line, line, indexing="ij")
    values = np.zeros_like(x)
    for value, (a, b, c), (x0, y0, z0), degrees in ELLIPSOIDS:
        turn = np.radians(degrees)
        u = (x - x0) * np.cos(turn) + (y - y0) * np.sin(turn)
        v = (y - y0) * np.cos(turn) - (x - x0) * np.sin(turn)
        values[(u / a) ** 2 + (v / b) ** 2 + ((z - z0) / c) ** 2 <= 1.0] += value
    return values


def main() -> None:
    file, nodes = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 128
    spacing = 200.0 / (nodes - 1)  # a head of 20 cm
    header = (
        f"ObjectType = Image\nNDims = 3\nBinaryData = True\nBinaryDataByteOrderMSB = False\n"
        f"ElementSpacing = {spacing} {spacing} {spacing}\nDimSize = {nodes} {nodes} {nodes}\n"
        f"ElementType = MET_FLOAT\nElementDataFile = LOCAL\n"
    )
    with open(file, "wb") as out:
        out.write(header.encode() + phantom(nodes).astype("<f4").tobytes())


if __name__ == "__main__":
    main()
