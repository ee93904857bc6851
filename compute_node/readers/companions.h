#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace farfield::compute {

/// A file and the files that are read together with it, which follow it, by its format: those that an
/// EnSight .case names and that exist, those of the first step that an index of VTK's files names, ...
[[nodiscard]] std::vector<std::filesystem::path> with_companions(const std::filesystem::path& file);

/// The paths, for all steps, that an index of VTK's files or a .nek5000 file itself names, whether these
/// files exist or not; empty for other files.
[[nodiscard]] std::vector<std::filesystem::path> pieces_named_in(const std::filesystem::path& file);

/// Total bytes of with_companions(), as far as they are known.
[[nodiscard]] std::uint64_t bytes_with_companions(const std::filesystem::path& file);

/// Files that are read with one of a format (formats.cpp), without that one; those that exist.
/// @{
[[nodiscard]] std::vector<std::filesystem::path>
files_named_in_case(const std::filesystem::path& ensight_case);
[[nodiscard]] std::vector<std::filesystem::path> files_named_in_xdmf(const std::filesystem::path& file);
[[nodiscard]] std::vector<std::filesystem::path> first_nek_file(const std::filesystem::path& metadata);
[[nodiscard]] std::vector<std::filesystem::path> fluent_data(const std::filesystem::path& fluent_case);
[[nodiscard]] std::vector<std::filesystem::path> pieces_of_first_step(const std::filesystem::path& index);
/// @}

/// Files of all steps of a format (formats.cpp), whether they exist or not.
/// @{
[[nodiscard]] std::vector<std::filesystem::path> nek_files(const std::filesystem::path& metadata);
[[nodiscard]] std::vector<std::filesystem::path> pieces_of_all_steps(const std::filesystem::path& index);
/// @}

/// An XDMF file beside a file of HDF5 that says what this file's datasets are; of several, one named like it.
[[nodiscard]] std::optional<std::filesystem::path> xdmf_that_lists(const std::filesystem::path& hdf5);

/// True when a .vtk file of the older form holds a mesh of cells or several grids, by its first bytes.
[[nodiscard]] bool holds_legacy_mesh(const std::filesystem::path& file);

}  // namespace farfield::compute
