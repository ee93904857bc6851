// A picture's pixels as packets of rays, and the rays' hits as pixels (per-target include).
#if defined(FARFIELD_VIEW_PIXELS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_VIEW_PIXELS_INL_H
#undef FARFIELD_VIEW_PIXELS_INL_H
#else
#define FARFIELD_VIEW_PIXELS_INL_H
#endif

#include "compute_node/terrain/rays/ray_aiming-inl.h"
#include "compute_node/terrain/rays/view_rays.h"

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace farfield::terrain::HWY_NAMESPACE {

/// Vectors in a packet. Two with few lanes hide each other's latencies: a packet has 16 pixels if it can.
inline constexpr std::size_t packet_parts = lanes < 16 ? 2 : 1;
inline constexpr std::size_t packet_pixels = packet_parts * lanes;
/// Width in pixels: near the ground rows lie further apart than columns; wide packets stay together longer.
inline constexpr std::size_t packet_width = packet_pixels / 2;
inline constexpr std::size_t packet_height = packet_pixels / packet_width;

/// A packet's first pixel.
struct Pixel {
    int x = 0;
    int y = 0;
};

class ViewPixels {
public:
    ViewPixels(const HeightBlocks& terrain, const ViewRays& rays) : rays_{rays}
    {
        for (std::size_t lane = 0; lane < packet_pixels; ++lane) {
            const std::size_t row = lane / packet_width, column = lane % packet_width;
            across_[lane] = static_cast<double>(column);
            down_[lane] = static_cast<double>(row);
        }
        bend_ = rays.post_metres * rays.post_metres * rays.curvature;
        eye_z_ = lowered_eye(terrain, rays.origin.z);
        x_ = axis_from(rays.origin.x);
        y_ = axis_from(rays.origin.y);
        const glm::dvec2 metres = glm::abs(rays.post_metres);
        const double pixel = 2.0 * rays.tangent.x / std::max(rays.width, 1);
        const double post = std::max(metres.x, metres.y);
        detail_ = static_cast<float>(rays.detail_pixels * pixel / post);
        wall_metres_ = static_cast<float>(post);
    }

    template <bool is_curved>
    HWY_INLINE void aim(Pixel first, Directions<packet_parts>& d) const
    {
        // Twice the pixels from the middle are whole numbers, so that rays in the middle lead straight ahead.
        const Double from_left = set(2.0 * first.x + 1.0 - rays_.width);
        const Double from_top = set(2.0 * first.y + 1.0 - rays_.height);
        const Double half_x = set(rays_.tangent.x / rays_.width),
                     half_y = set(rays_.tangent.y / rays_.height);
        for (std::size_t lane = 0; lane < packet_pixels; lane += double_lanes) {
            const Double across = hn::Load(doubles, &across_[lane]), down = hn::Load(doubles, &down_[lane]);
            const Double a = hn::Mul(hn::MulAdd(set(2.0), across, from_left), half_x);
            const Double b = hn::Neg(hn::Mul(hn::MulAdd(set(2.0), down, from_top), half_y));
            const auto component = [&](double f, double r, double u) {
                return hn::MulAdd(b, set(u), hn::MulAdd(a, set(r), set(f)));
            };
            const Double dx = component(rays_.forward.x, rays_.right.x, rays_.up.x);
            const Double dy = component(rays_.forward.y, rays_.right.y, rays_.up.y);
            hn::Store(dx, doubles, &d.x[lane]);
            hn::Store(dy, doubles, &d.y[lane]);
            hn::Store(component(rays_.forward.z, rays_.right.z, rays_.up.z), doubles, &d.z[lane]);
            if constexpr (is_curved) {
                const Double bend_x = hn::Mul(hn::Mul(dx, dx), set(bend_.x));
                hn::Store(hn::MulAdd(hn::Mul(dy, dy), set(bend_.y), bend_x), doubles, &d.bend[lane]);
            }
        }
    }

    /// The packet of these directions, which has no quadrant yet.
    template <bool is_curved>
    HWY_INLINE Packet<packet_parts> packet_of(const Directions<packet_parts>& d) const
    {
        Packet<packet_parts> p;
        terrain::HWY_NAMESPACE::aim<is_curved>(p, d);
        p.x = x_;
        p.y = y_;
        p.z = eye_z_;
        p.detail = detail_;
        p.wall_metres = wall_metres_;
        return p;
    }

    /// The lanes of a packet that have their pixels in a tile.
    HWY_INLINE LaneBits lanes_in(const ViewTile& tile, Pixel first) const
    {
        const int columns = tile.x + tile.width - first.x, rows = tile.y + tile.height - first.y;
        if (columns >= static_cast<int>(packet_width) && rows >= static_cast<int>(packet_height))
            return all_lanes<packet_parts>;
        LaneBits bits = 0;
        for (std::size_t lane = 0; lane < packet_pixels; ++lane)
            if (static_cast<int>(lane % packet_width) < columns &&
                static_cast<int>(lane / packet_width) < rows)
                bits |= LaneBits{1} << lane;
        return bits;
    }

    template <bool is_curved>
    HWY_INLINE void store(const Directions<packet_parts>& d, const MeetingTimes<packet_parts>& times,
                          Pixel first, LaneBits wanted, const ViewImage& image) const
    {
        alignas(64) std::array<float, packet_pixels> range, elevation;  // NOLINT: all are written
        for (std::size_t lane = 0; lane < packet_pixels; lane += double_lanes) {
            const Double t = hn::Load(doubles, &times.t[lane]), dz = hn::Load(doubles, &d.z[lane]);
            const Double east = hn::Mul(hn::Load(doubles, &d.x[lane]), set(rays_.post_metres.x));
            const Double north = hn::Mul(hn::Load(doubles, &d.y[lane]), set(rays_.post_metres.y));
            const Double square = hn::MulAdd(east, east, hn::MulAdd(north, north, hn::Mul(dz, dz)));
            const auto length = hn::Sqrt(hn::DemoteTo(few_floats, square));
            hn::Store(hn::Mul(hn::DemoteTo(few_floats, t), length), few_floats, &range[lane]);
            const Double slope = is_curved ? hn::MulAdd(t, hn::Load(doubles, &d.bend[lane]), dz) : dz;
            const Double z = hn::MulAdd(t, slope, set(rays_.origin.z));
            hn::Store(hn::DemoteTo(few_floats, z), few_floats, &elevation[lane]);
        }
        if (image.big_endian) {
            swap_bytes(range);
            swap_bytes(elevation);
        }
        store_rows(range, first, wanted, image.part, image.range.data());
        store_rows(elevation, first, wanted, image.part, image.elevation.data());
    }

private:
    static HWY_INLINE void swap_bytes(std::array<float, packet_pixels>& values)
    {
        for (float& value : values)
            value = std::bit_cast<float>(__builtin_bswap32(std::bit_cast<std::uint32_t>(value)));
    }

    static HWY_INLINE void store_rows(const std::array<float, packet_pixels>& values, Pixel first,
                                      LaneBits wanted, const ViewTile& part, float* image)
    {
        const auto width = static_cast<std::size_t>(part.width);
        float* out = image + static_cast<std::size_t>(first.y - part.y) * width +
                     static_cast<std::size_t>(first.x - part.x);
        for (std::size_t row = 0; row < packet_height; ++row) {
            const LaneBits of_row = wanted >> (row * packet_width) & ((LaneBits{1} << packet_width) - 1);
            const auto columns = static_cast<std::size_t>(std::popcount(of_row));
            if (columns == packet_width)
                std::memcpy(out + row * width, &values[row * packet_width], packet_width * sizeof(float));
            else
                for (std::size_t column = 0; column < columns; ++column)
                    out[row * width + column] = values[row * packet_width + column];
        }
    }

    const ViewRays& rays_;
    alignas(64) std::array<double, packet_pixels> across_{},
        down_{};            ///< distances of each lane's pixel from the packet's first
    glm::dvec2 bend_{0.0};  ///< see GridRay; for a square post a unit of t
    float eye_z_ = 0.0F;
    float detail_ = 0.0F;
    float wall_metres_ = 0.0F;
    Axis x_, y_;
};

}  // namespace farfield::terrain::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
