#pragma once

#include "model/fields/fields.h"
#include "model/geometry/geocentric.h"
#include "model/geometry/point.h"
#include "model/geometry/pose.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// The payload of a TerrainView message (type 4): a view of a terrain's ground from one eye.
///
///     preamble     128 bytes
///     range          4 bytes a pixel: binary32, metres from the eye; NaN: no ground is seen
///     (zeros up to the next multiple of 64 bytes)
///     elevation      4 bytes a pixel: binary32, metres; NaN likewise
///
/// Pixels row by row from the top left. docs/protocol.md, section 10, is normative.
namespace farfield::model {

inline constexpr std::size_t terrain_preamble_bytes = 128;

/// The first 128 bytes of a TerrainView payload. Bytes 8 to 32 have the layout of ParticlePreamble.
struct TerrainViewPreamble {
    std::uint32_t width = 0;  ///< pixels
    std::uint32_t height = 0;
    std::uint64_t frame = 0;           ///< frames that the program made before this one
    std::uint64_t compute_ns = 0;      ///< time that the node spent to cast and encode the view
    std::uint64_t computed_at_ns = 0;  ///< node's clock at completion
    Pose pose;                         ///< pose for which the view was cast
    double detail = 0.0;               ///< pixels; smaller ground may be taken for boxes; 0: exact
    double curvature = 0.0;            ///< 1/m: at distance d the ground is lower by curvature x d^2

    friend bool operator==(const TerrainViewPreamble&, const TerrainViewPreamble&) = default;
};

/// Offset of the elevations in a payload.
[[nodiscard]] constexpr std::uint64_t elevation_offset(std::uint64_t pixels)
{
    constexpr std::uint64_t alignment = 64;
    return (terrain_preamble_bytes + pixels * sizeof(float) + alignment - 1) / alignment * alignment;
}
[[nodiscard]] constexpr std::uint64_t terrain_payload_bytes(std::uint64_t pixels)
{
    return elevation_offset(pixels) + pixels * sizeof(float);
}

void encode_preamble(const TerrainViewPreamble& preamble,
                     std::span<std::byte, terrain_preamble_bytes> to) noexcept;
[[nodiscard]] TerrainViewPreamble
decode_terrain_preamble(std::span<const std::byte, terrain_preamble_bytes> from) noexcept;

inline constexpr std::uint32_t max_view_side = 16384;  ///< pixels
inline constexpr std::size_t max_view_poses = 4096;

/// Settings of the program `terrain.view`: docs/protocol.md, section 10.
struct TerrainViewParams {
    std::optional<Point> eye = std::nullopt;       ///< absent: as the terrain suggests
    std::optional<double> heading = std::nullopt;  ///< absent: as the terrain suggests
    std::optional<double> pitch = std::nullopt;    ///< absent: as the terrain suggests
    double roll = 0.0;
    double hfov = Pose{}.hfov;
    std::vector<Pose> poses = {};  ///< cast one after the other, in place of the members above
    std::array<std::uint32_t, 2> size{1280, 720};
    double detail = 1.0;
    bool curved = false;                   ///< true: on a curved Earth
    double refraction = usual_refraction;  ///< part of the Earth's curvature by which light is bent
    friend bool operator==(const TerrainViewParams&, const TerrainViewParams&) = default;

    static void fields(auto& visit)
    {
        visit("eye", &TerrainViewParams::eye);
        visit("heading", &TerrainViewParams::heading);
        visit("pitch", &TerrainViewParams::pitch);
        visit("roll", &TerrainViewParams::roll);
        visit("hfov", &TerrainViewParams::hfov, between(0.0, 180.0));
        visit("poses", &TerrainViewParams::poses, at_most("max_view_poses", max_view_poses));
        visit("size", &TerrainViewParams::size, at_least(1), at_most("max_view_side", max_view_side),
              words("two integers"));
        visit("detail", &TerrainViewParams::detail, at_least(0.0));
        visit("curved", &TerrainViewParams::curved);
        visit("refraction", &TerrainViewParams::refraction, at_least(0.0));
    }
};

}  // namespace farfield::model
