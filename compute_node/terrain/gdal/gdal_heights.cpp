#include "compute_node/terrain/gdal/gdal_heights.h"

#include "compute_node/readers/netcdf/netcdf_file.h"
#include "compute_node/support/formats/beginning.h"
#include "compute_node/support/formats/file_kinds.h"
#include "compute_node/support/formats/known_formats.h"
#include "compute_node/support/formats/other_ways.h"
#include "compute_node/terrain/gdal/gdal_band.h"
#include "compute_node/terrain/gdal/gdal_confinement.h"
#include "compute_node/terrain/gdal/gdal_frame.h"
#include "compute_node/terrain/gdal/gdal_library.h"
#include "compute_node/terrain/gdal/gdal_limits.h"
#include "compute_node/terrain/gdal/meaning/netcdf_elevation.h"
#include "compute_node/terrain/gdal/plain_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace farfield::terrain {

namespace {

namespace fs = std::filesystem;

/// Posts that are read at once where they pass through a buffer of doubles or of a mask.
constexpr std::int64_t buffered_posts = 1 << 20;
/// Largest count of numbers of all bands that are read at once otherwise: GDAL may take room for as many.
constexpr std::int64_t direct_numbers = 1 << 23;

bool fits_float(GDALDataType type)
{
    return type == GDT_Byte || type == GDT_Int16 || type == GDT_UInt16 || type == GDT_Float32;
}

/// Lock that is held while GDAL reads NetCDF: it and the readers of flows share that library.
std::unique_lock<std::mutex> turn_for(std::string_view format)
{
    return format == "netCDF" ? std::unique_lock{compute::netcdf_turn()} : std::unique_lock<std::mutex>{};
}

class GdalHeights final : public HeightSource {
public:
    GdalHeights(GdalDataset dataset, GDALRasterBandH band, const HeightRule& rule, TerrainInfo info)
        : dataset_{std::move(dataset)}, band_{band}, rule_{rule}, info_{std::move(info)}
    {
        const int flags = GDALGetMaskFlags(band);
        masked_ = (flags & (GMF_ALL_VALID | GMF_NODATA)) == 0;
    }
    ~GdalHeights() override
    {
        const auto turn = turn_for(info_.format);
        dataset_.reset();
    }
    GdalHeights(const GdalHeights&) = delete;
    GdalHeights& operator=(const GdalHeights&) = delete;

    [[nodiscard]] const TerrainInfo& info() const override { return info_; }
    void read_rows(std::int64_t first, std::int64_t count, std::span<float> heights) override;

private:
    void read_numbers(GDALRasterBandH band, std::int64_t first, std::int64_t count, GDALDataType type,
                      void* numbers);
    void read_floats(std::int64_t first, std::int64_t count, std::span<float> heights);
    void read_doubles(std::int64_t first, std::int64_t count, std::span<float> heights);
    void apply_mask(std::int64_t first, std::int64_t count, std::span<float> heights);
    void note(const NoHeights& found);
    void read_part(std::int64_t first, std::int64_t count, std::span<float> heights);
    void judge_fills();

