#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace farfield::compute {

/// A field in a folder of a time, by its header: a scalar, a vector or a tensor, in cells or at points.
struct FoamField {
    std::string name;
    std::size_t width = 1;  ///< numbers of each value: 1 or 3; more for tensors
    bool at_points = false;

    bool operator==(const FoamField&) const = default;
};

/// Fields of a folder, by name. Files of other kinds are ignored. Throws std::runtime_error with the name of
/// a file of OpenFOAM whose header is damaged.
[[nodiscard]] std::vector<FoamField> foam_fields_in(const std::filesystem::path& folder);

/// The unit of a field by its header: "m s-1"; "" where it has none, or there is no such field.
[[nodiscard]] std::string foam_units_of(const std::filesystem::path& field);

struct FoamValues {
    std::vector<float> values;  ///< [count x width]
    std::string units;          ///< "m s-1"; "" without a unit
    std::string unknown_units;  ///< text of dimensions that are not understood
};

/// Error of a field that cannot be read, in one line: its file, the expected and the found.
struct FoamFieldError : std::runtime_error {
    FoamFieldError(const std::filesystem::path& file, const std::string& why, bool is_not_followed);

    std::string reason;  ///< the error without the file's name
    bool not_followed;   ///< true: OpenFOAM alone can compute the values, or they refer to what is missing
};

/// Reads a field's inner values; those on patches are ignored. folder: of its time. block: index, in a file
/// with several processors' blocks. count: of cells, or points. case_folder: files that the field includes
/// must lie below it. Throws FoamFieldError.
[[nodiscard]] FoamValues read_foam_field(const std::filesystem::path& folder, const FoamField& field,
                                         std::size_t block, std::size_t count,
                                         const std::filesystem::path& case_folder);

/// Reason why "U" in the folder of a time, if not packed, cannot be read; "" if none is found: long fields,
/// as solvers write them, are checked up to the length of their list. cells: number of the mesh's cells.
[[nodiscard]] std::string foam_velocity_fault(const std::filesystem::path& folder,
                                              const std::function<std::size_t()>& cells,
                                              const std::filesystem::path& case_folder);

}  // namespace farfield::compute
