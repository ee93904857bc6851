#include "compute_node/terrain/gdal_band.h"

#include "compute_node/terrain/height_units.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <string_view>

namespace farfield::compute {

namespace {

/// The highest place on Earth is 8849 m high, the lowest 10,935 m deep.
constexpr double beyond_earth_metres = 9000.0;

[[noreturn]] void refuse(const TerrainInfo& info, const std::string& found)
{
    throw std::runtime_error(
        fmt::format("cannot take '{}' as terrain: expected a raster of heights, found {}", info.name, found));
/// Of Arc/Info ASCII grids without NODATA_value. Source: Esri, "ASCII Raster file format", ArcGIS's help.
constexpr double default_arc_nodata = -9999.0;

template <class Error = std::runtime_error>
}

void check_kind(GDALDatasetH dataset, GDALRasterBandH band, const TerrainInfo& info)
{
    const GDALDataType type = GDALGetRasterDataType(band);
    const GDALColorInterp colour = GDALGetRasterColorInterpretation(band);
    if (GDALDataTypeIsComplex(type) != 0)
        refuse(info, fmt::format("complex numbers ({})", GDALGetDataTypeName(type)));
    if (colour == GCI_PaletteIndex || GDALGetRasterColorTable(band) != nullptr)
        refuse(info, "a picture with a table of colours");
    const int bands = GDALGetRasterCount(dataset);
    if ((type == GDT_Byte && bands >= 3) || (colour >= GCI_RedBand && colour <= GCI_AlphaBand))
        refuse(info, fmt::format("a picture of {} bands ({}, {})", bands, GDALGetDataTypeName(type),
                                 GDALGetColorInterpretationName(colour)));
}

bool is_signed(GDALDataType type)
{
    return type == GDT_Int16 || type == GDT_Int32 || type == GDT_Float32 || type == GDT_Float64;
}

/// What the band says, else the vertical part of the reference system; empty when neither does.
std::string named_unit(GDALDatasetH dataset, GDALRasterBandH band)
{
    std::string unit = GDALGetRasterUnitType(band);
    OGRSpatialReferenceH crs = GDALGetSpatialRef(dataset);
    if (!unit.empty() || crs == nullptr || OSRIsCompound(crs) == 0) return unit;
    char* vertical = nullptr;
    OSRGetTargetLinearUnits(crs, "VERT_CS", &vertical);
    return vertical != nullptr ? vertical : "";
}

void take_unit(GDALDatasetH dataset, GDALRasterBandH band, const HeightOptions& options, TerrainInfo& info)
{
    const std::string in_file = named_unit(dataset, band);
    const std::string name = options.unit.empty() ? in_file : options.unit;
    const auto unit = height_unit(name.empty() ? "metre" : name);
    if (!unit && !options.unit.empty())
        throw std::runtime_error(
            fmt::format("cannot read '{}' with heights in '{}': expected a unit among {}", info.name, name,
                        height_unit_names()));
    if (!unit)
        throw std::runtime_error(
            fmt::format("cannot take '{}' as terrain: its heights are in '{}', which is not known; give the "
                        "unit yourself, one of {}",
                        info.name, name, height_unit_names()));
    if (name.empty()) info.notes.emplace_back("the file names no unit of heights; metres are assumed");
    const auto named = height_unit(in_file);
    if (!options.unit.empty() && !in_file.empty() && !(named && named->metres == unit->metres))
        info.notes.push_back(
            fmt::format("heights are taken as {}, as asked; the file says '{}'", unit->name, in_file));
    info.unit = unit->name;
    info.metres_per_unit = unit->metres;
}

}  // namespace

GDALRasterBandH band_of_heights(GDALDatasetH dataset, const HeightOptions& options, TerrainInfo& info)
{
    const int bands = GDALGetRasterCount(dataset);
    if (bands == 0) {
        char** parts = GDALGetMetadata(dataset, "SUBDATASETS");
        refuse(info, fmt::format("a container of {} rasters; take one out with: gdal_translate",
                                 CSLCount(parts) / 2));  // a name and a description each
    }
    if (options.band < 1 || options.band > bands)
        throw std::runtime_error(fmt::format("cannot read '{}': expected a band from 1 to {}, found {}",
                                             info.name, bands, options.band));
    GDALRasterBandH band = GDALGetRasterBand(dataset, options.band);
    check_kind(dataset, band, info);
    if (bands > 1)
        info.notes.push_back(fmt::format("heights are those of band {} of {}", options.band, bands));
    return band;
}

HeightRule rule_of(GDALDatasetH dataset, GDALRasterBandH band, const HeightOptions& options,
                   TerrainInfo& info)
{
    take_unit(dataset, band, options, info);
    int known = 0;
    const double nodata = GDALGetRasterNoDataValue(band, &known);
    if (known != 0) info.nodata = nodata;
    const double scale = GDALGetRasterScale(band, nullptr), offset = GDALGetRasterOffset(band, nullptr);
    if (!std::isfinite(scale) || scale == 0.0 || !std::isfinite(offset))
        throw std::runtime_error(
            fmt::format("cannot take '{}' as terrain: its band's scale is {:g} and offset {:g}", info.name,
                        scale, offset));
    const bool scaled = scale != 1.0 || offset != 0.0;
    if (scaled)
        info.notes.push_back(
            fmt::format("heights are the file's numbers times {:g} plus {:g}", scale, offset));
    const double metres = info.metres_per_unit * options.vertical_scale;
    return {.scale = scale * metres,
            .offset = offset * metres,
            .most_metres = max_height_metres * options.vertical_scale,
            .nodata = info.nodata,
            .spikes_are_voids = !scaled && is_signed(GDALGetRasterDataType(band)) &&
                                32767.0 * info.metres_per_unit > beyond_earth_metres};
}

}  // namespace farfield::compute
    if (known == 0 && info.format == "AAIGrid") {
        info.nodata = default_arc_nodata;
        info.notes.emplace_back(
            "the file has no NODATA_value: its format's default, -9999, stands for no height");
    }
