"""What is in a file by readers that the program does not use: VTK's, netCDF4, ecCodes' Python, and numpy.

A row's `reference` is a recipe: a word below, and its arguments. Each gives a Found: how many nodes there are, the
speeds or scalars at those with a value, of the first time step or the last, and, where lines can be traced independently, a field
for them. Debian's python3-vtk9, python3-netcdf4, python3-h5py and python3-eccodes have what is needed.
"""

from __future__ import annotations

import gzip
import struct
from pathlib import Path

import eccodes
import netCDF4
import numpy as np

import format_reference
import openfoam_reference
import velocity_reference
from independent_lines import LonLatField, PlainLattice
from independent_vtk import Found, exodus, from_vtk, openfoam


def speed(velocity: np.ndarray) -> np.ndarray:
    return np.linalg.norm(velocity, axis=-1)


def first(variable, leading: int, step: int = 0) -> np.ndarray:
    """Without its first dimensions, of which one index is taken; NaN where there is no value."""
    values = np.ma.filled(variable[(step,) * leading].astype(np.float64), np.nan)
    return np.where(np.abs(values) > 1e30, np.nan, values)


def goes_around(x: np.ndarray) -> bool:
    """Longitudes that lack the first at their end."""
    return x.size > 3 and abs(x[-1] - x[0] + (x[1] - x[0]) - 360.0) < 0.02 * (x[1] - x[0])


def close(values: np.ndarray) -> np.ndarray:
    return np.concatenate([values, values[..., :1]], axis=-1)


def axes_of(dataset, variable) -> list[np.ndarray | None]:
    """Those of x, y and of levels, in this order; lengths in metres."""
    found = []
    for name in variable.dimensions[::-1][:3]:
        axis = dataset.variables.get(name)
        metres = 1000.0 if getattr(axis, "units", "") == "km" else 1.0
        found.append(None if axis is None else metres * np.asarray(axis[:], np.float64))
    return found


def netcdf(files: list[Path], leading: str, *words: str) -> Found:
    """leading: how many dimensions are taken at 0. words: one scalar or two components; then x0.01 and the like, a
    factor; repeated: a column more; folded: the last row in reverse, too; plane: x and y are lengths; no-lines,
    where its axes are not where it lies; step=2: the time step, from 0, where the first ones have no value."""
    step = next((int(w.partition("=")[2]) for w in words if w.startswith("step=")), 0)
    words = tuple(w for w in words if not w.startswith("step="))
    options = ("repeated", "folded", "plane", "no-lines")
    names = [w for w in words if w not in options and not w.startswith("x0.")]
    factor = next((float(w[1:]) for w in words if w.startswith("x0.")), 1.0)
    sets = [netCDF4.Dataset(f) for f in files]
    parts = [factor * first(sets[min(i, len(sets) - 1)][name], int(leading), step) for i, name in enumerate(names)]
    x, y, levels = (axes_of(sets[0], sets[0][names[0]]) + [None])[:3]
    if "repeated" in words or (x is not None and goes_around(x)):
        parts = [close(p) for p in parts]
    if "folded" in words:
        parts = [np.concatenate([p, p[..., -1:, ::-1]], axis=-2) for p in parts]
    valid = np.isfinite(sum(parts))
    values = speed(np.stack(parts, axis=-1)) if len(parts) > 1 else parts[0]
    field = None
    if len(parts) == 2 and x is not None and y is not None and x.size > 3 and "no-lines" not in words:
        u, v = (p[0] if p.ndim == 3 else p for p in parts)
        z = float(levels[0]) if parts[0].ndim == 3 and levels is not None else 0.0
        make = PlainLattice.of_plane if "plane" in words else LonLatField
        field = make(x, y, u, v, z)
    return Found(valid.size, values[valid], field)


