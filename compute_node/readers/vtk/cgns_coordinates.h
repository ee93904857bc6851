#pragma once

#include "compute_node/readers/vtk/cgns_solutions.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace farfield::compute {

/// Positions in cylindrical coordinates, r, theta (radians) and z, by the zone's path, "BASE/ZONE": of zones
/// that have CoordinateR and CoordinateTheta. They are raw data in metres (CgnsSolutions). points: how many
/// each zone has that is read; others are passed over. Threads as cgns_holes(). Throws std::runtime_error
/// that names the file and the zone where its coordinates are neither Cartesian nor cylindrical.
[[nodiscard]] std::map<std::string, std::vector<glm::dvec3>>
cgns_coordinates(const std::filesystem::path& file, const std::map<std::string, std::uint64_t>& points,
                 const CgnsSolutions& solutions);

}  // namespace farfield::compute
