// Pictures cast by Embree: one ray at a time, in packets, and in streams of either.
#pragma once

#include "compute_node/terrain/rays/view_rays.h"

#include <embree3/rtcore.h>

#include <pmmintrin.h>
#include <xmmintrin.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace peers {

/// Each pixel's ray, in binary32.
class PixelRays {
public:
    explicit PixelRays(const farfield::terrain::ViewRays& rays)
        : origin{float(rays.origin.x), float(rays.origin.y), float(rays.origin.z)},
          width{rays.width},
          height{rays.height}
    {
        for (int k = 0; k < 3; ++k) {
            forward_[k] = float(rays.forward[k]);
            right_[k] = float(rays.right[k] * rays.tangent.x);
            up_[k] = float(rays.up[k] * rays.tangent.y);
        }
    }

    [[nodiscard]] std::array<float, 3> direction(int x, int y) const
    {
        const float a = (float(x) + 0.5F) * (2.0F / float(width)) - 1.0F;
        const float b = 1.0F - (float(y) + 0.5F) * (2.0F / float(height));
        return {forward_[0] + a * right_[0] + b * up_[0], forward_[1] + a * right_[1] + b * up_[1],
                forward_[2] + a * right_[2] + b * up_[2]};
    }

    std::array<float, 3> origin;
    int width;
    int height;

private:
    std::array<float, 3> forward_{}, right_{}, up_{};
};

/// Metres from the eye; NaN: nothing is met.
inline float range_of(unsigned geometry, float t, float dx, float dy, float dz)
{
    return geometry == RTC_INVALID_GEOMETRY_ID ? std::numeric_limits<float>::quiet_NaN()
                                               : t * std::sqrt(dx * dx + dy * dy + dz * dz);
}

struct Tile {
    int x, y, right, bottom;  ///< [x, right) x [y, bottom)
};
inline constexpr int tile_side = farfield::terrain::view_tile_pixels;

inline void fill(RTCRayHit& ray, const PixelRays& rays, int x, int y)
{
    const auto d = rays.direction(x, y);
    ray.ray = {rays.origin[0],
               rays.origin[1],
               rays.origin[2],
               0.0F,
               d[0],
               d[1],
               d[2],
               0.0F,
               std::numeric_limits<float>::infinity(),
               0xFFFFFFFF,
               0,
               0};
    ray.hit.geomID = ray.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
}

inline float range_of(const RTCRayHit& r)
{
    return range_of(r.hit.geomID, r.ray.tfar, r.ray.dir_x, r.ray.dir_y, r.ray.dir_z);
}

inline void cast_singly(RTCScene scene, const PixelRays& rays, const Tile& tile, float* range)
{
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    for (int y = tile.y; y < tile.bottom; ++y)
        for (int x = tile.x; x < tile.right; ++x) {
            RTCRayHit ray;
            fill(ray, rays, x, y);
            rtcIntersect1(scene, &context, &ray);
            range[std::size_t(y) * rays.width + x] = range_of(ray);
        }
}

inline void cast_single_stream(RTCScene scene, const PixelRays& rays, const Tile& tile, float* range)
{
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    alignas(64) std::array<RTCRayHit, tile_side * tile_side> stream;
    unsigned count = 0;
    for (int y = tile.y; y < tile.bottom; ++y)
        for (int x = tile.x; x < tile.right; ++x) fill(stream[count++], rays, x, y);
    rtcIntersect1M(scene, &context, stream.data(), count, sizeof(RTCRayHit));
    count = 0;
    for (int y = tile.y; y < tile.bottom; ++y)
        for (int x = tile.x; x < tile.right; ++x)
            range[std::size_t(y) * rays.width + x] = range_of(stream[count++]);
}

/// Packets of pixels, 4 across.
template <class RayHits, int lanes>
struct Packets {
    static constexpr int width = 4, height = lanes / width;
    static constexpr int most = tile_side * tile_side / lanes;
    using Valid = std::array<int, lanes>;

