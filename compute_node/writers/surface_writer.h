#pragma once

#include "compute_node/volumes/surfaces/surface_mesh.h"

#include <glm/vec3.hpp>

#include <filesystem>
#include <string>

namespace farfield::compute {

/// Throws std::runtime_error unless a surface can be written to a file of this name: .vtp (with VTK), .ply or
/// .stl.
void check_surface_name(const std::filesystem::path& file);

/// Writes a surface, which takes its name only when it is whole: VTK polydata with normals and the scalar,
/// and PLY, binary and big-endian, with normals and the scalar `s`, both with places in binary64 where the
/// origin is not 0; STL, binary, triangles alone. origin: that positions are relative to, which is added; in
/// STL, of binary32, without stl_origin(), which its header names. Throws std::runtime_error where it cannot
/// be written.
void write_surface(const std::filesystem::path& file, const SurfaceMesh& mesh, const std::string& scalar_name,
                   glm::dvec3 origin);

/// The place from which a file of STL counts: whole numbers near the origin of its surface.
[[nodiscard]] glm::dvec3 stl_origin(glm::dvec3 origin);

/// The part of it that VTK writes.
void write_surface_vtp(const std::filesystem::path& file, const SurfaceMesh& mesh,
                       const std::string& scalar_name, glm::dvec3 origin);

}  // namespace farfield::compute
