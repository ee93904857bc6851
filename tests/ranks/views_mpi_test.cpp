#include "compute_node/terrain/posed_view.h"
#include "compute_node/terrain/rays/view_distribution.h"
#include "tests/catch.h"
#include "tests/ranks/rank_jobs.h"
#include "tests/temporary_folder.h"

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

struct Picture {
    explicit Picture(const ViewRays& rays)
        : range(static_cast<std::size_t>(rays.width) * static_cast<std::size_t>(rays.height), -1.0F),
          elevation(range)
    {}
    ViewImage image() { return {range, elevation, true}; }
    std::vector<float> range, elevation;
};

ViewRays over_the_middle(const Terrain& terrain, double heading, const ViewSize& size)
{
    const model::Pose pose{
        .eye = model::point_of(terrain.place_of({120.3, 130.7, terrain.blocks.highest + 100.0})),
        .heading = heading,
        .pitch = -12};
    return view_rays(terrain, pose, size);
}

bool is_same_picture(const Picture& one, const Picture& all)
{
    return same_bits(one.range, all.range) && same_bits(one.elevation, all.elevation);
}

/// Of a terrain that all have, against what one process sees of its own.
void check_views(const Terrain& own, const Terrain& shared, ViewHelpers& others)
{
    for (const ViewSize size : {ViewSize{400, 300}, {33, 65}, {1, 1}})
        for (const double heading : {0.0, 133.0})
            for (const double detail : {0.0, 1.0})
                for (const int threads : {1, 2}) {
                    ViewRays rays = over_the_middle(own, heading, size);
                    rays.detail_pixels = detail;
                    rays.curvature = earth_curvature(0.13);
                    Picture one{rays}, all{rays};
                    cast_view(own.blocks, rays, one.image(), 1);
                    cast_view_with(others, shared.blocks, rays, all.image(), threads, nullptr);
                    CHECK(is_same_picture(one, all));
                }
}

/// Interrupts a view as soon as tiles come from others.
class Interrupting final : public ViewHelpers {
public:
    Interrupting(ViewHelpers& others, std::atomic<bool>& cancelled) : others_{others}, cancelled_{cancelled}
    {}
    [[nodiscard]] std::unique_ptr<ViewHelp> begin(const ViewRays& rays, bool big_endian, int threads) override
    {
        return std::make_unique<Help>(others_.begin(rays, big_endian, threads), cancelled_);
    }

private:
    class Help final : public ViewHelp {
    public:
        Help(std::unique_ptr<ViewHelp> help, std::atomic<bool>& cancelled)
            : help_{std::move(help)}, cancelled_{cancelled}
        {}
        [[nodiscard]] std::optional<Helper> free_helper() const override { return help_->free_helper(); }
        [[nodiscard]] int threads() const override { return help_->threads(); }
        void give(int helper, const TileRange& tiles) override { help_->give(helper, tiles); }
        [[nodiscard]] std::vector<CastTiles> take(bool wait) override
        {
            std::vector<CastTiles> cast = help_->take(wait);
            if (!cast.empty()) cancelled_ = true;
            return cast;
        }

    private:
        std::unique_ptr<ViewHelp> help_;
        std::atomic<bool>& cancelled_;
    };

    ViewHelpers& others_;
    std::atomic<bool>& cancelled_;
};

}  // namespace

TEST_CASE("cast_view_with: any number of ranks gives the same bits", "[ranks]")
{
    const Terrain own = load_terrain({"fractal:256"});
    Terrain shared = load_terrain({"fractal:256"});
    const auto others = ranks().share(shared);
    CHECK(shared.blocks.voids == own.blocks.voids);
    CHECK(shared.blocks.highest == own.blocks.highest);
    check_views(own, shared, *others);
}

