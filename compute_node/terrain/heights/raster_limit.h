#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace farfield::terrain {

/// Largest ratio of a raster's bytes of numbers to those of its files: DEFLATE reaches 1032 at most, for
/// ground that is all level.
inline constexpr std::uint64_t max_raster_expansion = 2000;
/// Rasters up to this size may be any number of times larger than their files.
inline constexpr std::uint64_t free_raster_bytes = std::uint64_t{64} << 20U;
/// Largest block that GDAL unpacks of a compressed raster: with all bands, where these lie together.
inline constexpr std::uint64_t max_raster_block_bytes = std::uint64_t{256} << 20U;

/// Error for a raster that would take more than a limit, which it names.
struct RasterLimit : std::runtime_error {
    RasterLimit(const std::string& file, const char* limit, std::uint64_t most_allowed, std::uint64_t asked);
    const char* name;
    std::uint64_t most, found;
};

}  // namespace farfield::terrain
