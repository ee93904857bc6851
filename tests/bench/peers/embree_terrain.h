// A height field as Embree takes it, and the ways in which it can build it.
#pragma once

#include "bench/node/terrain_views.h"

#include <embree3/rtcore.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <string>

namespace peers {

/// Seconds, as the clock on the wall and the processor's cores count them.
struct Seconds {
    double wall = 0.0;
    double cpu = 0.0;

    [[nodiscard]] static Seconds now()
    {
        timespec cpu{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
        const std::chrono::duration<double> wall = std::chrono::steady_clock::now().time_since_epoch();
        return {wall.count(), static_cast<double>(cpu.tv_sec) + 1e-9 * static_cast<double>(cpu.tv_nsec)};
    }
    [[nodiscard]] Seconds since(Seconds begin) const { return {wall - begin.wall, cpu - begin.cpu}; }
};

/// How Embree builds: words in any order, such as "triangles-high-compact-robust".
struct BuildMode {
    explicit BuildMode(const std::string& name)
    {
        const auto has = [&name](const char* word) { return name.find(word) != std::string::npos; };
        grid = has("grid");
        quality = has("high") ? RTC_BUILD_QUALITY_HIGH : RTC_BUILD_QUALITY_MEDIUM;
        if (has("compact")) flags |= RTC_SCENE_FLAG_COMPACT;
        if (has("robust")) flags |= RTC_SCENE_FLAG_ROBUST;
    }

    bool grid = false;
    RTCBuildQuality quality = RTC_BUILD_QUALITY_MEDIUM;
    unsigned flags = 0;
};

/// A scene of one geometry, its memory counted.
class EmbreeTerrain {
public:
    EmbreeTerrain(const farfield::node::BenchHeights& heights, const BuildMode& mode, int threads)
        : device_{rtcNewDevice(("threads=" + std::to_string(threads)).c_str())}, scene_{rtcNewScene(device_)}
    {
        const auto count = [](void* sum, ssize_t bytes, bool) {
            static_cast<std::atomic<std::int64_t>*>(sum)->fetch_add(bytes);
            return true;
        };
        rtcSetDeviceMemoryMonitorFunction(device_, count, &bytes_);
        RTCGeometry geometry =
            rtcNewGeometry(device_, mode.grid ? RTC_GEOMETRY_TYPE_GRID : RTC_GEOMETRY_TYPE_TRIANGLE);
        add_posts(heights, geometry);
        if (mode.grid)
            add_grid(heights.posts, geometry);
        else
            add_triangles(heights.posts, geometry);
        rtcSetGeometryBuildQuality(geometry, mode.quality);
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(scene_, geometry);
        rtcReleaseGeometry(geometry);
        rtcSetSceneBuildQuality(scene_, mode.quality);
        rtcSetSceneFlags(scene_, static_cast<RTCSceneFlags>(mode.flags));
        const Seconds begin = Seconds::now();
        rtcCommitScene(scene_);
        build_ = Seconds::now().since(begin);
        if (rtcGetDeviceError(device_) != RTC_ERROR_NONE) std::abort();
    }
    EmbreeTerrain(const EmbreeTerrain&) = delete;
    EmbreeTerrain& operator=(const EmbreeTerrain&) = delete;
    ~EmbreeTerrain()
    {
        rtcReleaseScene(scene_);
        rtcReleaseDevice(device_);
    }

    [[nodiscard]] RTCScene scene() const { return scene_; }
    [[nodiscard]] Seconds build() const { return build_; }
    /// Tree, vertices and indices.
    [[nodiscard]] std::int64_t bytes() const { return bytes_.load(); }

private:
    static void add_posts(const farfield::node::BenchHeights& heights, RTCGeometry geometry)
    {
        const auto n = static_cast<std::size_t>(heights.posts);
        auto* vertex = static_cast<float*>(rtcSetNewGeometryBuffer(
            geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), n * n));
        for (std::size_t k = 0; k < n * n; ++k) {
            *vertex++ = static_cast<float>(k % n);
            *vertex++ = static_cast<float>(k / n);
            *vertex++ = heights.heights[k];
        }
    }

    static void add_triangles(std::int64_t posts, RTCGeometry geometry)
    {
        const auto n = static_cast<std::uint32_t>(posts), cells = n - 1;
        auto* index = static_cast<std::uint32_t*>(
            rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                    3 * sizeof(std::uint32_t), std::size_t{2} * cells * cells));
        for (std::uint32_t j = 0; j < cells; ++j)
            for (std::uint32_t i = 0; i < cells; ++i) {
                const std::uint32_t k = j * n + i;
                for (const std::uint32_t corner : {k, k + 1, k + n, k + 1, k + n + 1, k + n})
                    *index++ = corner;
            }
    }

    static void add_grid(std::int64_t posts, RTCGeometry geometry)
    {
        auto* grid = static_cast<RTCGrid*>(
            rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_GRID, 0, RTC_FORMAT_GRID, sizeof(RTCGrid), 1));
        const auto n = static_cast<unsigned short>(posts);
        *grid = {0, static_cast<unsigned>(posts), n, n};
    }

    std::atomic<std::int64_t> bytes_{0};
    RTCDevice device_;
    RTCScene scene_;
    Seconds build_;
};

}  // namespace peers
