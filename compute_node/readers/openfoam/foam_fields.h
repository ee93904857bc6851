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
    std::size_t width = 1;  ///< numbers each: 1 or 3; tensors have more
    bool at_points = false;

    bool operator==(const FoamField&) const = default;
};

/// Fields of a folder, by name. Files of other kinds are passed over. Throws std::runtime_error that names a
/// file of OpenFOAM with a header that is damaged.
[[nodiscard]] std::vector<FoamField> foam_fields_in(const std::filesystem::path& folder);

/// The unit of a field by its head: "m s-1"; "" where it has none, or there is no such field.
[[nodiscard]] std::string foam_units_of(const std::filesystem::path& field);

struct FoamValues {
    std::vector<float> values;  ///< [count x width]
    std::string units;          ///< "m s-1"; "" where it has none
    std::string unknown_units;  ///< its dimensions in words that are not understood
};

/// Error of a field that cannot be read, in one line: its file, the expected and the found.
struct FoamFieldError : std::runtime_error {
    FoamFieldError(const std::filesystem::path& file, const std::string& why, bool is_not_followed);

    std::string reason;  ///< the line without the file
    bool not_followed;   ///< its values are computed by OpenFOAM alone, or refer to what is not there
};

/// Reads a field's inner values; those on patches are left. folder: of its time. block: of a file that holds
/// those of several processors. count: of cells, or points. case_folder: files that it includes lie below
/// that. Throws FoamFieldError.
[[nodiscard]] FoamValues read_foam_field(const std::filesystem::path& folder, const FoamField& field,
                                         std::size_t block, std::size_t count,
                                         const std::filesystem::path& case_folder);

/// Reason why "U" in the folder of a time cannot be read, of a file that is not packed; "" where none is
/// found: long ones, which solvers write, are looked at up to the length of their list. cells: of the mesh.
[[nodiscard]] std::string foam_velocity_fault(const std::filesystem::path& folder,
                                              const std::function<std::size_t()>& cells,
                                              const std::filesystem::path& case_folder);

}  // namespace farfield::compute