def mean_of_faces(values: np.ndarray, axis: int, size: int) -> np.ndarray:
    """Those at faces between cells, at the cells' centres; at the edge, where there is one face, that of it."""
    values = np.moveaxis(values, axis, -1)
    if values.shape[-1] < size:  # faces between cells alone
        edge = [values[..., :1], 0.5 * (values[..., 1:] + values[..., :-1]), values[..., -1:]]
        return np.moveaxis(np.concatenate(edge, axis=-1), -1, axis)
    if values.shape[-1] == size:  # of the first cell the further face alone
        edge = [values[..., :1], 0.5 * (values[..., 1:] + values[..., :-1])]
        return np.moveaxis(np.concatenate(edge, axis=-1), -1, axis)
    return np.moveaxis(0.5 * (values[..., 1:] + values[..., :-1]), -1, axis)


def staggered(files: list[Path], leading: str, u_name: str, v_name: str, shape_of: str, *more: str) -> Found:
    """Arakawa C: shape_of is a variable at the centres, or their two dimensions, as Y,X; more: a vertical component
    between the levels; land=MASK; last, of the time steps. v may be in the second file."""
    data, step = netCDF4.Dataset(files[0]), -1 if "last" in more else 0
    of_v = data if v_name in data.variables else netCDF4.Dataset(files[1])
    more = tuple(word for word in more if word != "last")
    rows, columns = (data.dimensions[d].size for d in shape_of.split(",")) if "," in shape_of else data[shape_of].shape[-2:]
    u, v = first(data[u_name], int(leading), step), first(of_v[v_name], int(leading), step)
    land = next((w.partition("=")[2] for w in more if w.startswith("land=")), None)
    if land is not None:  # nothing flows through a face on land
        u, v = np.nan_to_num(u), np.nan_to_num(v)
    parts = [mean_of_faces(u, -1, columns), mean_of_faces(v, -2, rows)]
    parts += [mean_of_faces(first(data[w], int(leading), step), -3, parts[0].shape[-3]) for w in more if "=" not in w]
    values = speed(np.stack(parts, axis=-1))
    valid = np.isfinite(values)
    if land is not None:
        valid &= np.asarray(netCDF4.Dataset(files[-1])[land][:]) > 0.5
    return Found(values.size, values[valid], None)


def corners_of(variable, nodes: int) -> np.ndarray:
    """[face, corner], from 0 on."""
    corners = np.asarray(variable[:], dtype=np.int64)
    corners = corners.T if corners.shape[0] < corners.shape[1] else corners
    return corners - int(getattr(variable, "start_index", corners.max() == nodes))


def copies_at_seam(corners: np.ndarray, longitude: np.ndarray) -> int:
    """Of faces across the date line, the corners west of it come again a turn further east; those about a pole go."""
    of_faces = (longitude[corners] + 180.0) % 360.0
    steps = (np.diff(of_faces, axis=1, append=of_faces[:, :1]) + 180.0) % 360.0 - 180.0
    crosses = (np.ptp(of_faces, axis=1) > 180.0) & (np.abs(steps.sum(axis=1)) < 1.0)
    return np.unique(corners[crosses][of_faces[crosses] < 180.0]).size


def mesh(files: list[Path], faces: str, names: str, *more: str) -> Found:
    """Variables at the faces of a mesh, averaged to its nodes, of the first time step. more: nodes=DIMENSION;
    seam=LONGITUDE, where faces go around the globe."""
    sets, given = [netCDF4.Dataset(f) for f in files], dict(word.split("=") for word in more)

    def find(name: str):
        return next(s[name] for s in sets if name in s.variables)

    nodes = next(s.dimensions[given["nodes"]].size for s in sets if given["nodes"] in s.dimensions)
    corners = corners_of(find(faces), nodes)
    parts = []
    for name in names.split(","):
        values = np.ma.filled(find(name)[:].astype(np.float64), np.nan)
        values = values[0] if "time" in find(name).dimensions else values
        if values.ndim == 2 and values.shape[-1] == len(corners):
            values = values.T
        values = values.reshape(len(corners), -1)  # [face, layer]
        total = np.zeros((nodes, values.shape[1]))
        count = np.bincount(corners.ravel(), minlength=nodes)
        np.add.at(total, corners.ravel(), np.repeat(values, corners.shape[1], axis=0))
        parts.append(total / np.maximum(count, 1)[:, None])
    shown = speed(np.stack(parts, axis=-1)) if len(parts) > 1 else parts[0]
    copies = copies_at_seam(corners, np.asarray(find(given["seam"])[:])) if "seam" in given else 0
    return Found((nodes + copies) * shown.shape[1], shown.ravel(), None)


