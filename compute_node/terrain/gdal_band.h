#pragma once

#include "compute_node/terrain/gdal_handles.h"
#include "compute_node/terrain/height_options.h"
#include "compute_node/terrain/height_source.h"
#include "compute_node/terrain/height_values.h"

namespace farfield::compute {

/// The band of heights that the options ask for. Throws std::runtime_error naming the file when there is no
/// such band, or it holds a picture or complex numbers.
[[nodiscard]] GDALRasterBandH band_of_heights(GDALDatasetH dataset, const HeightOptions& options,
                                              TerrainInfo& info);

/// What the band's numbers mean; sets the info's unit and no-data value. Throws when the unit is not known.
[[nodiscard]] HeightRule rule_of(GDALDatasetH dataset, GDALRasterBandH band, const HeightOptions& options,
                                 TerrainInfo& info);

}  // namespace farfield::compute
