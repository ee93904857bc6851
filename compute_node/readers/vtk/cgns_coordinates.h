#pragma once

#include "compute_node/readers/vtk/cgns_solutions.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace farfield::compute {

/// Statements of a zone's coordinates that VTK's reader passes over.
struct CgnsCoordinates {
    /// [nodes], r, theta (radians) and z, where the zone has CoordinateR and CoordinateTheta.
    std::vector<glm::dvec3> polar;
    double metres = 1.0;           ///< of a unit of length of the coordinates
    double velocity_metres = 1.0;  ///< of a unit of length of velocities
    std::string length_unit = {};  ///< "Foot"; empty where it is the metre or not said
};

/// By the zone's path, "BASE/ZONE". points: how many each zone has that is read; others are passed over.
/// Polar ones are raw data. Threads as cgns_holes(). Throws std::runtime_error that names the file and the
/// zone where its coordinates are neither Cartesian nor cylindrical.
[[nodiscard]] std::map<std::string, CgnsCoordinates>
cgns_coordinates(const std::filesystem::path& file, const std::map<std::string, std::uint64_t>& points,
                 const CgnsSolutions& solutions);

}  // namespace farfield::compute
