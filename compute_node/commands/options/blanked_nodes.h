#pragma once

#include "compute_node/tomography/lattices/slowness_model.h"

#include <filesystem>

namespace farfield::node {

/// Blanks the nodes that lie above the ground: no ray passes there. heights: a raster in metres, with
/// coordinates in metres, blended between its posts. Nodes over posts without a height are kept. Throws
/// std::runtime_error for other rasters, and for one that does not cover the lattice.
void blank_above(const std::filesystem::path& heights, tomography::SlownessModel& model);

/// Blanks the nodes inside closed surfaces of triangles. surfaces: STL, metres. Throws std::runtime_error for
/// a file that cannot be read, is not closed, or encloses no node.
void blank_inside(const std::filesystem::path& surfaces, tomography::SlownessModel& model);

}  // namespace farfield::node
