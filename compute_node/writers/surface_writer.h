#pragma once

#include "compute_node/volumes/surfaces/surface_mesh.h"

#include <glm/vec3.hpp>

#include <filesystem>
#include <string>

namespace farfield::compute {

/// Writes a surface to a file, which takes its name only when it is whole: VTK polydata with normals and the
/// scalar, and PLY, binary and big-endian, with normals and the scalar `s`, both with positions in binary64
/// where the origin is not 0, by the endings .vtp and .ply; else STL, binary, triangles alone. origin: added
/// to the positions, which are relative to it; in STL, which is binary32, less stl_origin(), which its header
/// names. Throws std::runtime_error where the file cannot be written.
void write_surface(const std::filesystem::path& file, const SurfaceMesh& mesh, const std::string& scalar_name,
                   glm::dvec3 origin);

/// The place from which a file of STL counts: whole numbers near the origin of its surface.
[[nodiscard]] glm::dvec3 stl_origin(glm::dvec3 origin);

/// The part of write_surface() that VTK writes.
void write_surface_vtp(const std::filesystem::path& file, const SurfaceMesh& mesh,
                       const std::string& scalar_name, glm::dvec3 origin);

}  // namespace farfield::compute