def messages(file: Path) -> list[dict]:
    found = []
    eccodes.codes_grib_multi_support_on()  # a message may hold several fields
    with open(file, "rb") as stream:
        while (handle := eccodes.codes_grib_new_from_file(stream)) is not None:
            keys = {k: eccodes.codes_get(handle, k) for k in
                    ("shortName", "typeOfLevel", "level", "validityDate", "validityTime", "gridType", "Nj", "units")}
            keys["values"] = eccodes.codes_get_values(handle).astype(np.float64)
            keys["missing"] = eccodes.codes_get(handle, "missingValue", float)
            if eccodes.codes_get(handle, "alternativeRowScanning"):  # each second row runs backwards
                rows = keys["values"].reshape(keys["Nj"], -1)
                rows[1::2] = rows[1::2, ::-1].copy()
            keys["rows"] = eccodes.codes_get_array(handle, "pl") if keys["gridType"].startswith("reduced") else None
            keys["around"] = False
            if not keys["gridType"].startswith("reduced"):
                keys["Ni"] = eccodes.codes_get(handle, "Ni")
                if keys["gridType"].startswith("regular"):
                    x = np.unique(eccodes.codes_get_array(handle, "longitudes"))
                    keys["around"] = goes_around(x)
                    keys["x"] = x
                    keys["y"] = np.unique(eccodes.codes_get_array(handle, "latitudes"))
            found.append(keys)
            eccodes.codes_release(handle)
    return found


def plane_of(message: dict) -> np.ndarray:
    """[row, column], from the south on; reduced rows as long as the longest, which comes again at the end."""
    values = np.where(message["values"] == message["missing"], np.nan, message["values"])
    if message["units"] == "Pa s**-1":
        values = values / 100.0  # along levels in hPa
    if message["rows"] is None:
        plane = values.reshape(message["Nj"], message["Ni"])
        return close(plane) if message["around"] else plane
    width, rows, at = max(message["rows"]), [], 0
    for count in message["rows"]:
        row = np.append(values[at : at + count], values[at])
        rows.append(np.interp(np.arange(width + 1) / width, np.arange(count + 1) / count, row))
        at += count
    return np.array(rows)


def grib(files: list[Path], kind_of_level: str, *names: str) -> Found:
    """At the first time that there is; levels that all names have; of two messages alike the first counts. No lines on
    hybrid levels, which lie at pressures that change from place to place."""
    wanted = [m for m in messages(files[0]) if m["typeOfLevel"] == kind_of_level and m["shortName"] in names]
    earliest = min((m["validityDate"], m["validityTime"]) for m in wanted)
    planes: dict[tuple, dict] = {}
    for m in wanted:
        if (m["validityDate"], m["validityTime"]) == earliest:
            planes.setdefault((m["shortName"], m["level"]), m)
    levels = sorted({level for _, level in planes if all((n, level) in planes for n in names)})
    parts = [np.stack([plane_of(planes[n, level]) for level in levels]) for n in names]
    valid = np.isfinite(sum(parts))
    values = speed(np.stack(parts, axis=-1)) if len(parts) > 1 else parts[0]
    field, some = None, planes[names[0], levels[0]]
    if len(parts) == 2 and kind_of_level != "hybrid" and some["gridType"].startswith("regular"):
        columns = some["x"].size
        field = LonLatField(some["x"], some["y"], *(p[0, ::-1, :columns] for p in parts), float(levels[0]))
    return Found(valid.size, values[valid], field)


