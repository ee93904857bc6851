#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace farfield::compute {

/// Files that are read together with this one, which is the first of them: those that an EnSight .case names
/// and that exist, the first field file of a .nek5000, those of the first step that an index of VTK's files
/// names, those of a case of OpenFOAM (its mesh, its settings, its first and last time), or the data of a
/// Fluent case, and those that XDMF names.
[[nodiscard]] std::vector<std::filesystem::path> with_companions(const std::filesystem::path& file);

/// Where the files lie that an index of VTK's files or a .nek5000 file names itself, of all its steps,
/// whether they are there or not; none of other files.
[[nodiscard]] std::vector<std::filesystem::path> pieces_named_in(const std::filesystem::path& file);

/// Bytes of with_companions(), as far as they are known.
[[nodiscard]] std::uint64_t bytes_with_companions(const std::filesystem::path& file);

/// Whether a file holds a mesh of cells, by its ending; legacy VTK files say so among their first bytes.
[[nodiscard]] bool holds_mesh(const std::filesystem::path& file);

}  // namespace farfield::compute
