#include "app/show/ground/tile_store.h"

#include "net/message/byte_order.h"
#include "tests/catch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

using namespace farfield;
using TileKey = model::TileAddress;
using app::TileStore;

namespace {

constexpr double store_metres = 10.0;  // between posts

/// 301 x 201 posts; rows to the south.
model::TerrainDescription terrain_of_store()
{
    model::TerrainDescription described;
    described.posts = {301, 201};
    described.post_metres = {store_metres, store_metres};
    described.heights = {0.0, 500.0};
    described.bounds = {{-1500.0, -1000.0}, {1500.0, 1000.0}};
    return described;
}

/// The message of a node for a tile of ground whose height at a place is `height`.
template <typename Height>
std::vector<std::byte> tile(const TileKey& key, const Height& height)
{
    const auto axis = [&](std::uint32_t tile_index, std::uint32_t posts, double first, double sign) {
        const std::uint32_t from = tile_index * (64U << key.level);
        const std::uint32_t to = std::min(from + (64U << key.level), posts - 1);
        const std::uint32_t step = 1U << key.level;
        return std::pair(model::TileAxis{.first = first + sign * store_metres * from,
                                         .last = first + sign * store_metres * to,
                                         .step = sign * store_metres * step},
                         (to - from + step - 1) / step + 1);
    };
    model::TerrainTilePreamble preamble;
    std::tie(preamble.x, preamble.width) = axis(key.column, 301, -1500.0, 1.0);
    std::tie(preamble.y, preamble.height) = axis(key.row, 201, 1000.0, -1.0);
    preamble.level = key.level;
    preamble.column = key.column;
    preamble.row = key.row;
    std::vector<std::byte> payload(
        model::tile_payload_bytes(model::TileKind::Heights, preamble.width, preamble.height));
    model::encode_preamble(preamble, std::span<std::byte, model::tile_preamble_bytes>(
                                         payload.data(), model::tile_preamble_bytes));
    std::byte* to = payload.data() + model::tile_preamble_bytes;
    for (std::uint32_t row = 0; row < preamble.height; ++row)
        for (std::uint32_t column = 0; column < preamble.width; ++column, to += 4)
            net::store_big(to, static_cast<float>(height(preamble.x.at(column, preamble.width),
                                                         preamble.y.at(row, preamble.height))));
    return payload;
}

double plane(double x, double y)
{
    return 100.0 + 0.05 * x - 0.02 * y;
}

/// Fetches whatever is missing until nothing is.
TileStore::Choice complete(TileStore& store, glm::dvec3 eye)
{
    for (int i = 0; i < 50; ++i) {
        auto choice = store.choose(eye, 1.0);
        if (choice.missing.empty()) return choice;
        for (const TileKey& key : choice.missing) REQUIRE(store.put(tile(key, plane)));
    }
    FAIL("tiles are missing for ever");
    return {};
}

/// Square metres that the shapes cover.
double area_of(const std::vector<render::GroundTile>& tiles)
{
    double area = 0.0;
    for (const auto& tile : tiles) {
        const auto& first = tile.shape->vertices.front().place;
        const auto& last = tile.shape->vertices.back().place;
        area += std::abs(double{last.x - first.x}) * std::abs(double{last.y - first.y});
    }
    return area;
}

}  // namespace

TEST_CASE("TileStore: asks first for the one tile that covers all", "[tiles]")
{
    TileStore store(terrain_of_store());
    CHECK(store.top_level() == 3);
    const auto choice = store.choose({0, 0, 100}, 1.0);
    CHECK(choice.drawn.empty());
    CHECK(choice.missing == std::vector<TileKey>{{3, 0, 0}});
}

