#include "compute_node/terrain/gdal_geotiff.h"

#include "compute_node/terrain/gdal_handles.h"
#include "compute_node/terrain/gdal_library.h"

#include <cpl_vsi.h>
#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cstring>
#include <stdexcept>
#include <string>

namespace farfield::compute {

namespace {

/// A file in memory, gone with it.
class MemoryFile {
public:
    MemoryFile()
    {
        static std::atomic<unsigned> count{0};
        name_ = fmt::format("/vsimem/farfield-{}.tif", count++);
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile() { VSIUnlink(name_.c_str()); }

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] std::vector<std::byte> bytes() const
    {
        vsi_l_offset count = 0;
        const GByte* const data = VSIGetMemFileBuffer(name_.c_str(), &count, FALSE);
        std::vector<std::byte> copy(data != nullptr ? count : 0);
        if (!copy.empty()) std::memcpy(copy.data(), data, copy.size());
        return copy;
    }

private:
    std::string name_;
};

void check(bool done, const GdalErrors& errors)
{
    if (!done || !errors.first().empty())
        throw std::runtime_error(fmt::format(
            "cannot make a GeoTIFF: {}", errors.first().empty() ? "GDAL does not say why" : errors.first()));
}

void set_place(GDALDatasetH dataset, const PostFrame& frame, const GdalErrors& errors)
{
    const glm::dvec2 spacing = frame.spacing / frame.crs_unit;
    const glm::dvec2 corner = frame.origin / frame.crs_unit - 0.5 * spacing;
    std::array<double, 6> transform{corner.x, spacing.x, 0.0, corner.y, 0.0, spacing.y};
    check(GDALSetGeoTransform(dataset, transform.data()) == CE_None, errors);
    if (frame.crs.empty()) return;
    const GdalCrs crs{OSRNewSpatialReference(nullptr)};
    check(OSRSetFromUserInput(crs.get(), frame.crs.c_str()) == OGRERR_NONE, errors);
    // x is east and y north, whatever order the system's axes have.
    OSRSetAxisMappingStrategy(crs.get(), OAMS_TRADITIONAL_GIS_ORDER);
    check(GDALSetSpatialRef(dataset, crs.get()) == CE_None, errors);
}

}  // namespace

std::vector<std::byte> geotiff_of(const TerrainInfo& info, std::span<const std::uint8_t> image,
                                  std::uint8_t nodata)
{
    prepare_gdal();
    const GdalErrors errors;
    const MemoryFile file;
    const std::array<const char*, 7> options{"TILED=YES",
                                             "COMPRESS=DEFLATE",
                                             "ZLEVEL=1",
                                             "BIGTIFF=IF_SAFER",
                                             "NUM_THREADS=ALL_CPUS",
                                             "GEOTIFF_VERSION=AUTO",
                                             nullptr};
    const int columns = static_cast<int>(info.columns), rows = static_cast<int>(info.rows);
    GdalDataset dataset{GDALCreate(GDALGetDriverByName("GTiff"), file.name().c_str(), columns, rows, 1,
                                   GDT_Byte, options.data())};
    check(dataset != nullptr, errors);
    set_place(dataset.get(), info.frame, errors);
    GDALRasterBandH band = GDALGetRasterBand(dataset.get(), 1);
    check(GDALSetRasterNoDataValue(band, nodata) == CE_None, errors);
    // GDAL only reads it.
    auto* const pixels = const_cast<std::uint8_t*>(image.data());
    check(GDALRasterIO(band, GF_Write, 0, 0, columns, rows, pixels, columns, rows, GDT_Byte, 0, 0) == CE_None,
          errors);
    dataset.reset();
    check(true, errors);
    return file.bytes();
}

}  // namespace farfield::compute
