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
    double seconds = 1.0;  ///< seconds in one unit
    /// Time 0, in seconds since 1970-01-01 of its calendar; none where there is no date ("days since 0.0", or
    /// the calendar "none").
    std::optional<double> epoch;
    std::vector<std::string> remarks = {};  ///< parts not understood, and assumptions
};

/// Reads a unit of time. Throws std::invalid_argument with the expected text when it is not understood.
/// Years, months (a twelfth of the calendar's mean year, as in UDUNITS), weeks, days, hours, minutes,
/// seconds, parts of seconds, their usual abbreviations, and multiples of them that UDUNITS knows. Dates are
/// those of netcdf_date.h. calendar: CF's name of it (model/calendar/calendar.h).
[[nodiscard]] TimeUnit parse_time_unit(std::string_view units, std::string_view calendar = {});

/// True for a unit of time, with a date or without.
[[nodiscard]] bool is_time_unit(std::string_view units);

/// The unit in the file's `units` or, in some files, in `unit` or `Unit`; empty when there is none.
[[nodiscard]] std::string time_unit_of(const NetcdfFile& file, const NetcdfVariable& coordinate);

/// True for the time of a forecast's start, by its standard name, or by its name or long name.
[[nodiscard]] bool is_reference_time(const NetcdfFile& file, const NetcdfVariable& variable);

/// True for times that count from the start of a forecast: by the standard name forecast_period, or names
/// such as "step" and "lead"; in a unit of time without a date.
[[nodiscard]] bool is_lead_time(const NetcdfFile& file, const NetcdfVariable& variable);

/// The times of a variable's steps.
struct NetcdfTimes {
    std::vector<double> seconds;            ///< a single NaN where times are unknown
    std::string unknown;                    ///< reason why they are unknown; else empty
    std::vector<std::string> remarks = {};  ///< assumptions made
};

/// Reads the times of steps. Those of is_lead_time() count from the file's only is_reference_time(), where it
/// has one. coordinate: null where the file has none for them; then WRF's `Times` or MPAS's
/// `xtime` has the times ("2010-10-26_18:00:00"), and a single step without them is at 0. Times in binary32
/// rounded by a second or more are replaced by those in words, or in FVCOM's `Itime` and `Itime2`.
[[nodiscard]] NetcdfTimes times_along(const NetcdfFile& file, const NetcdfVariable* coordinate,
                                      std::size_t steps);

/// A sentence on times that are unknown.
[[nodiscard]] std::string remark_on_unknown(const NetcdfTimes& times, std::size_t steps);

/// Converts a time of times_along() to seconds since 1970-01-01 (UTC), if it has a date that the Earth's
/// years have. coordinate: as for times_along().
[[nodiscard]] std::optional<double> utc_of_time(const NetcdfFile& file, const NetcdfVariable* coordinate,
                                                double seconds);

/// Enters the date of a dataset's step, by UTC and by a calendar with years of its own. seconds, coordinate:
/// as for utc_of_time().
void note_date(const NetcdfFile& file, const NetcdfVariable* coordinate, double seconds, GridData& data);

/// Applies utc_of_time() to several times: NaN where a time has no such date; empty where no time has
/// one.
[[nodiscard]] std::vector<double> dates_of_times(const NetcdfFile& file, const NetcdfVariable* coordinate,
                                                 const std::vector<double>& seconds);

}  // namespace farfield::compute
