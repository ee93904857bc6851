#include "compute_node/terrain/gdal/gdal_band.h"

#include "compute_node/terrain/gdal/gdal_heights.h"
#include "compute_node/terrain/gdal/meaning/quantity_names.h"
#include "compute_node/terrain/heights/height_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string_view>

namespace farfield::terrain {

namespace {

/// The highest place on Earth is 8849 m high, the lowest 10,935 m deep.
constexpr double beyond_earth_metres = 9000.0;

/// Arc/Info ASCII grids' default NODATA_value. Source: Esri, "ASCII Raster file format", ArcGIS's help.
constexpr double default_arc_nodata = -9999.0;

template <class Error = std::runtime_error>
[[noreturn]] void refuse(const TerrainInfo& info, const std::string& found)
{
    throw Error(fmt::format("cannot take '{}' as terrain: it has no heights, but {}", info.name, found));
}

/// The name that the file gives its band.
std::string name_of(GDALRasterBandH band)
{
    std::string name = GDALGetDescription(band);
    const char* comment = GDALGetMetadataItem(band, "GRIB_COMMENT", nullptr);
    if (comment != nullptr) return fmt::format("{}{}{}", comment, name.empty() ? "" : " at ", name);
    const char* variable = GDALGetMetadataItem(band, "NETCDF_VARNAME", nullptr);
    return name.empty() && variable != nullptr ? variable : name;
}

/// True for formats of pictures: their bytes are shades.
bool is_picture_format(const std::string& format)
{
    constexpr std::array formats{"PNG", "JPEG", "GIF", "BMP", "WEBP"};
    return std::find(formats.begin(), formats.end(), format) != formats.end();
}

void check_kind(GDALDatasetH dataset, GDALRasterBandH band, const HeightOptions& options,
                const TerrainInfo& info)
{
    const GDALDataType type = GDALGetRasterDataType(band);
    const GDALColorInterp colour = GDALGetRasterColorInterpretation(band);
    if (GDALDataTypeIsComplex(type) != 0)
        refuse(info, fmt::format("complex numbers ({})", GDALGetDataTypeName(type)));
    if (colour == GCI_PaletteIndex || GDALGetRasterColorTable(band) != nullptr)
        refuse<PictureFound>(info, "a picture with a table of colours");
    const int bands = GDALGetRasterCount(dataset);
    if ((type == GDT_Byte && bands >= 3) || (colour >= GCI_RedBand && colour <= GCI_AlphaBand))
        refuse<PictureFound>(info,
                             fmt::format("a picture of {} bands ({}, {})", bands, GDALGetDataTypeName(type),
                                         GDALGetColorInterpretationName(colour)));
    if (options.band != 0 || !options.unit.empty()) return;  // the user asked for it
    if (type == GDT_Byte && is_picture_format(info.format))
        refuse<PictureFound>(info, "a picture in shades of grey");
    if (GDALGetRasterCategoryNames(band) != nullptr) refuse(info, "numbers that stand for classes");
    if (info.format.starts_with("HDF5"))
        refuse(info, "an array in HDF5, which says nothing of heights; if it has some, take them out with: "
                     "gdal_translate");
    if (names_other_quantities(name_of(band)))
        refuse(info, fmt::format("'{}'; if it holds heights nevertheless, say so (--band)", name_of(band)));
}

/// The first band that is called as heights are, or, where bands have no names, the first.
int band_by_name(GDALDatasetH dataset, const TerrainInfo& info)
{
    const int bands = GDALGetRasterCount(dataset);
    std::string first_name;
    for (int number = 1; number <= bands; ++number) {
        const std::string name = name_of(GDALGetRasterBand(dataset, number));
        if (is_height_name(name) || (names_heights(name) && !names_other_quantities(name))) return number;
        if (first_name.empty()) first_name = name;
    }
    if (bands > 1 && !first_name.empty())
        refuse(info, fmt::format("{} bands, none named as heights are ('{}', ...); if one of them holds "
                                 "heights, say which (--band)",
                                 bands, first_name));
    return 1;
}

bool is_signed(GDALDataType type)
{
    return type == GDT_Int16 || type == GDT_Int32 || type == GDT_Float32 || type == GDT_Float64;
}

/// The band's unit, else that of the vertical part of the reference system; empty without either.
std::string named_unit(GDALDatasetH dataset, GDALRasterBandH band)
{
    std::string unit = GDALGetRasterUnitType(band);
    const char* grib = GDALGetMetadataItem(band, "GRIB_UNIT", nullptr);
    if (unit.empty() && grib != nullptr) {
        unit = grib;  // a unit in brackets
        std::erase_if(unit, [](char c) { return c == '[' || c == ']'; });
    }
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
            fmt::format("cannot take '{}' as terrain: its numbers are in '{}', which is not known as a "
                        "length; if they are heights, give their unit yourself (--unit), one of {}",
                        info.name, name, height_unit_names()));
    if (name.empty()) {
        info.notes.emplace_back("the file names no unit of heights; metres are assumed");
        info.plausible = {lowest_plausible_metres * options.vertical_scale,
                          highest_plausible_metres * options.vertical_scale};
    }
    const auto named = height_unit(in_file);
    if (!options.unit.empty() && !in_file.empty() && !(named && named->metres == unit->metres))
        info.notes.push_back(
            fmt::format("heights are taken as {}, as asked; the file says '{}'", unit->name, in_file));
    info.unit = unit->name;
    info.metres_per_unit = unit->metres;
}

}  // namespace

