#pragma once

#include "compute_node/terrain/gdal/gdal_library.h"

#include <gdal.h>
#include <ogr_srs_api.h>

#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace farfield::compute::testing {

/// A raster to be written by GDAL, a UTM one of 3 x 2 posts 10 m apart by default.
struct RasterFile {
    int columns = 3;
    int rows = 2;
    GDALDataType type = GDT_Float32;
    std::vector<double> numbers{1, 2, 3, 4, 5, 6};
    std::string crs = "EPSG:32632";  ///< empty: none
    std::optional<std::array<double, 6>> geotransform =
        std::array<double, 6>{500'000, 10, 0, 4'600'000, 0, -10};
    std::optional<double> nodata = {};
    std::string unit = "m";
    double scale = 1.0;
    double offset = 0.0;
    int bands = 1;  ///< all with the same numbers
    std::vector<std::string> options = {};
    std::string driver = "GTiff";
    std::vector<GDAL_GCP> control_points = {};
    std::optional<GDALColorInterp> colour = {};
};

inline OGRSpatialReferenceH crs_of(const std::string& name)
{
    OGRSpatialReferenceH crs = OSRNewSpatialReference(nullptr);
    if (OSRSetFromUserInput(crs, name.c_str()) != OGRERR_NONE) throw std::runtime_error("no CRS " + name);
    return crs;
}

inline void fill_band(GDALRasterBandH band, const RasterFile& file)
{
    if (file.nodata) GDALSetRasterNoDataValue(band, *file.nodata);
    if (!file.unit.empty()) GDALSetRasterUnitType(band, file.unit.c_str());
    if (file.scale != 1.0) GDALSetRasterScale(band, file.scale);
    if (file.offset != 0.0) GDALSetRasterOffset(band, file.offset);
    if (file.colour) GDALSetRasterColorInterpretation(band, *file.colour);
    auto numbers = file.numbers;
    if (GDALRasterIO(band, GF_Write, 0, 0, file.columns, file.rows, numbers.data(), file.columns, file.rows,
                     GDT_Float64, 0, 0) != CE_None)
        throw std::runtime_error("cannot write the raster");
}

/// Returns the path.
inline std::string write_raster(const std::string& path, const RasterFile& file = {})
{
    terrain::prepare_gdal();
    std::vector<char*> options;
    for (const std::string& option : file.options) options.push_back(const_cast<char*>(option.c_str()));
    options.push_back(nullptr);
    GDALDatasetH dataset = GDALCreate(GDALGetDriverByName(file.driver.c_str()), path.c_str(), file.columns,
                                      file.rows, file.bands, file.type, options.data());
    if (dataset == nullptr) throw std::runtime_error("cannot create " + path);
    OGRSpatialReferenceH crs = file.crs.empty() ? nullptr : crs_of(file.crs);
    if (crs != nullptr && file.control_points.empty()) GDALSetSpatialRef(dataset, crs);
    if (file.geotransform) {
        auto geotransform = *file.geotransform;
        GDALSetGeoTransform(dataset, geotransform.data());
    }
    if (!file.control_points.empty())
        GDALSetGCPs2(dataset, static_cast<int>(file.control_points.size()), file.control_points.data(), crs);
    for (int band = 1; band <= file.bands; ++band) fill_band(GDALGetRasterBand(dataset, band), file);
    if (crs != nullptr) OSRDestroySpatialReference(crs);
    GDALClose(dataset);
    return path;
}

}  // namespace farfield::compute::testing
