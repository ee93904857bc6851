#pragma once

#include "compute_node/readers/vtk/cgns_solutions.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace farfield::compute {

/// Positions of zones with cylindrical coordinates (CoordinateR, CoordinateTheta): r, theta (radians) and z,
/// by the zone's path, "BASE/ZONE"; from raw data, in metres (CgnsSolutions). points: number of points of
/// each zone that is read; other zones are skipped. Threads as cgns_holes(). Throws std::runtime_error with
/// the file and the zone where coordinates are neither Cartesian nor cylindrical.
[[nodiscard]] std::map<std::string, std::vector<glm::dvec3>>
cgns_coordinates(const std::filesystem::path& file, const std::map<std::string, std::uint64_t>& points,
                 const CgnsSolutions& solutions);

}  // namespace farfield::compute