bool points_down(GDALDatasetH dataset, TerrainInfo& info)
{
    OGRSpatialReferenceH crs = GDALGetSpatialRef(dataset);
    if (crs == nullptr || OSRIsCompound(crs) == 0) return false;
    OGRAxisOrientation direction = OAO_Other;
    const GdalErrors quiet;
    const char* name = OSRGetAxis(crs, "VERT_CS", 0, &direction);
    if (name == nullptr || direction != OAO_Down) return false;
    info.notes.push_back(fmt::format(
        "the vertical axis of the reference system ('{}') points down: heights are minus the file's numbers",
        name));
    return true;
}

GDALRasterBandH band_of_heights(GDALDatasetH dataset, const HeightOptions& options, TerrainInfo& info)
{
    const int bands = GDALGetRasterCount(dataset);
    if (bands == 0) {
        char** parts = GDALGetMetadata(dataset, "SUBDATASETS");
        refuse(info, fmt::format("a container of {} rasters; take one out with: gdal_translate",
                                 CSLCount(parts) / 2));  // a name and a description each
    }
    const int number = options.band == 0 ? band_by_name(dataset, info) : options.band;
    if (number < 1 || number > bands)
        throw std::runtime_error(fmt::format("cannot read '{}': expected a band from 1 to {}, found {}",
                                             info.name, bands, number));
    GDALRasterBandH band = GDALGetRasterBand(dataset, number);
    check_kind(dataset, band, options, info);
    if (bands > 1) {
        const std::string name = name_of(band);
        info.notes.push_back(fmt::format("heights are those of band {} of {}{}", number, bands,
                                         name.empty() ? "" : fmt::format(", '{}'", name)));
    }
    return band;
}

HeightRule rule_of(GDALDatasetH dataset, GDALRasterBandH band, const HeightOptions& options,
                   TerrainInfo& info)
{
    take_unit(dataset, band, options, info);
    int known = 0;
    const double nodata = GDALGetRasterNoDataValue(band, &known);
    if (known != 0) info.nodata = nodata;
    if (known == 0 && info.format == "AAIGrid") {
        info.nodata = default_arc_nodata;
        info.notes.emplace_back(
            "the file has no NODATA_value: its format's default, -9999, stands for no height");
    }
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
            .may_have_fills = !info.nodata && is_signed(GDALGetRasterDataType(band)),
            .spikes_are_voids = !scaled && is_signed(GDALGetRasterDataType(band)) &&
                                32767.0 * info.metres_per_unit > beyond_earth_metres};
}

}  // namespace farfield::terrain
