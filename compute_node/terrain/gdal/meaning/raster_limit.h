#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace farfield::terrain {

/// How many times as large as its files a raster may be, in bytes of numbers: DEFLATE's most is 1032, of
/// ground that is all level.
inline constexpr std::uint64_t max_raster_expansion = 2000;
/// Rasters up to this size may be any number of times larger than their files.
inline constexpr std::uint64_t free_raster_bytes = std::uint64_t{64} << 20U;
/// The most that GDAL unpacks at once, of a compressed raster: all bands of a block where they lie together.
inline constexpr std::uint64_t max_raster_block_bytes = std::uint64_t{256} << 20U;

/// A raster that would take more than a limit; the limit by its name.
struct RasterLimit : std::runtime_error {
    RasterLimit(const std::string& file, const char* limit, std::uint64_t most_allowed, std::uint64_t asked);
    const char* name;
    std::uint64_t most, found;
};

}  // namespace farfield::terrain
