#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace farfield::compute {

/// A file and the files that are read together with it, which follow it: those that an EnSight .case names
/// and that exist, the first field file of a .nek5000, those of the first step that an index of VTK's files
/// names, those of a case of OpenFOAM (its mesh, its settings, its first and last time), the data of a Fluent
/// case, or those that XDMF names.
[[nodiscard]] std::vector<std::filesystem::path> with_companions(const std::filesystem::path& file);

/// The paths, for all steps, that an index of VTK's files or a .nek5000 file itself names, whether these
/// files exist or not; empty for other files.
[[nodiscard]] std::vector<std::filesystem::path> pieces_named_in(const std::filesystem::path& file);

/// Total bytes of with_companions(), as far as they are known.
[[nodiscard]] std::uint64_t bytes_with_companions(const std::filesystem::path& file);

/// An XDMF file beside a file of HDF5 that says what this file's datasets are; of several, one named like it.
[[nodiscard]] std::optional<std::filesystem::path> xdmf_that_lists(const std::filesystem::path& hdf5);

/// True when a file holds a mesh of cells, by its ending or, of legacy VTK files, by its first bytes.
[[nodiscard]] bool holds_mesh(const std::filesystem::path& file);

}  // namespace farfield::compute
