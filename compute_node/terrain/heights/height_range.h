#pragma once

#include "compute_node/terrain/heights/height_source.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string>

namespace farfield::terrain {

/// The range of a terrain's heights, gathered from rows in any order.
class HeightRange {
public:
    /// Adds heights in metres; NaN: no height.
    void add(std::span<const float> heights);
    void add(const HeightRange& other);

    [[nodiscard]] float lowest() const { return lowest_; }  ///< metres; above highest() without any height
    [[nodiscard]] float highest() const { return highest_; }
    [[nodiscard]] std::uint64_t voids() const { return voids_; }  ///< posts without height
    [[nodiscard]] std::uint64_t posts() const { return posts_; }

    /// Throws std::runtime_error naming the terrain unless some post had a height, and all lie where the
    /// terrain's may.
    void check(const TerrainInfo& info) const;

private:
    float lowest_ = std::numeric_limits<float>::infinity();
    float highest_ = -std::numeric_limits<float>::infinity();
    std::uint64_t voids_ = 0;
    std::uint64_t posts_ = 0;
};

/// Reads all rows. Throws as read_rows() and HeightRange::check() do.
[[nodiscard]] HeightRange measure_heights(HeightSource& source);

}  // namespace farfield::terrain
