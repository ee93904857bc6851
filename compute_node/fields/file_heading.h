#pragma once

#include <string>
#include <vector>

namespace farfield::compute {

/// The contents of the heads of a dataset's files, without its values.
struct FileHeading {
    /// Times of its steps, in seconds; not a number where they cannot be known.
    std::vector<double> times;
    /// Unit of the vector that is traced or, without one, of the first scalar, as in the file. Empty where
    /// there is none, or where only reading the values would show it.
    std::string units = {};
    /// Dates of the steps, in seconds since 1970-01-01 (UTC): the date in the file's own calendar, not a
    /// number where the Earth's years have no such date. Empty where none is known.
    std::vector<double> dates = {};
    /// For NetCDF: the variables that are shown and the sizes of their grid, in which files of one series
    /// agree: "u,v on 720 x 360 x 1". Empty where it is not known.
    std::string shape = {};
};

}  // namespace farfield::compute
