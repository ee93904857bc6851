#pragma once

#include "compute_node/readers/netcdf/netcdf_file.h"

#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

/// A CF time unit, "days since 1950-01-01 00:00:00" or plain "s".
struct TimeUnit {
    double seconds = 1.0;  ///< that one unit has
    double epoch = 0.0;    ///< where 0 lies, in seconds since 1970-01-01 (UTC); 0 when there is no date
};

/// Reads a unit of time. Throws std::invalid_argument with the expected text when it is not understood.
/// Years, months (a twelfth of a year, as in UDUNITS), weeks, days, hours, minutes, seconds, milliseconds and
/// their usual abbreviations. calendar: of CF; "noleap", "all_leap", "360_day" and their other names have
/// years of their own, all others are taken as the Gregorian one.
[[nodiscard]] TimeUnit parse_time_unit(std::string_view units, std::string_view calendar = {});

/// The file's unit, in `units` or, in some files, in `unit` or `Unit`; empty when there is none.
[[nodiscard]] std::string time_unit_of(const NetcdfFile& file, const NetcdfVariable& coordinate);

/// Times of a coordinate variable in seconds, in the file's own order; without a unit they are seconds.
/// Throws std::runtime_error naming the file when its units are not understood.
[[nodiscard]] std::vector<double> read_times(const NetcdfFile& file, const NetcdfVariable& coordinate);

/// The times of a variable's steps.
struct NetcdfTimes {
    std::vector<double> seconds;  ///< one that is no number where they are unknown
    std::string unknown;          ///< why they cannot; else empty
};

/// coordinate: null where the file has none for the steps; WRF's `Times` then says when they are
/// ("2010-10-26_18:00:00"), and one step without them is at 0.
[[nodiscard]] NetcdfTimes times_along(const NetcdfFile& file, const NetcdfVariable* coordinate,
                                      std::size_t steps);

/// Whether such times are UTC: of a date, in a calendar with the years of the Earth. coordinate: as above.
[[nodiscard]] bool counts_from_date(const NetcdfFile& file, const NetcdfVariable* coordinate);

}  // namespace farfield::compute
