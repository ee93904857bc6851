#pragma once

#include "compute_node/terrain/heights/height_options.h"
#include "compute_node/terrain/heights/height_source.h"

#include <memory>
#include <string>
#include <vector>

namespace farfield::terrain {

/// True when a name on the command line, or a client's, stands for a terrain: a built-in one, or a file with
/// an ending of no flow field, or one with an ending of PLOT3D's that GDAL takes for a raster. NetCDF files
/// are terrains where they hold elevations and no velocities, and else flow fields.
[[nodiscard]] bool is_terrain_name(const std::string& name);

/// Opens the terrain that names stand for: a built-in terrain ("fractal:N", fractal_terrain.h), a file, or
/// several files as one terrain. Throws std::runtime_error as open_fractal() and open_terrain() do, and when
/// a built-in terrain is to be joined to another, or its heights read in another unit.
[[nodiscard]] std::unique_ptr<HeightSource> open_named_terrain(const std::vector<std::string>& names,
                                                               const HeightOptions& options = {});

}  // namespace farfield::terrain
