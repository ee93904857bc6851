#include "compute_node/terrain/gdal/gdal_geotiff.h"

#include "compute_node/terrain/gdal/gdal_handles.h"
#include "compute_node/terrain/gdal/gdal_library.h"
#include "compute_node/terrain/gdal/gdal_memory_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace farfield::terrain {

namespace {

void check(bool done, const GdalErrors& errors)
{
    if (!done || !errors.first().empty())
        throw std::runtime_error(fmt::format(
            "cannot make a GeoTIFF: {}", errors.first().empty() ? "GDAL does not say why" : errors.first()));
}

void set_place(GDALDatasetH dataset, const PostFrame& frame, const PostWindow& window,
               const GdalErrors& errors)
{
    const glm::dvec2 first{static_cast<double>(window.first_column), static_cast<double>(window.first_row)};
    const glm::dvec2 corner = frame.coordinates_of(first - 0.5) / frame.crs_unit;
    const glm::dvec2 spacing = frame.spacing / frame.crs_unit;
    std::array<double, 6> transform{corner.x, spacing.x, 0.0, corner.y, 0.0, spacing.y};
    check(GDALSetGeoTransform(dataset, transform.data()) == CE_None, errors);
    if (frame.crs.empty()) return;
    const GdalCrs crs{OSRNewSpatialReference(nullptr)};
    check(OSRSetFromUserInput(crs.get(), frame.crs.c_str()) == OGRERR_NONE, errors);
    // x is east and y north, whatever order the system's axes have.
    OSRSetAxisMappingStrategy(crs.get(), OAMS_TRADITIONAL_GIS_ORDER);
    check(GDALSetSpatialRef(dataset, crs.get()) == CE_None, errors);
}

/// Writes a row of tiles at a time, or GDAL's cache would take a second copy of all.
void write_rows(GDALRasterBandH band, const PostWindow& window, std::span<const std::uint8_t> image,
                const GdalErrors& errors)
{
    constexpr int tile_rows = 256;
    const int columns = static_cast<int>(window.columns), rows = static_cast<int>(window.rows);
    // GDAL only reads it.
    auto* const pixels = const_cast<std::uint8_t*>(image.data());
    for (int row = 0; row < rows; row += tile_rows) {
        const int count = std::min(tile_rows, rows - row);
        auto* const from = pixels + static_cast<std::size_t>(row) * static_cast<std::size_t>(columns);
        check(GDALRasterIO(band, GF_Write, 0, row, columns, count, from, columns, count, GDT_Byte, 0, 0) ==
                  CE_None,
              errors);
        GDALFlushRasterCache(band);
    }
}

}  // namespace

std::vector<std::byte> geotiff_of(const PostFrame& frame, const PostWindow& window,
                                  std::span<const std::uint8_t> image, std::uint8_t nodata)
{
    prepare_gdal();
    const GdalErrors errors;
    const GdalMemoryFile file{".tif"};
    const std::array<const char*, 5> options{"TILED=YES", "COMPRESS=PACKBITS", "BIGTIFF=IF_SAFER",
                                             "GEOTIFF_VERSION=AUTO", nullptr};
    GdalDataset dataset{GDALCreate(GDALGetDriverByName("GTiff"), file.name().c_str(),
                                   static_cast<int>(window.columns), static_cast<int>(window.rows), 1,
                                   GDT_Byte, options.data())};
    check(dataset != nullptr, errors);
    set_place(dataset.get(), frame, window, errors);
    GDALRasterBandH band = GDALGetRasterBand(dataset.get(), 1);
    check(GDALSetRasterNoDataValue(band, nodata) == CE_None, errors);
    write_rows(band, window, image, errors);
    dataset.reset();
    check(true, errors);
    const std::span<const std::byte> bytes = file.bytes();
    return {bytes.begin(), bytes.end()};
}

}  // namespace farfield::terrain
