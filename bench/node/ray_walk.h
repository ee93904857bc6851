// The inner loop of the historical ray-trace benchmark: a ray goes down over a terrain in steps that are all
// alike, until it is at or below the post that it is over.
// Source: Decato, Naval Postgraduate School 1997, appendix C.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace farfield::node {

/// A place over a terrain, in 16.16 fixed point: e and n count posts, height is in the unit of the heights.
/// e and n have no sign, so that an index needs none either: a step takes a fifth less time.
struct FixedPlace {
    std::uint32_t e = 0;
    std::uint32_t n = 0;
    std::int32_t height = 0;
};

/// The amounts that a step adds to e and n, and takes from the height.
inline constexpr FixedPlace ray_step{49149, 28377, 32768};

/// Heights [e][n], fewer than 2^31 of them.
struct RasterTerrain {
    std::vector<std::int32_t> heights;
    std::uint32_t posts_n = 0;  ///< in a row
};

/// Heights in blocks of 16 x 16 posts, [e / 16][n / 16][e % 16][n % 16], filled up with 0 at the
/// ends.
struct BlockedTerrain {
    std::vector<std::int32_t> heights;
    std::uint32_t blocks_n = 0;  ///< in a row
};

[[nodiscard]] BlockedTerrain in_blocks(const RasterTerrain& raster);

/// Steps that all the rays take together; each takes at least one. The terrain's edge is not checked, as in
/// the thesis: each ray must begin over the terrain and come down on it.
/// Threads: changes nothing, so several threads may call these at once.
[[nodiscard]] std::uint64_t walk_raster(const RasterTerrain& terrain,
                                        std::span<const FixedPlace> rays) noexcept;
[[nodiscard]] std::uint64_t walk_blocked(const BlockedTerrain& terrain,
                                         std::span<const FixedPlace> rays) noexcept;
/// Walks a vector of rays at once, and several vectors in turns, by the fastest instructions of this machine.
[[nodiscard]] std::uint64_t walk_vector(const RasterTerrain& terrain,
                                        std::span<const FixedPlace> rays) noexcept;

}  // namespace farfield::node
