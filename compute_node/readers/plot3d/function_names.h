#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace farfield::compute {

/// An array of a function file: one function, or several functions that form a vector.
struct NamedFunctions {
    std::string name;
    std::size_t first = 0;  ///< index of its first function
    std::size_t count = 1;  ///< 1 or, for a vector, 3; on planar grids 2
};

/// The names of a function file's arrays.
struct FunctionNames {
    std::vector<NamedFunctions> arrays;
    std::string remark;  ///< a sentence, if the names do not fit the functions; else empty
};

/// The names in NAME.nam beside NAME.f, or in fun.nam: one on a line. A line "u, v, w ; Velocity" has those
/// of three functions, which form a vector; as FIELDVIEW writes it, "u ; Velocity" is its first line, and
/// those of v and w follow. Without such a file, or a name in it, a function is called "Function 1".
/// functions: number of them at each node. planar: vectors have two parts.
[[nodiscard]] FunctionNames function_names(const std::filesystem::path& file, std::size_t functions,
                                           bool planar);

}  // namespace farfield::compute
