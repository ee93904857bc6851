// Embree and Farfield casting the same views of the same terrain, in turns.
//
//     terrain_embree POSTS BUILD_MODE ROUNDS THREADS
//
// One JSON document: what both take to build, and for each view the rates of each round. The first round
// tries all of Embree's ways to cast, and the two fastest go on. Compiled and run by terrain_peers.py.
#include "bench/node/terrain_views.h"
#include "compute_node/terrain/tree/block_builder.h"
#include "tests/bench/peers/embree_terrain.h"
#include "tests/bench/peers/embree_views.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace farfield::node;
using namespace farfield::terrain;
using namespace peers;

constexpr double pixels_a_run = 1e6;
constexpr std::size_t modes_that_go_on = 2;
constexpr double alike = 3e-3;  // of the range: triangles are not bilinear

struct Rates {
    std::vector<double> cpu, wall;  ///< million rays a second, of one core and all; one a round

    void add(double rays, Seconds taken)
    {
        cpu.push_back(rays / taken.cpu / 1e6);
        wall.push_back(rays / taken.wall / 1e6);
    }
    [[nodiscard]] nlohmann::json json() const { return {{"cpu", cpu}, {"wall", wall}}; }
};

template <class Cast>
Seconds seconds_for(int frames, const Cast& cast)
{
    const Seconds begin = Seconds::now();
    for (int frame = 0; frame < frames; ++frame) cast();
    return Seconds::now().since(begin);
}

/// Parts of all pixels where one sees ground and the other none, and where their ranges are not alike.
nlohmann::json differences(const std::vector<float>& ours, const std::vector<float>& theirs)
{
    std::size_t hits = 0, ranges = 0;
    for (std::size_t k = 0; k < ours.size(); ++k) {
        if (std::isnan(ours[k]) != std::isnan(theirs[k])) ++hits;
        if (std::abs(ours[k] - theirs[k]) > alike * ours[k]) ++ranges;
    }
    const auto all = static_cast<double>(ours.size());
    return {{"hits", static_cast<double>(hits) / all}, {"ranges", static_cast<double>(ranges) / all}};
}

class View {
public:
    View(const HeightBlocks& ours, const EmbreeTerrain& theirs, const BenchCamera& camera, BenchSize size,
         int threads)
        : ours_{ours},
          theirs_{theirs},
          rays_{rays_of(ours, camera, size)},
          pixel_rays_{rays_},
          picture_{size},
          range_(picture_.range().size()),
          threads_{threads},
          frames_{std::max(1, static_cast<int>(pixels_a_run / static_cast<double>(range_.size())))}
    {}

    nlohmann::json measure(int rounds)
    {
        cast_ours(1);
        std::vector<std::pair<double, const CastMode*>> modes;
        for (const CastMode& mode : cast_modes) {
            cast_theirs(mode, 1);
            modes.emplace_back(cast_theirs(mode, frames_).cpu, &mode);
        }
        std::sort(modes.begin(), modes.end());
        Rates ours;
        std::map<std::string, Rates> theirs;
        const double rays = static_cast<double>(range_.size()) * frames_;
        for (int round = 0; round < rounds; ++round) {
            ours.add(rays, cast_ours(frames_));
            for (std::size_t m = 0; m < modes_that_go_on; ++m)
                theirs[modes[m].second->name].add(rays, cast_theirs(*modes[m].second, frames_));
        }
        nlohmann::json out{{"ours", ours.json()}, {"differ", differences(picture_.range(), range_)}};
        for (const auto& [name, rates] : theirs) out["embree"][name] = rates.json();
        return out;
    }

private:
    Seconds cast_ours(int frames)
    {
        return seconds_for(frames, [&] { cast_view(ours_, rays_, picture_.image(), threads_); });
    }
    Seconds cast_theirs(const CastMode& mode, int frames)
    {
        return seconds_for(frames,
                           [&] { cast_picture(theirs_.scene(), mode, pixel_rays_, threads_, range_); });
    }

    const HeightBlocks& ours_;
    const EmbreeTerrain& theirs_;
    ViewRays rays_;
    PixelRays pixel_rays_;
    BenchPicture picture_;
    std::vector<float> range_;
    int threads_;
    int frames_;
};

nlohmann::json build_json(Seconds seconds, double bytes, double posts)
{
    return {{"wall", seconds.wall}, {"cpu", seconds.cpu}, {"bytes_per_post", bytes / (posts * posts)}};
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc != 5) {
        std::cerr << "usage: terrain_embree POSTS BUILD_MODE ROUNDS THREADS\n";
        return 2;
    }
    const BenchHeights heights = bench_heights(std::atoll(argv[1]));
    const int rounds = std::atoi(argv[3]), threads = std::atoi(argv[4]);
    const auto posts = static_cast<double>(heights.posts);
    const auto source = source_of(heights);
    HeightBlocks ours = build_blocks(*source);
    ours = {};
    const Seconds ours_build = seconds_for(1, [&] { ours = build_blocks(*source); });
    const EmbreeTerrain theirs{heights, BuildMode{argv[2]}, threads};
    nlohmann::json out{{"ours", build_json(ours_build, static_cast<double>(ours.bytes()), posts)},
                       {"embree", build_json(theirs.build(), static_cast<double>(theirs.bytes()), posts)}};
    for (const BenchSize size : bench_sizes)
        for (const BenchCamera& camera : bench_cameras) {
            const std::string name =
                std::to_string(size.width) + "x" + std::to_string(size.height) + "." + camera.name;
            out["views"][name] = View{ours, theirs, camera, size, threads}.measure(rounds);
        }
    std::cout << out.dump() << "\n";
}
