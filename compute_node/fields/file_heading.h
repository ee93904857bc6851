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
};

}  // namespace farfield::compute