    static void fill(RayHits& packet, const PixelRays& rays, const Tile& tile, int x, int y, Valid& valid)
    {
        for (int lane = 0; lane < lanes; ++lane) {
            const int i = x + lane % width, j = y + lane / width;
            valid[lane] = i < tile.right && j < tile.bottom ? -1 : 0;
            const auto d = rays.direction(i, j);
            auto& r = packet.ray;
            r.org_x[lane] = rays.origin[0];
            r.org_y[lane] = rays.origin[1];
            r.org_z[lane] = rays.origin[2];
            r.dir_x[lane] = d[0];
            r.dir_y[lane] = d[1];
            r.dir_z[lane] = d[2];
            r.tnear[lane] = r.time[lane] = 0.0F;
            // A stream knows of no lanes that are not to be cast but by this.
            r.tfar[lane] = valid[lane] != 0 ? std::numeric_limits<float>::infinity() : -1.0F;
            r.mask[lane] = 0xFFFFFFFF;
            r.id[lane] = r.flags[lane] = 0;
            packet.hit.geomID[lane] = packet.hit.instID[0][lane] = RTC_INVALID_GEOMETRY_ID;
        }
    }

    static void store(const RayHits& packet, const PixelRays& rays, const Tile& tile, int x, int y,
                      float* range)
    {
        const auto& r = packet.ray;
        std::array<float, lanes> ranges;
        for (int lane = 0; lane < lanes; ++lane)
            ranges[lane] =
                range_of(packet.hit.geomID[lane], r.tfar[lane], r.dir_x[lane], r.dir_y[lane], r.dir_z[lane]);
        for (int j = y; j < std::min(y + height, tile.bottom); ++j)
            for (int i = x; i < std::min(x + width, tile.right); ++i)
                range[std::size_t(j) * rays.width + i] = ranges[(j - y) * width + i - x];
    }

    template <void (*intersect)(const int*, RTCScene, RTCIntersectContext*, RayHits*)>
    static void cast(RTCScene scene, const PixelRays& rays, const Tile& tile, float* range)
    {
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
        for (int y = tile.y; y < tile.bottom; y += height)
            for (int x = tile.x; x < tile.right; x += width) {
                alignas(64) RayHits packet;
                alignas(64) Valid valid;
                fill(packet, rays, tile, x, y, valid);
                intersect(valid.data(), scene, &context, &packet);
                store(packet, rays, tile, x, y, range);
            }
    }

    static void cast_stream(RTCScene scene, const PixelRays& rays, const Tile& tile, float* range)
    {
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
        alignas(64) std::array<RayHits, most> stream;
        Valid valid;
        unsigned count = 0;
        for (int y = tile.y; y < tile.bottom; y += height)
            for (int x = tile.x; x < tile.right; x += width) fill(stream[count++], rays, tile, x, y, valid);
        rtcIntersectNM(scene, &context, reinterpret_cast<RTCRayHitN*>(stream.data()), lanes, count,
                       sizeof(RayHits));
        count = 0;
        for (int y = tile.y; y < tile.bottom; y += height)
            for (int x = tile.x; x < tile.right; x += width) store(stream[count++], rays, tile, x, y, range);
    }
};

struct CastMode {
    const char* name = "";
    void (*cast)(RTCScene, const PixelRays&, const Tile&, float* range) = nullptr;
};
inline constexpr std::array cast_modes{
    CastMode{"1", cast_singly},
    CastMode{"8", Packets<RTCRayHit8, 8>::cast<rtcIntersect8>},
    CastMode{"16", Packets<RTCRayHit16, 16>::cast<rtcIntersect16>},
    CastMode{"stream1", cast_single_stream},
    CastMode{"stream8", Packets<RTCRayHit8, 8>::cast_stream},
    CastMode{"stream16", Packets<RTCRayHit16, 16>::cast_stream},
};

/// A whole picture, in tiles of the same size as Farfield's.
inline void cast_picture(RTCScene scene, const CastMode& mode, const PixelRays& rays, int threads,
                         std::vector<float>& range)
{
    const int across = (rays.width + tile_side - 1) / tile_side;
    const int down = (rays.height + tile_side - 1) / tile_side;
#pragma omp parallel num_threads(threads)
    {
        const unsigned before = _mm_getcsr();  // Embree's manual asks for this
        _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
        _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
#pragma omp for schedule(dynamic)
        for (int n = 0; n < across * down; ++n) {
            const int x = n % across * tile_side, y = n / across * tile_side;
            mode.cast(scene, rays,
                      {x, y, std::min(x + tile_side, rays.width), std::min(y + tile_side, rays.height)},
                      range.data());
        }
        _mm_setcsr(before);
    }
}

}  // namespace peers
