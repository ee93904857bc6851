#pragma once

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace farfield::compute {

/// The indices of three points.
using TriangleCorners = std::array<std::uint32_t, 3>;

/// Cuts a polygon into triangles, two fewer than it has corners, and appends them, each with the polygon's
/// sense of rotation. The cut depends only on the positions of its corners, not on the first corner or the
/// sense: two cells that share a face cut it alike. A fan about one corner is taken if all its triangles turn
/// the polygon's way, the one whose smallest triangle is largest; else ears are clipped, as concave polygons
/// need.
/// Source of ear clipping: Meisters, "Polygons have ears", 1975. Successive corners at one position count
/// once; fewer than three give no triangle.
/// corners: each less than points.size().
void append_triangles(std::span<const std::uint32_t> corners, const std::vector<glm::vec3>& points,
                      std::vector<TriangleCorners>& triangles);

}  // namespace farfield::compute
