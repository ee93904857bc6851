#pragma once

#include "compute_node/terrain/gdal/gdal_handles.h"
#include "compute_node/terrain/heights/height_options.h"
#include "compute_node/terrain/heights/height_source.h"
#include "compute_node/terrain/heights/height_values.h"

namespace farfield::terrain {

/// The band of heights: the one that the options ask for, or else the one that may be heights by its name.
/// Throws std::runtime_error naming the file, and its apparent contents, when there is no such band.
[[nodiscard]] GDALRasterBandH band_of_heights(GDALDatasetH dataset, const HeightOptions& options,
                                              TerrainInfo& info);

/// True where the vertical part of the reference system points down, with a note: numbers are depths.
[[nodiscard]] bool points_down(GDALDatasetH dataset, TerrainInfo& info);

/// The meaning of the band's numbers; sets the info's unit and no-data value. Throws when the unit is not
/// known.
[[nodiscard]] HeightRule rule_of(GDALDatasetH dataset, GDALRasterBandH band, const HeightOptions& options,
                                 TerrainInfo& info);

}  // namespace farfield::terrain
