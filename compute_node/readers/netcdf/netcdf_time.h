#pragma once

#include "compute_node/grids/grid_data.h"
#include "compute_node/readers/netcdf/netcdf_file.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

/// A CF time unit, "days since 1950-01-01 00:00:00" or plain "s".
struct TimeUnit {
    double seconds = 1.0;  ///< that one unit has
    /// Where 0 lies, in seconds since 1970-01-01 of its calendar; none where there is no date ("days since
    /// 0.0", or the calendar "none").
    std::optional<double> epoch;
    std::vector<std::string> remarks = {};  ///< what of it is not understood, and what was assumed
};

/// Reads a unit of time. Throws std::invalid_argument with the expected text when it is not understood.
/// Years, months (a twelfth of the calendar's mean year, as in UDUNITS), weeks, days, hours, minutes,
/// seconds, parts of seconds, their usual abbreviations, and multiples of them that UDUNITS knows. Dates are
/// those of netcdf_date.h. calendar: CF's name of it (model/calendar/calendar.h).
[[nodiscard]] TimeUnit parse_time_unit(std::string_view units, std::string_view calendar = {});

/// The file's unit, in `units` or, in some files, in `unit` or `Unit`; empty when there is none.
[[nodiscard]] std::string time_unit_of(const NetcdfFile& file, const NetcdfVariable& coordinate);

/// The times of a variable's steps.
struct NetcdfTimes {
    std::vector<double> seconds;            ///< one that is no number where they are unknown
    std::string unknown;                    ///< why they cannot; else empty
    std::vector<std::string> remarks = {};  ///< what was assumed
};

/// coordinate: null where the file has none for the steps; WRF's `Times` or MPAS's `xtime` then says
/// when they are ("2010-10-26_18:00:00"), and one step without them is at 0. Times in binary32 that are
/// rounded by a second or more give way to the same in words, or in FVCOM's `Itime` and `Itime2`.
[[nodiscard]] NetcdfTimes times_along(const NetcdfFile& file, const NetcdfVariable* coordinate,
                                      std::size_t steps);

/// A sentence on times that are unknown.
[[nodiscard]] std::string remark_on_unknown(const NetcdfTimes& times, std::size_t steps);

/// A time of times_along() as seconds since 1970-01-01 (UTC): of a date, which the Earth's years have.
/// coordinate: as above.
[[nodiscard]] std::optional<double> utc_of_time(const NetcdfFile& file, const NetcdfVariable* coordinate,
                                                double seconds);

/// Notes when a step of a dataset is, by UTC and by a calendar with years of its own. seconds, coordinate: as
/// above.
void note_date(const NetcdfFile& file, const NetcdfVariable* coordinate, double seconds, GridData& data);

/// utc_of_time() of each of several, one that is no number where there is no such date; empty where none has
/// one.
[[nodiscard]] std::vector<double> dates_of_times(const NetcdfFile& file, const NetcdfVariable* coordinate,
                                                 const std::vector<double>& seconds);

}  // namespace farfield::compute
