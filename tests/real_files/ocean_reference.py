"""Ends of lines over the Earth in files that others made, in binary64 and independently of Farfield.

Writes ocean_reference.json beside itself. Needs numpy and netCDF4, and the folder of the files:

    python3 tests/real_files/ocean_reference.py DATA/foreign/netcdf

Places are unit vectors and move along great circles of a step's mean velocity (Runge-Kutta of order four in
three dimensions, put back on the sphere). In latitude-longitude grids eastward and northward components are
bilinear in degrees and linear between time slices; in curvilinear grids the vectors of a cell's four corners are
bilinear in space between the corners' unit vectors. A cell with a missing corner, in a slice that has weight, is
missing.
"""
import json
import math
import pathlib
import sys

import netCDF4
import numpy as np

RADIUS = 6_371_000.0
DAY = 86_400.0


def direction(lon, lat):
    lon, lat = np.radians(lon), np.radians(lat)
    return np.stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)], axis=-1)


def place(p):
    return math.degrees(math.atan2(p[1], p[0])), math.degrees(math.atan2(p[2], math.hypot(p[0], p[1])))


def axes(lon, lat):
    lon, lat = np.radians(lon), np.radians(lat)
    east = np.stack([-np.sin(lon), np.cos(lon), np.zeros_like(lon)], axis=-1)
    north = np.stack([-np.sin(lat) * np.cos(lon), -np.sin(lat) * np.sin(lon), np.cos(lat)], axis=-1)
    return east, north


class LatLon:
    """u, v: [time][lat][lon] in m/s, NaN where missing; lat ascends; lon goes around the globe."""

    def __init__(self, lon, lat, times, u, v):
        self.lon, self.lat, self.times, self.u, self.v = lon, lat, times, u, v

    def slices(self, t):
        if len(self.times) == 1 or t <= self.times[0]:
            return [(0, 1.0)]
        if t >= self.times[-1]:
            return [(len(self.times) - 1, 1.0)]
        i = int(np.searchsorted(self.times, t, side="right")) - 1
        w = (t - self.times[i]) / (self.times[i + 1] - self.times[i])
        return [(i, 1.0)] if w == 0.0 else [(i, 1.0 - w), (i + 1, w)]

    def velocity(self, p, t):
        lon, lat = place(p)
        if lat < self.lat[0] or lat > self.lat[-1]:
            return None
        lon = self.lon[0] + (lon - self.lon[0]) % 360.0
        columns = len(self.lon)
        i = min(int(np.searchsorted(self.lon, lon, side="right")) - 1, columns - 1)
        right = self.lon[i + 1] if i + 1 < columns else self.lon[0] + 360.0
        x = (lon - self.lon[i]) / (right - self.lon[i])
        j = min(int(np.searchsorted(self.lat, lat, side="right")) - 1, len(self.lat) - 2)
        y = (lat - self.lat[j]) / (self.lat[j + 1] - self.lat[j])
        k = (i + 1) % columns
        u = v = 0.0
        for s, w in self.slices(t):
            for value, name in ((self.u[s], "u"), (self.v[s], "v")):
                at = ((1 - x) * (1 - y) * value[j, i] + x * (1 - y) * value[j, k]
                      + (1 - x) * y * value[j + 1, i] + x * y * value[j + 1, k])
                if name == "u":
                    u += w * at
                else:
                    v += w * at
        if math.isnan(u) or math.isnan(v):
            return None
        east, north = axes(np.float64(lon), np.float64(lat))
        return (u * east + v * north) / RADIUS


class Curvilinear:
    """lon, lat, u, v: [j][i]; columns go around the globe."""

    def __init__(self, lon, lat, u, v):
        close = lambda a: np.concatenate([a, a[:, :1]], axis=1)
        lon, lat, u, v = close(lon), close(lat), close(u), close(v)
        self.nodes = direction(lon, lat)
        east, north = axes(lon, lat)
        self.vectors = (u[..., None] * east + v[..., None] * north) / RADIUS
        n = self.nodes
        self.centres = n[:-1, :-1] + n[:-1, 1:] + n[1:, :-1] + n[1:, 1:]
        self.centres /= np.linalg.norm(self.centres, axis=-1)[..., None]
        self.last = None

    def velocity(self, p, _t):
        for j, i in self.candidates(p):
            corners = [self.nodes[j, i], self.nodes[j, i + 1], self.nodes[j + 1, i], self.nodes[j + 1, i + 1]]
            local = self.within(corners, p)
            if local is None:
                continue
            self.last = (j, i)
            vectors = [self.vectors[j, i], self.vectors[j, i + 1], self.vectors[j + 1, i],
                       self.vectors[j + 1, i + 1]]
            v = sum(w * c for w, c in zip(self.weights(*local), vectors))
            if np.isnan(v).any():
                return None
            return v - p * (v @ p)
        return None

    def candidates(self, p):
        """The last cell and its neighbours, then the nearest of all."""
        rows, columns = self.centres.shape[:2]
        if self.last is not None:
            yield self.last
            for dj in (-1, 0, 1):
                for di in (-1, 0, 1):
                    j, i = self.last[0] + dj, (self.last[1] + di) % columns
                    if 0 <= j < rows:
                        yield j, i
        nearness = (self.centres @ p).ravel()
        for cell in np.argpartition(-nearness, 30)[:30]:
            yield divmod(int(cell), columns)

    @staticmethod
    def weights(x, y):
        return (1 - x) * (1 - y), x * (1 - y), (1 - x) * y, x * y

    def within(self, corners, p):
        """Local x, y at which the bilinear corners lie in the direction of p, by Newton's method."""
        other = np.array([1.0, 0.0, 0.0]) if abs(p[0]) < 0.6 else np.array([0.0, 1.0, 0.0])
        a = np.cross(p, other)
        a /= np.linalg.norm(a)
        b = np.cross(p, a)
        c = [np.array([q @ a, q @ b]) for q in corners]
        x = y = 0.5
        for _ in range(20):
            miss = sum(w * q for w, q in zip(self.weights(x, y), c))
            dx = (1 - y) * (c[1] - c[0]) + y * (c[3] - c[2])
            dy = (1 - x) * (c[2] - c[0]) + x * (c[3] - c[1])
            det = dx[0] * dy[1] - dx[1] * dy[0]
            if det == 0.0:
                return None
            step = np.array([-(miss[0] * dy[1] - miss[1] * dy[0]), dx[1] * miss[0] - dx[0] * miss[1]]) / det
            x, y = x + step[0], y + step[1]
            if abs(x - 0.5) > 3 or abs(y - 0.5) > 3:
                return None
            if np.abs(step).max() < 1e-13:
                break
        return (x, y) if min(x, y) >= -1e-9 and max(x, y) <= 1 + 1e-9 else None