    GdalDataset dataset_;
    GDALRasterBandH band_;
    HeightRule rule_;
    TerrainInfo info_;
    bool masked_ = false;
    bool is_judged_ = false;  ///< the likely fill values have been looked for
    NoHeights noted_;
    std::vector<double> numbers_;
    std::vector<std::uint8_t> mask_;
};

void GdalHeights::read_rows(std::int64_t first, std::int64_t count, std::span<float> heights)
{
    check_rows(info_, first, count, heights.size());
    if (count == 0) return;
    const auto turn = turn_for(info_.format);
    const bool is_float = fits_float(GDALGetRasterDataType(band_));
    const std::int64_t bands = GDALGetRasterCount(dataset_.get());
    const std::int64_t posts = is_float ? direct_numbers / bands : buffered_posts;
    const std::int64_t step = std::max<std::int64_t>(1, posts / info_.columns);
    for (std::int64_t row = 0; row < count; row += step) {
        const std::int64_t rows = std::min(step, count - row);
        const auto part = heights.subspan(row * info_.columns, rows * info_.columns);
        read_part(first + row, rows, part);
        if (noted_.fills == 0 || is_judged_) continue;
        judge_fills();
        if (rule_.nodata) read_part(first + row, rows, part);
    }
    if (masked_) apply_mask(first, count, heights);
}

void GdalHeights::read_part(std::int64_t first, std::int64_t count, std::span<float> heights)
{
    if (fits_float(GDALGetRasterDataType(band_)))
        read_floats(first, count, heights);
    else
        read_doubles(first, count, heights);
}

/// Looks through the whole raster for whether the most frequent likely fill value is one.
void GdalHeights::judge_fills()
{
    is_judged_ = true;
    FillCounts counts{rule_.spikes_are_voids};
    const std::int64_t step = std::max<std::int64_t>(1, buffered_posts / info_.columns);
    for (std::int64_t row = 0; row < info_.rows; row += step) {
        const std::int64_t rows = std::min(step, info_.rows - row);
        numbers_.resize(static_cast<std::size_t>(rows * info_.columns));
        read_numbers(band_, row, rows, GDT_Float64, numbers_.data());
        counts.add(numbers_);
    }
    rule_.may_have_fills = false;
    const auto fill = counts.fill();
    if (!fill) return;
    rule_.nodata = *fill;
    info_.notes.push_back(
        fmt::format("the file declares no no-data value: numbers of exactly {:g}, far below "
                    "all others, are taken as posts without height",
                    *fill));
}

void GdalHeights::read_numbers(GDALRasterBandH band, std::int64_t first, std::int64_t count,
                               GDALDataType type, void* numbers)
{
    const GdalErrors errors;
    const int columns = static_cast<int>(info_.columns), rows = static_cast<int>(count);
    if (GDALRasterIO(band, GF_Read, 0, static_cast<int>(first), columns, rows, numbers, columns, rows, type,
                     0, 0) == CE_None)
        return;
    throw std::runtime_error(fmt::format(
        "cannot read '{}', rows {} to {} of {}: expected all its posts, found them missing or broken; is "
        "the file truncated or damaged?{}",
        info_.name, first, first + count - 1, info_.rows, errors.in_brackets()));
}

void GdalHeights::read_floats(std::int64_t first, std::int64_t count, std::span<float> heights)
{
    read_numbers(band_, first, count, GDT_Float32, heights.data());
    note(to_metres<float>(rule_, heights, heights));
}

void GdalHeights::read_doubles(std::int64_t first, std::int64_t count, std::span<float> heights)
{
    numbers_.resize(heights.size());
    read_numbers(band_, first, count, GDT_Float64, numbers_.data());
    note(to_metres<double>(rule_, numbers_, heights));
}

void GdalHeights::apply_mask(std::int64_t first, std::int64_t count, std::span<float> heights)
{
    mask_.resize(info_.columns);
    for (std::int64_t row = 0; row < count; ++row) {
        read_numbers(GDALGetMaskBand(band_), first + row, 1, GDT_Byte, mask_.data());
        for (std::int64_t column = 0; column < info_.columns; ++column)
            if (mask_[column] == 0)
                heights[row * info_.columns + column] = std::numeric_limits<float>::quiet_NaN();
    }
}

/// Adds notes on numbers that are no heights, each kind once.
void GdalHeights::note(const NoHeights& found)
{
    if (found.spikes > 0 && noted_.spikes == 0)
        info_.notes.emplace_back("numbers of exactly +-32768 or +-32767 are taken as posts without height");
    if (found.beyond > 0 && noted_.beyond == 0)
        info_.notes.push_back(fmt::format("heights beyond +-{:.0f} km are taken as posts without height",
                                          max_height_metres / 1000.0));
    if (found.huge > 0 && noted_.huge == 0)
        info_.notes.push_back(fmt::format(
            "numbers of {:g} and more, up or down, are taken as posts without height", max_height_number));
    noted_.spikes += found.spikes;
    noted_.beyond += found.beyond;
    noted_.huge += found.huge;
    noted_.fills += found.fills;
}

/// The expected contents of a file that GDAL does not recognise.
std::string expected_of(const fs::path& file)
{
    if (const Format& kind = kind_of_file(file); kind.is_known()) return not_read(kind);
    if (ending_of(file) != ".hgt")
        return fmt::format(
            "its format is not known; expected heights in a format that GDAL reads, or a field of a flow, "
            "found a file that begins with {}",
            shown_bytes(first_bytes_of(file)));
    std::error_code error;
    return fmt::format(
        "expected 1201 x 1201 posts (2884802 bytes) or 3601 x 3601 (25934402 bytes) and a name like "
        "N44W072.hgt, found {} bytes; is the file truncated?",
        fs::file_size(file, error));
}

/// Formats of points, lines and tables. Others of GDAL's read the whole folder to know a file.
constexpr std::array<const char*, 20> vector_formats{"ESRI Shapefile",
                                                     "MapInfo File",
                                                     "GeoJSON",
                                                     "GeoJSONSeq",
                                                     "TopoJSON",
                                                     "GPKG",
                                                     "SQLite",
                                                     "KML",
                                                     "LIBKML",
                                                     "GML",
                                                     "GPX",
                                                     "DXF",
                                                     "DGN",
                                                     "CSV",
                                                     "FlatGeobuf",
                                                     "XLSX",
                                                     "ODS",
                                                     "OGR_GMT",
                                                     "S57",
                                                     nullptr};

/// Expected and found contents of a file that begins as one of a known format does.
std::string broken_of(GDALDriverH format)
{
    if (format != nullptr && std::string_view{GDALGetDriverShortName(format)} == "XYZ")
        return "expected columns x, y and z of heights on a grid, row by row, found a table of others";
    return fmt::format(
        "expected a whole file of {}, found one that cannot be opened; is it truncated or damaged?",
        format == nullptr ? "heights" : GDALGetDriverLongName(format));
}

[[noreturn]] void throw_unreadable(const fs::path& file, const std::string& name, const GdalErrors& errors)
{
    const std::string& error = errors.first();
    const GdalErrors quiet;
    GDALDriverH vector = GDALIdentifyDriverEx(file.c_str(), GDAL_OF_VECTOR, vector_formats.data(), nullptr);
    const bool unknown = error.empty() || error.find("not recognized as") != std::string::npos;
    if (unknown && vector != nullptr)
        throw std::runtime_error(
            fmt::format("cannot read '{}': it holds points, lines or a table ({}), and neither heights nor a "
                        "flow",
                        file.string(), GDALGetDriverShortName(vector)));
    if (unknown)
        throw std::runtime_error(fmt::format("cannot read '{}': {}", file.string(), expected_of(file)));
    GDALDriverH format = GDALIdentifyDriverEx(name.c_str(), GDAL_OF_RASTER, nullptr, nullptr);
    // Formats without a mark of their own take any text for theirs.
    const bool is_text = format == nullptr && shown_bytes(first_bytes_of(file)) == "text";
    throw std::runtime_error(fmt::format("cannot read '{}': {}{}", file.string(),
                                         is_text ? expected_of(file) : broken_of(format),
                                         is_text ? "" : errors.in_brackets()));
}

/// The absolute name of a file, which GDAL cannot take for anything else.
fs::path canonical_name(const fs::path& file)
{
    std::error_code none;
    return fs::canonical(file, none);
}

GdalDataset open_dataset(const fs::path& file, const std::string& name, const char* const* formats)
{
    const GdalErrors errors;
    GdalDataset dataset{GDALOpenEx(name.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR,
                                   formats, nullptr, nullptr)};
    if (!dataset) throw_unreadable(file, name, errors);
    return dataset;
}

GdalDataset open_raster(const fs::path& file, const HeightOptions& options)
{
    const bool confined = !options.allowed_folders.empty();
    GdalDataset dataset =
        open_dataset(file, canonical_name(file).string(), confined ? confined_formats() : nullptr);
    if (confined) check_files_confined(dataset.get(), file, options.allowed_folders);
    return dataset;
}

/// Opens the variable of heights. NetCDF in HDF5 gets here only where no files are confined.
GdalDataset open_netcdf(const fs::path& file, const NetcdfElevation& elevation)
{
    const fs::path found = canonical_name(file);
    if (found.native().find('"') != std::string::npos)
        throw std::runtime_error(
            fmt::format("cannot read '{}': expected a name without '\"'", file.string()));
    constexpr std::array<const char*, 2> formats{"netCDF", nullptr};
    const std::string name = fmt::format("NETCDF:\"{}\":{}", found.string(), elevation.variable);
    GdalDataset dataset = open_dataset(file, name, formats.data());
    std::array<double, 6> places{};
    const GdalErrors quiet;
    if (GDALGetGeoTransform(dataset.get(), places.data()) == CE_None) return dataset;
    // GDAL may have turned the rows about; our own coordinates are of the file's order.
    dataset.reset();
    CPLSetThreadLocalConfigOption("GDAL_NETCDF_BOTTOMUP", "NO");
    dataset.reset(
        GDALOpenEx(name.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY, formats.data(), nullptr, nullptr));
    CPLSetThreadLocalConfigOption("GDAL_NETCDF_BOTTOMUP", nullptr);
    if (!dataset) throw_unreadable(file, name, quiet);
    return dataset;
}

TerrainInfo describe(GDALDatasetH dataset, const fs::path& file)
{
    TerrainInfo info;
    GDALDriverH driver = GDALGetDatasetDriver(dataset);
    info.name = file.string();
    info.format = GDALGetDriverShortName(driver);
    info.format_name = GDALGetDriverLongName(driver);
    info.files = info.format == "netCDF" ? std::vector{fs::canonical(file)} : files_of(dataset);
    info.columns = GDALGetRasterXSize(dataset);
    info.rows = GDALGetRasterYSize(dataset);
    return info;
}

}  // namespace