TEST_CASE("TileStore: what is drawn covers the terrain once, however many tiles are here", "[tiles]")
{
    TileStore store(terrain_of_store());
    REQUIRE(store.put(tile({3, 0, 0}, plane)));
    for (int i = 0; i < 12; ++i) {
        const auto choice = store.choose({-1400, 900, 120}, 1.0);
        CHECK(area_of(choice.drawn) == Approx(3000.0 * 2000.0));
        if (choice.missing.empty()) break;
        REQUIRE(store.put(tile(choice.missing.front(), plane)));
    }
}

TEST_CASE("TileStore: near ground is fine and far ground coarse", "[tiles]")
{
    TileStore store(terrain_of_store());
    const auto near = complete(store, {-1400, 900, 120});
    CHECK(near.drawn.size() > 4);
    CHECK(near.drawn.size() < 20);
    const auto far = store.choose({0, 0, 50'000}, 1.0);
    CHECK(far.drawn.size() == 1);
    CHECK(far.missing.empty());
}

TEST_CASE("TileStore: heights between posts lie on the ground that was sent", "[tiles]")
{
    TileStore store(terrain_of_store());
    CHECK_FALSE(store.height_at({0, 0}));
    complete(store, {0, 0, 120});
    for (const glm::dvec2 place :
         {glm::dvec2(0, 0), {-1500, 1000}, {1500, -1000}, {1499, 999}, {7.3, -222.9}})
        CHECK(store.height_at(place).value() == Approx(plane(place.x, place.y)).epsilon(1e-4));
    CHECK_FALSE(store.height_at({1501, 0}));
    CHECK_FALSE(store.height_at({0, -1000.5}));
}

TEST_CASE("TileStore: tile_at names the tile in which a place lies, at the far edges the last", "[tiles]")
{
    TileStore store(terrain_of_store());
    REQUIRE(store.put(tile({3, 0, 0}, plane)));
    CHECK(store.tile_at({-1500, 1000}, 0) == TileKey{0, 0, 0});
    CHECK(store.tile_at({-1500 + 64 * store_metres + 1, 1000 - 64 * store_metres - 1}, 0) ==
          TileKey{0, 1, 1});
    CHECK(store.tile_at({1500, -1000}, 0) == TileKey{0, 4, 3});
    CHECK(store.tile_at({1500, -1000}, 2) == TileKey{2, 1, 0});
    CHECK_FALSE(store.tile_at({1501, 0}, 0));
    CHECK_FALSE(store.tile_at({0, -1001}, 0));
}

TEST_CASE("TileStore: a hole has no height", "[tiles]")
{
    TileStore store(terrain_of_store());
    REQUIRE(store.put(tile({3, 0, 0}, [](double x, double) {
        return x > 0.0 ? std::numeric_limits<double>::quiet_NaN() : 5.0;
    })));
    CHECK(store.height_at({-700, 0}).value() == Approx(5.0));
    CHECK_FALSE(store.height_at({700, 0}));
}

TEST_CASE("TileStore: tiles that the terrain does not have are not taken", "[tiles]")
{
    TileStore store(terrain_of_store());
    auto payload = tile({1, 0, 0}, plane);
    net::store_big(payload.data() + 40, std::uint32_t{9});  // a column that there is not
    CHECK_FALSE(store.put(payload));
    payload = tile({1, 0, 0}, plane);
    net::store_big(payload.data() + 36, std::uint32_t{7});  // a level
    CHECK_FALSE(store.put(payload));
    payload = tile({1, 0, 0}, plane);
    payload.pop_back();
    CHECK_FALSE(store.put(payload));
    CHECK_FALSE(store.put({}));
    CHECK(store.size() == 0);
}

TEST_CASE("TileStore: an id is given to one shape only, also by the next store", "[tiles]")
{
    std::set<std::uint64_t> ids;
    for (int i = 0; i < 3; ++i) {
        TileStore store(terrain_of_store());
        for (int again = 0; again < 2; ++again) {
            REQUIRE(store.put(tile({3, 0, 0}, plane)));
            ids.insert(store.choose({0, 0, 50'000}, 1.0).drawn.at(0).id);
        }
    }
    CHECK(ids.size() == 6);
}