def trace(field, seed, start, seconds, step):
    """The end, the way in metres, and the seconds after which the line ended (all where it did not)."""
    p = direction(np.float64(seed[0]), np.float64(seed[1]))
    way, t = 0.0, 0.0
    while t < seconds - 1e-6:
        h = min(step, seconds - t)
        k = []
        for part, before in ((0.0, None), (0.5, 0), (0.5, 1), (1.0, 2)):
            q = p if before is None else p + part * h * k[before]
            q = q / np.linalg.norm(q)
            rate = field.velocity(q, start + t + part * h)
            if rate is None:
                return (*place(p), way, t)
            # As a change of the vector that is put back on the sphere afterwards, at its length.
            k.append(rate if before is None else rate * np.linalg.norm(p + part * h * k[before])
                     + (q @ rate) * q)
        q = p + h / 6.0 * (k[0] + 2 * k[1] + 2 * k[2] + k[3])
        q /= np.linalg.norm(q)
        way += RADIUS * math.atan2(np.linalg.norm(np.cross(p, q)), p @ q)
        p, t = q, t + h
    return (*place(p), way, seconds)


def read(path, *names):
    with netCDF4.Dataset(path) as file:
        return [np.ma.filled(file[name][:].astype(np.float64), np.nan) for name in names]


def lines(field, seeds, start, seconds, step, whole_only):
    found = []
    for seed in seeds:
        lon, lat, way, ended = trace(field, seed, start, seconds, step)
        if way > 0.0 and (ended >= seconds or not whole_only):
            found.append({"seed": seed, "end": [lon, lat], "way": way, "ended": ended})
        if len(found) == 20:
            break
    return {"start": start, "seconds": seconds, "step": step, "lines": found}


def winds(folder):
    lat, lon, u, v = read(folder / "941110_UV.cdf", "lat", "lon", "u", "v")
    if abs(lon[-1] - lon[0] - 360.0) < 1e-6:
        lon, u, v = lon[:-1], u[:, :-1], v[:, :-1]
    field = LatLon(lon, lat, [0.0], u[None], v[None])
    seeds = [[float((37 * n) % 360), float(side * latitude)]
             for n, latitude in enumerate((89.0, 88.6, 87.9, 89.7, 86.0, 84.0, 89.9, 82.0, 88.2, 89.3, 60.0, 30.0))
             for side in (1, -1)]
    return lines(field, seeds, 0.0, 36_000.0, 120.0, True)


def ocean(folder):
    lat, lon, u, v = read(folder / "pop.nc", "lat2d", "lon2d", "urot", "vrot")
    field = Curvilinear(lon, lat, u / 100.0, v / 100.0)
    seeds = [[float((47 * n) % 360), 89.9 - 0.55 * n] for n in range(60)]
    return lines(field, seeds, 0.0, 40 * DAY, 28_800.0, True)


def climatology(folder):
    hours, lat, lon, u, v = read(folder / "coads_climatology.cdf", "TIME", "COADSY", "COADSX", "UWND", "VWND")
    times = (hours - hours[0]) * 3600.0
    field = LatLon(lon, lat, times, u, v)
    seeds = [[float((53 * n) % 360), -62.0 + 5.1 * (n % 28)] for n in range(120)]
    return lines(field, seeds, 30 * DAY, 6 * DAY, 1_800.0, False)


def main():
    folder = pathlib.Path(sys.argv[1])
    reference = {"941110_UV.cdf": winds(folder), "pop.nc": ocean(folder),
                 "coads_climatology.cdf": climatology(folder)}
    to = pathlib.Path(__file__).with_suffix(".json")
    to.write_text(json.dumps(reference, indent=1) + "\n")
    for name, part in reference.items():
        print(name, len(part["lines"]), "lines")


if __name__ == "__main__":
    main()
