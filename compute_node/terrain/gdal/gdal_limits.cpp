#include "compute_node/terrain/gdal/gdal_limits.h"

#include "compute_node/terrain/tree/block_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace farfield::terrain {

namespace {

void check_side(GDALDatasetH dataset, const std::string& name)
{
    const auto side =
        static_cast<std::uint64_t>(std::max(GDALGetRasterXSize(dataset), GDALGetRasterYSize(dataset)));
    if (side > static_cast<std::uint64_t>(max_terrain_posts))
        throw RasterLimit(name, "max_terrain_posts", max_terrain_posts, side);
}

/// Bytes of all files together; empty where one is no plain file, but in an archive, for example.
std::optional<std::uint64_t> bytes_of(const std::vector<std::filesystem::path>& files)
{
    std::uint64_t bytes = 1;
    for (const std::filesystem::path& file : files) {
        std::error_code error;
        const std::uintmax_t size = std::filesystem::file_size(file, error);
        if (error) return std::nullopt;
        bytes += size;
    }
    return bytes;
}

void check_expansion(std::uint64_t numbers_bytes, const std::vector<std::filesystem::path>& files,
                     const std::string& name)
{
    const auto bytes = bytes_of(files);
    if (!bytes || numbers_bytes <= free_raster_bytes) return;
    const std::uint64_t times = numbers_bytes / *bytes;
    if (times > max_raster_expansion)
        throw RasterLimit(name, "max_raster_expansion", max_raster_expansion, times);
}

/// Checks a block: GDAL takes memory for all of it before unpacking; uncompressed data it reads in rows.
void check_block(GDALDatasetH dataset, GDALRasterBandH band, std::uint64_t number_bytes,
                 const std::string& name)
{
    const char* packing = GDALGetMetadataItem(dataset, "COMPRESSION", "IMAGE_STRUCTURE");
    if (packing == nullptr) return;
    const char* order = GDALGetMetadataItem(dataset, "INTERLEAVE", "IMAGE_STRUCTURE");
    const bool together = order != nullptr && std::string_view{order} == "PIXEL";
    int columns = 0, rows = 0;
    GDALGetBlockSize(band, &columns, &rows);
    const std::uint64_t bytes = static_cast<std::uint64_t>(columns) * static_cast<std::uint64_t>(rows) *
                                number_bytes *
                                static_cast<std::uint64_t>(together ? GDALGetRasterCount(dataset) : 1);
    if (bytes > max_raster_block_bytes)
        throw RasterLimit(name, "max_raster_block_bytes", max_raster_block_bytes, bytes);
}

}  // namespace

RasterLimit::RasterLimit(const std::string& file, const char* limit, std::uint64_t most_allowed,
                         std::uint64_t asked)
    : std::runtime_error{fmt::format("cannot take '{}' as terrain: {} exceeds {} = {}", file, asked, limit,
                                     most_allowed)},
      name{limit},
      most{most_allowed},
      found{asked}
{}

void check_raster_limits(GDALDatasetH dataset, GDALRasterBandH band,
                         const std::vector<std::filesystem::path>& files, const std::string& name)
{
    check_side(dataset, name);
    const auto number_bytes =
        static_cast<std::uint64_t>(GDALGetDataTypeSizeBytes(GDALGetRasterDataType(band)));
    const std::uint64_t posts = static_cast<std::uint64_t>(GDALGetRasterXSize(dataset)) *
                                static_cast<std::uint64_t>(GDALGetRasterYSize(dataset));
    check_expansion(posts * number_bytes, files, name);
    check_block(dataset, band, number_bytes, name);
}

}  // namespace farfield::terrain
