#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace farfield::compute {

/// An array of a function file: a function, or several that are a vector.
struct NamedFunctions {
    std::string name;
    std::size_t first = 0;  ///< of the functions
    std::size_t count = 1;  ///< 1; of a vector 3, on planar grids 2
};

/// The names of a function file's arrays.
struct FunctionNames {
    std::vector<NamedFunctions> arrays;
    std::string remark;  ///< a sentence, where the names do not fit the functions; else empty
};

/// By the names in NAME.nam beside NAME.f, or in fun.nam: one on a line. A line "u, v, w ; Velocity" has
/// those of three functions, which are a vector; as FIELDVIEW writes it, "u ; Velocity" is its first line,
/// and those of v and w follow. Without such a file, or where it has no name for a function, that is
/// "Function 1". functions: of each node. planar: vectors have two parts.
[[nodiscard]] FunctionNames function_names(const std::filesystem::path& file, std::size_t functions,
                                           bool planar);

}  // namespace farfield::compute