TEST_CASE("cast_view_with: ranks that map a terrain from a file see the same", "[ranks]")
{
    const TemporaryFolder folder;
    const Terrain own = load_terrain({"fractal:256"});
    Terrain mapped = load_terrain({"fractal:256"}, {}, {}, {.folder = folder.path(), .always = true});
    const auto others = ranks().share(mapped);
    CHECK(mapped.info.notes == own.info.notes);
    check_views(own, mapped, *others);
}

TEST_CASE("Ranks::share: a terrain with a file that the others cannot map is cast here alone, and says so",
          "[ranks]")
{
    const TemporaryFolder folder;
    const Terrain own = load_terrain({"fractal:64"});
    Terrain mapped = load_terrain({"fractal:64"}, {}, {}, {.folder = folder.path(), .always = true});
    std::filesystem::remove(mapped.file->file);
    const auto others = ranks().share(mapped);
    REQUIRE(mapped.info.notes.size() == own.info.notes.size() + static_cast<std::size_t>(ranks().size() - 1));
    CHECK(mapped.info.notes.back().find("casts no views of it: its cache '" + mapped.file->file.string()) !=
          std::string::npos);
    const ViewRays rays =
        view_rays(own, {.eye = model::point_of(own.place_of({30, 31, 9000})), .pitch = -60}, {100, 80});
    Picture one{rays}, all{rays};
    cast_view(own.blocks, rays, one.image(), 1);
    cast_view_with(*others, mapped.blocks, rays, all.image(), 1, nullptr);
    CHECK(is_same_picture(one, all));
}

TEST_CASE("cast_view_with: an interrupt ends it on all ranks, and the next view is whole", "[ranks]")
{
    const Terrain own = load_terrain({"fractal:256"});
    Terrain shared = load_terrain({"fractal:256"});
    const auto others = ranks().share(shared);
    const ViewRays large = over_the_middle(own, 20.0, {3000, 3000}),
                   small = over_the_middle(own, 20.0, {90, 70});
    Picture never{large}, one{small}, all{small};
    std::atomic<bool> cancelled{false};
    Interrupting interrupting{*others, cancelled};
    cast_view_with(interrupting, shared.blocks, large, never.image(), 1, &cancelled);
    CHECK(cancelled);
    CHECK(never.range.back() == -1.0F);
    cast_view(own.blocks, small, one.image(), 1);
    cast_view_with(*others, shared.blocks, small, all.image(), 1, nullptr);
    CHECK(is_same_picture(one, all));
}

TEST_CASE("cast_view_with: several views at once share the ranks, each with its own bits", "[ranks]")
{
    const Terrain own = load_terrain({"fractal:256"});
    Terrain shared = load_terrain({"fractal:256"});
    const auto others = ranks().share(shared);
    const ViewRays rays = over_the_middle(own, 77.0, {300, 200});
    Picture one{rays};
    cast_view(own.blocks, rays, one.image(), 1);
    std::vector<Picture> each(3, Picture{rays});
    std::vector<std::thread> threads;
    threads.reserve(each.size());
    for (Picture& picture : each)
        threads.emplace_back(
            [&] { cast_view_with(*others, shared.blocks, rays, picture.image(), 1, nullptr); });
    for (std::thread& thread : threads) thread.join();
    for (const Picture& picture : each) CHECK(is_same_picture(one, picture));
}

TEST_CASE("Ranks::share: a terrain goes, and another comes", "[ranks]")
{
    for (const char* name : {"fractal:256", "fractal:100", "fractal:256:7"}) {
        const Terrain own = load_terrain({name});
        Terrain shared = load_terrain({name});
        const auto others = ranks().share(shared);
        const ViewRays rays =
            view_rays(own, {.eye = model::point_of(own.place_of({50, 60, 8000})), .pitch = -50}, {100, 80});
        Picture one{rays}, all{rays};
        cast_view(own.blocks, rays, one.image(), 1);
        cast_view_with(*others, shared.blocks, rays, all.image(), 1, nullptr);
        CHECK(is_same_picture(one, all));
    }
}
