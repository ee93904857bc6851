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

/// Settings of the program `slice`.
struct SliceParams {
    std::vector<SlicePlane> planes = {};
    SliceSize size = {};                               ///< values along the two edges, at most
    std::optional<std::string> scalar = std::nullopt;  ///< absent: the dataset's first scalar
    SliceInterpolation interpolation = SliceInterpolation::Linear;
    std::optional<Region> region = std::nullopt;  ///< absent: the whole dataset
    Level level = {};
    bool coarse_first = true;                   ///< true: a slow slice is sent coarse first, then in full
    std::optional<double> time = std::nullopt;  ///< absent: the dataset's first time
    double time_step = 0.0;                     ///< from one result to the next, with `repeat`
    bool repeat = false;
    bool follow = false;  ///< of a growing dataset: sends a new result for each new slice
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

/// The preamble. Value (i, j) lies at origin + (i + 1/2) / width edge_u + (j + 1/2) / height edge_v.
struct SlicePreamble {
    std::uint32_t width = 0;   ///< values along edge_u
    std::uint32_t height = 0;  ///< values along edge_v
    std::uint64_t result = 0;  ///< results that the program began before this one
    std::uint64_t compute_ns = 0;
    std::uint64_t computed_at_ns = 0;
    double time = 0.0;                   ///< time on the field's clock
    std::uint32_t part = 0;              ///< index in the result, from 0
    std::uint32_t parts = 1;             ///< parts of the result
    std::uint32_t plane = 0;             ///< index among the parameters' planes
    std::uint32_t level = 0;             ///< one value stands for 2^level wanted ones along each edge
    std::uint32_t components = 1;        ///< numbers in each value
    Point origin{}, edge_u{}, edge_v{};  ///< in the dataset's coordinates
    friend bool operator==(const SlicePreamble&, const SlicePreamble&) = default;
};

/// Numbers in a value of `slice`, and of `glyphs` (a vector and a scalar).
inline constexpr std::uint32_t slice_components = 1, glyph_components = 4;

[[nodiscard]] constexpr std::uint64_t slice_payload_bytes(std::uint64_t values,
                                                          std::uint32_t components = slice_components)
{
    return slice_preamble_bytes + values * components * sizeof(float);
}

void encode_preamble(const SlicePreamble& preamble, std::span<std::byte, slice_preamble_bytes> to) noexcept;
/// Decodes the preamble; nullopt for a length that differs from what its counts say, no or too many values,
/// a number of components other than 1 or 4, or an origin or edges that are not finite. Reads no value.
[[nodiscard]] std::optional<SlicePreamble> decode_slice_preamble(std::span<const std::byte> payload) noexcept;

}  // namespace farfield::model
