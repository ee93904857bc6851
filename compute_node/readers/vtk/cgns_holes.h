#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace farfield::compute {

/// The nodes of structured zones that lie in holes of an overset grid, by the zone's path, "BASE/ZONE":
/// [nodes], i fastest, 1 = in a hole; zones without holes are absent. A hole of cells leaves out the nodes
/// that have no other cells. points: number of points of each zone that is read; other zones are skipped.
/// Source: CFD General Notation System, "Standard Interface Data Structures", OversetHoles_t. Thread-safety:
/// the CGNS library keeps its files in one table; callers take turns (VtkErrors does that). Throws
/// std::runtime_error with the file, the hole and the expected.
[[nodiscard]] std::map<std::string, std::vector<std::uint8_t>>
cgns_holes(const std::filesystem::path& file, const std::map<std::string, std::uint64_t>& points);

}  // namespace farfield::compute
