#!/usr/bin/env python3
"""Dates of times in units and calendars of CF, by cftime: writes calendar_reference.json.

Of each: what the time is in seconds since 1970-01-01 of its calendar, and in seconds from 1970-01-01 to the same date of
the Gregorian calendar (null where that has no such date), which is what a clock shows. Debian's python3-netcdf4 has cftime.
"""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import cftime

TIMES = [
    ("days since 1970-01-01", "standard", 0.25),
    ("hours since 1-1-1 00:00:0.0", "standard", 17067072),
    ("hours since 1-1-1 00:00:0.0", "proleptic_gregorian", 17067072),
    ("days since 0001-01-01", "gregorian", 577735),
    ("days since 1582-10-04", "standard", 1),
    ("days since 1582-10-04", "standard", 0),
    ("days since 1850-01-01", "julian", 55000.5),
    ("days since 1900-02-28", "julian", 1),
    ("days since 0000-01-01", "noleap", 730059),
    ("days since 2000-01-01", "365_day", 59),
    ("hours since 1999-12-31 12:00:00", "noleap", 36),
    ("days since 2001-01-01", "all_leap", 59),
    ("days since 1960-01-01", "366_day", 400),
    ("days since 1859-12-01", "360_day", 59400),
    ("days since 2000-01-30", "360_day", 30),
    ("months since 1960-01-01", "360_day", 493),
    ("minutes since 2016-02-28T23:59:30", "standard", 1),
    ("milliseconds since 1858-11-17 00:00:00", "standard", 4913395200000),
    ("microseconds since 2000-01-01", "standard", 1500000),
]


def main() -> None:
    found = []
    for units, calendar, value in TIMES:
        date = cftime.num2date(value, units, calendar)
        seconds = cftime.date2num(date, "seconds since 1970-01-01", calendar)
        try:
            utc = (datetime.datetime(date.year, date.month, date.day, date.hour, date.minute, date.second,
                                     date.microsecond) - datetime.datetime(1970, 1, 1)).total_seconds()
        except ValueError:
            utc = None
        found.append({"units": units, "calendar": calendar, "value": value, "date": str(date), "seconds": float(seconds),
                      "utc": utc})
    lines = ",\n".join(json.dumps(entry) for entry in found)
    Path(__file__).with_suffix(".json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
