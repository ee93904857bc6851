#pragma once

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace farfield::compute {

/// Three points.
using TriangleCorners = std::array<std::uint32_t, 3>;

/// Cuts a polygon into triangles, two fewer than it has corners, and appends them, each with the polygon's
/// sense of rotation. Where it is cut follows from the places of its corners alone, wherever its list begins
/// and whichever way it goes round: two cells that share a face cut it alike. A fan about one corner is taken
/// if all its triangles turn the polygon's way, the one with the largest smallest triangle; else ears are
/// clipped, which concave polygons need.
/// Source of the latter: Meisters, "Polygons have ears", 1975. Corners that follow each other at one place
/// count once; fewer than three give nothing.
/// corners: less than points.size() each.
void append_triangles(std::span<const std::uint32_t> corners, const std::vector<glm::vec3>& points,
                      std::vector<TriangleCorners>& triangles);

}  // namespace farfield::compute
