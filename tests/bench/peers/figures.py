"""Figures of a run, as all of Farfield's benchmarks print them."""

from __future__ import annotations

from statistics import median


class Figures:
    """Samples by name, in the order in which they came."""

    def __init__(self) -> None:
        self._samples: dict[str, tuple[str, list[float]]] = {}

    def add(self, name: str, unit: str, value: float) -> None:
        self._samples.setdefault(name, (unit, []))[1].append(value)

    def results(self) -> list[dict]:
        return [
            {
                "name": name,
                "unit": unit,
                "median": median(values),
                "min": min(values),
                "max": max(values),
                "runs": len(values),
            }
            for name, (unit, values) in self._samples.items()
        ]

    def table(self) -> str:
        lines = [f"  {'':<44}{'median':>12}{'min':>12}{'max':>12}  unit"]
        for r in self.results():
            lines.append(f"  {r['name']:<44}{r['median']:>12.4g}{r['min']:>12.4g}{r['max']:>12.4g}  {r['unit']}")
        return "\n".join(lines)
