#pragma once

/// Owners of GDAL's handles, for sources that call GDAL.

#include <cpl_conv.h>
#include <cpl_string.h>
#include <gdal.h>
#include <ogr_srs_api.h>

#include <memory>
#include <type_traits>

namespace farfield::terrain {

struct CloseDataset {
    void operator()(GDALDatasetH dataset) const { GDALClose(dataset); }
};
using GdalDataset = std::unique_ptr<std::remove_pointer_t<GDALDatasetH>, CloseDataset>;

struct DestroyCrs {
    void operator()(OGRSpatialReferenceH crs) const { OSRDestroySpatialReference(crs); }
};
using GdalCrs = std::unique_ptr<std::remove_pointer_t<OGRSpatialReferenceH>, DestroyCrs>;

struct DestroyTransformation {
    void operator()(OGRCoordinateTransformationH t) const { OCTDestroyCoordinateTransformation(t); }
};
using GdalTransformation =
    std::unique_ptr<std::remove_pointer_t<OGRCoordinateTransformationH>, DestroyTransformation>;

struct FreeGdalText {
    void operator()(char* text) const { CPLFree(text); }
};
using GdalText = std::unique_ptr<char, FreeGdalText>;

struct FreeGdalTexts {
    void operator()(char** texts) const { CSLDestroy(texts); }
};
using GdalTexts = std::unique_ptr<char*, FreeGdalTexts>;

}  // namespace farfield::terrain
