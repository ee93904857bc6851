// Views that others help with: helpers that are made up here cast when they are asked what they have.
#include "compute_node/terrain/posed_view.h"
#include "compute_node/terrain/rays/view_distribution.h"
#include "tests/catch.h"
#include "tests/compute_node/terrain/made_terrain.h"

#include <cstring>
#include <deque>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;

namespace {

/// One helper that has at most two parts, and gives them back in the other order.
class HelpHere final : public ViewHelp {
public:
    HelpHere(const HeightBlocks& terrain, const ViewRays& rays, bool big_endian)
        : terrain_{terrain}, rays_{rays}, big_endian_{big_endian}
    {}
    [[nodiscard]] std::optional<Helper> free_helper() const override
    {
        return parts_.size() < 2 ? std::optional{Helper{1, 2}} : std::nullopt;
    }
    [[nodiscard]] int threads() const override { return 2; }
    void give(int /*helper*/, const TileRange& tiles) override { parts_.push_front(tiles); }
    [[nodiscard]] std::vector<CastTiles> take(bool /*wait*/) override
    {
        std::vector<CastTiles> cast;
        for (const TileRange& tiles : parts_) {
            std::vector<std::byte> bytes(static_cast<std::size_t>(tiles.count) * apart_floats *
                                         sizeof(float));
            const std::span values{reinterpret_cast<float*>(bytes.data()), bytes.size() / sizeof(float)};
            cast_apart(terrain_, rays_, tiles, big_endian_, values, 1, nullptr);
            cast.push_back({tiles, std::move(bytes)});
        }
        parts_.clear();
        return cast;
    }

private:
    const HeightBlocks& terrain_;
    const ViewRays& rays_;
    bool big_endian_;
    std::deque<TileRange> parts_;
};

struct HelpersHere final : ViewHelpers {
    explicit HelpersHere(const HeightBlocks& blocks) : terrain{blocks} {}
    [[nodiscard]] std::unique_ptr<ViewHelp> begin(const ViewRays& rays, bool big_endian,
                                                  int /*threads*/) override
    {
        return std::make_unique<HelpHere>(terrain, rays, big_endian);
    }
    const HeightBlocks& terrain;
};

struct DistributedPicture {
    explicit DistributedPicture(const ViewRays& rays)
        : range(static_cast<std::size_t>(rays.width) * static_cast<std::size_t>(rays.height), -1.0F),
          elevation(range)
    {}
    ViewImage image() { return {range, elevation, true}; }
    std::vector<float> range, elevation;
};

bool same_bits(const std::vector<float>& a, const std::vector<float>& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

}  // namespace

TEST_CASE("cast_view_with: pictures of any size are those of one process, bit by bit", "[terrain]")
{
    const Terrain terrain = load_terrain({"fractal:101"});
    HelpersHere others{terrain.blocks};
    const model::Pose pose{.eye = model::point_of(terrain.place_of({50, 99, terrain.blocks.highest + 50.0})),
                           .pitch = -8};
    for (const ViewSize size : {ViewSize{200, 129}, {32, 32}, {1, 1}, {33, 400}}) {
        const ViewRays rays = view_rays(terrain, pose, size);
        DistributedPicture one{rays}, all{rays};
        cast_view(terrain.blocks, rays, one.image(), 1);
        cast_view_with(others, terrain.blocks, rays, all.image(), 1, nullptr);
        CHECK(same_bits(one.range, all.range));
        CHECK(same_bits(one.elevation, all.elevation));
    }
}

TEST_CASE("cast_view_with: casts nothing once it is cancelled", "[terrain]")
{
    const Terrain terrain = load_terrain({"fractal:101"});
    HelpersHere others{terrain.blocks};
    const ViewRays rays =
        view_rays(terrain, {.eye = model::point_of(terrain.place_of({50, 99, 9000}))}, {100, 100});
    DistributedPicture picture{rays};
    const std::atomic<bool> cancelled{true};
    cast_view_with(others, terrain.blocks, rays, picture.image(), 1, &cancelled);
    CHECK(same_bits(picture.range, DistributedPicture{rays}.range));
}
