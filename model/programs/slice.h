#pragma once

#include "model/fields/fields.h"
#include "model/geometry/point.h"
#include "model/geometry/slice_plane.h"
#include "model/programs/region.h"
#include "model/programs/slice_size.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// The program `slice`: docs/protocol.md, section 14. The payload of a Slice message (type 7):
///
///     preamble     192 bytes
///     values       4 bytes for each component: binary32, from the origin on, edge_u fastest; NaN where there
///                  is nothing
namespace farfield::model {

inline constexpr std::size_t slice_preamble_bytes = 192;

enum class SliceInterpolation { Linear, Nearest };
inline constexpr std::array slice_interpolation_names{"linear", "nearest"};

/// Settings of the program.
struct SliceParams {
    std::vector<SlicePlane> planes = {};
    SliceSize size = {};                               ///< values along the two edges, at most
    std::optional<std::string> scalar = std::nullopt;  ///< absent: the dataset's first
    SliceInterpolation interpolation = SliceInterpolation::Linear;
    std::optional<Region> region = std::nullopt;  ///< absent: everything
    Level level = {};
    bool coarse_first = true;                   ///< a slice that takes long comes coarse, then whole
    std::optional<double> time = std::nullopt;  ///< absent: the first of the dataset
    double time_step = 0.0;                     ///< between one result and the next, with `repeat`
    bool repeat = false;
    bool follow = false;  ///< of a dataset that grows: a new result for each new slice, of that
    friend bool operator==(const SliceParams&, const SliceParams&) = default;

    static void fields(auto& visit)
    {
        visit("planes", &SliceParams::planes, required, at_least_one("plane"),
              at_most("max_slices", max_slices));
        visit("size", &SliceParams::size, words("two integers or `\"nodes\"`"));
        visit("scalar", &SliceParams::scalar);
        visit("interpolation", &SliceParams::interpolation, names(slice_interpolation_names));
        visit("region", &SliceParams::region);
        visit("level", &SliceParams::level, words("`\"auto\"` or integer 0 to 8"));
        visit("coarse_first", &SliceParams::coarse_first);
        visit("time", &SliceParams::time);
        visit("time_step", &SliceParams::time_step);
        visit("repeat", &SliceParams::repeat);
        visit("follow", &SliceParams::follow);
    }
};

/// The first 192 bytes. Value (i, j) lies at origin + (i + 1/2) / width edge_u + (j + 1/2) / height edge_v.
struct SlicePreamble {
    std::uint32_t width = 0;   ///< values along edge_u
    std::uint32_t height = 0;  ///< values along edge_v
    std::uint64_t result = 0;  ///< results that the program began before this one
    std::uint64_t compute_ns = 0;
    std::uint64_t computed_at_ns = 0;
    double time = 0.0;             ///< on the field's clock
    std::uint32_t part = 0;        ///< of the result, from 0
    std::uint32_t parts = 1;       ///< that the result has
    std::uint32_t plane = 0;       ///< among the parameters' planes
    std::uint32_t level = 0;       ///< 2^level values are wanted for each that is there, along each edge
    std::uint32_t components = 1;  ///< of a value
    Point origin{}, edge_u{}, edge_v{};  ///< in the dataset's coordinates
    friend bool operator==(const SlicePreamble&, const SlicePreamble&) = default;
};

/// Components of the values of `slice`, and of `glyphs`: a vector and a scalar.
inline constexpr std::uint32_t slice_components = 1, glyph_components = 4;

[[nodiscard]] constexpr std::uint64_t slice_payload_bytes(std::uint64_t values,
                                                          std::uint32_t components = slice_components)
{
    return slice_preamble_bytes + values * components * sizeof(float);
}

void encode_preamble(const SlicePreamble& preamble, std::span<std::byte, slice_preamble_bytes> to) noexcept;
/// Nothing where the payload has another length than its counts say, no values, too many of them, another
/// number of components than 1 or 4, or edges that are no numbers. Reads no value.
[[nodiscard]] std::optional<SlicePreamble> decode_slice_preamble(std::span<const std::byte> payload) noexcept;

}  // namespace farfield::model