bool is_raster(const fs::path& file)
{
    prepare_gdal();
    const GdalErrors quiet;
    std::error_code error;
    const fs::path found = fs::canonical(file, error);
    return !error && fs::is_regular_file(found, error) &&
           GDALIdentifyDriverEx(found.c_str(), GDAL_OF_RASTER, nullptr, nullptr) != nullptr;
}

namespace {

/// The heights of the file itself, or of its NetCDF variable.
std::unique_ptr<HeightSource> heights_in(GdalDataset dataset, const fs::path& file,
                                         const HeightOptions& options, const NetcdfElevation& netcdf)
{
    TerrainInfo info = describe(dataset.get(), file);
    info.notes = netcdf.notes;
    GDALRasterBandH band = band_of_heights(dataset.get(), options, info);
    if (info.columns < 2 || info.rows < 2)
        throw std::runtime_error(
            fmt::format("cannot take '{}' as terrain: expected at least 2 x 2 posts, found {} x {}",
                        info.name, info.columns, info.rows));
    check_raster_limits(dataset.get(), band, info.files, info.name);
    HeightRule rule = rule_of(dataset.get(), band, options, info);
    if (netcdf.down || points_down(dataset.get(), info)) rule.scale = -rule.scale, rule.offset = -rule.offset;
    info.frame = frame_of(dataset.get(), info.name, info.notes,
                          {.crs = netcdf.degrees ? "EPSG:4326" : "", .geotransform = netcdf.geotransform});
    if (options.vertical_scale != 1.0)
        info.notes.push_back(fmt::format("heights are multiplied by {:g}, as asked", options.vertical_scale));
    return std::make_unique<GdalHeights>(std::move(dataset), band, rule, std::move(info));
}

std::unique_ptr<HeightSource> open_netcdf_heights(const fs::path& file, const HeightOptions& options)
{
    const auto turn = turn_for("netCDF");
    const NetcdfContents contents = contents_of_netcdf(file);
    if (!contents.elevation)
        throw std::runtime_error(
            fmt::format("cannot take '{}' as terrain: {}", file.string(), contents.why_not));
    return heights_in(open_netcdf(file, *contents.elevation), file, options, *contents.elevation);
}

}  // namespace

std::unique_ptr<HeightSource> open_heights(const fs::path& file, const HeightOptions& options)
{
    if (!std::isfinite(options.vertical_scale) || options.vertical_scale <= 0.0)
        throw std::runtime_error(
            fmt::format("cannot scale heights by {:g}: expected a number above 0", options.vertical_scale));
    prepare_gdal();
    // The check comes first: the error must not disclose whether there is a file elsewhere.
    if (!options.allowed_folders.empty()) check_confined(file, options.allowed_folders);
    check_readable(file);
    if (const std::string other = other_than_heights(file); !other.empty())
        throw std::runtime_error(fmt::format("cannot take '{}' as terrain: it is {}", file.string(), other));
    if (const std::string way = other_way(file); !way.empty())
        throw std::runtime_error(fmt::format("cannot read '{}': {}", file.string(), way));
    if (options.allowed_folders.empty()) check_plain_parts(file);
    if (is_netcdf(file)) return open_netcdf_heights(file, options);
    return heights_in(open_raster(file, options), file, options, {});
}

}  // namespace farfield::terrain
