#pragma once

#include <string>
#include <vector>

namespace farfield::compute {

/// What the heads of a dataset's files say, without its values.
struct FileHeading {
    /// When its time steps are, in seconds; not a number where they cannot be known.
    std::vector<double> times;
    /// Of the vector that is traced or, without one, of the first scalar, as the file has it. Empty where
    /// there is none, or where only reading the values would show it.
    std::string units = {};
    /// Of each time step, in seconds since 1970-01-01 (UTC): the date that its calendar has then, not a
    /// number where the Earth's years have no such date. Empty where none is known.
    std::vector<double> dates = {};
    /// Of NetCDF: the variables that are shown and the sizes of their grid, in which files of one series
    /// agree: "u,v on 720 x 360 x 1". Empty where it is not known.
    std::string shape = {};
};

}  // namespace farfield::compute