def nifti(files: list[Path]) -> Found:
    """NIfTI-1's header: sizes at 40, the type at 70, the place of the values at 108, slope and intercept at 112."""
    data = files[0].read_bytes()
    data = gzip.decompress(data) if files[0].suffix == ".gz" else data
    order = "<" if struct.unpack("<i", data[:4])[0] == 348 else ">"
    sizes = struct.unpack(order + "8h", data[40:56])
    kind = {2: "u1", 4: "i2", 8: "i4", 16: "f4", 64: "f8", 512: "u2"}[struct.unpack(order + "h", data[70:72])[0]]
    (at,) = struct.unpack(order + "f", data[108:112])
    slope, intercept = struct.unpack(order + "2f", data[112:120])
    count = int(np.prod(sizes[1:4]))
    values = np.frombuffer(data, order + kind, count, int(at)).astype(np.float64)
    return Found(count, values * slope + intercept if slope not in (0.0,) and np.isfinite(slope) else values, None)


def nek5000(files: list[Path]) -> Found:
    """The first field file: a header of 132 bytes, a number to tell the byte order, the elements, X, then U."""
    data = files[0].with_name(files[0].name.replace(".nek5000", "0.f00001")).read_bytes()
    words = data[:132].decode().split()
    size, n, elements = int(words[1]), [int(w) for w in words[2:5]], int(words[5])
    order = "<" if abs(struct.unpack("<f", data[132:136])[0] - 6.54321) < 1e-4 else ">"
    dimensions, points = 2 if n[2] == 1 else 3, int(np.prod(n))
    kind, at = f"{order}f{size}", 136 + 4 * elements
    assert words[-1].startswith("XU") or "XU" in words[11]
    at += elements * points * dimensions * size
    u = np.frombuffer(data, kind, elements * points * dimensions, at).reshape(elements, dimensions, points)
    return Found(elements * points, speed(np.moveaxis(u.astype(np.float64), 1, -1)).ravel(), None)


def hdf5(files: list[Path], name: str) -> Found:
    """A dataset of HDF5 with a row for each node."""
    import h5py

    values = np.asarray(h5py.File(files[0])[name], np.float64)
    return Found(len(values), speed(values) if values.ndim == 2 else values, None)


def text(files: list[Path], *lines: str) -> Found:
    """Numbers on some lines of the text beside a binary file, which has the same: .dat of .plt. lines: from 1, or 7-8."""
    all_lines, values = files[0].with_suffix(".dat").read_text().splitlines(), []
    for span in lines:
        begin, _, end = span.partition("-")
        values += " ".join(all_lines[int(begin) - 1 : int(end or begin)]).split()
    return Found(len(values), np.array(values, np.float64), None)


def foam_text(files: list[Path]) -> Found:
    """A case of OpenFOAM in plain text, for those that VTK's reader does not take."""
    found = openfoam_reference.text_case(files[0].parent, files[0].name, "")
    return Found(found["nodes"], np.array(found["speed"]), None)


def known(files: list[Path], module: str, function: str) -> Found:
    """What another script here finds; it takes the folder of the foreign files."""
    folder = next(p for p in files[0].parents if p.name == "foreign")
    if module == "openfoam":
        found = openfoam_reference.text_case(folder, f"openfoam/{function}", ".gz")
    else:
        found = getattr({"format": format_reference, "velocity": velocity_reference}[module], function)(folder)
    return Found(found["nodes"], np.array(found["speed"]), None)


RECIPES = {"netcdf": netcdf, "staggered": staggered, "grib": grib, "mesh": mesh, "nifti": nifti, "nek5000": nek5000, "hdf5": hdf5,
           "text": text, "known": known, "foam_text": foam_text,
           "vtk": from_vtk, "exodus": exodus, "openfoam": openfoam}


def read(reference: str, files: list[Path]) -> Found:
    word, *arguments = reference.split(" ")
    return RECIPES[word](files, *arguments)
