#pragma once

#include "model/fields/fields.h"
#include "model/geometry/slice_plane.h"
#include "model/programs/region.h"
#include "model/programs/slice_size.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace farfield::model {

inline constexpr std::uint64_t max_glyphs = 65'536;  ///< arrows on one plane

/// Settings of the program `glyphs`, arrows on planes: docs/protocol.md, section 16. Its frames are those of
/// `slice` (model/programs/slice.h) with four components: a vector, in position units a time unit, and a
/// scalar.
struct GlyphParams {
    std::vector<SlicePlane> planes = {};
    std::array<std::uint32_t, 2> size{24, 24};         ///< most arrows along the two edges
    std::optional<std::string> vector = std::nullopt;  ///< absent: the velocity
    std::optional<std::string> scalar = std::nullopt;  ///< absent: the vector's magnitude
    std::optional<Region> region = std::nullopt;       ///< absent: the whole dataset
    std::optional<double> time = std::nullopt;         ///< absent: the dataset's first time
    double time_step = 0.0;                            ///< from one result to the next, with `repeat`
    bool repeat = false;
    friend bool operator==(const GlyphParams&, const GlyphParams&) = default;

    static void fields(auto& visit)
    {
        visit("planes", &GlyphParams::planes, required, at_least_one("plane"),
              at_most("max_slices", max_slices));
        visit("size", &GlyphParams::size, words("two integers"), at_least(1),
              at_most("max_slice_side", max_slice_side), check_size);
        visit("vector", &GlyphParams::vector);
        visit("scalar", &GlyphParams::scalar);
        visit("region", &GlyphParams::region);
        visit("time", &GlyphParams::time);
        visit("time_step", &GlyphParams::time_step);
        visit("repeat", &GlyphParams::repeat);
    }

private:
    static void check_size(const std::array<std::uint32_t, 2>& size, const JsonValue& /*value*/)
    {
        const std::uint64_t arrows = std::uint64_t{size[0]} * size[1];
        if (arrows > max_glyphs) throw LimitError("max_glyphs", max_glyphs, arrows);
    }
};

}  // namespace farfield::model
