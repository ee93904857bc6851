#include "net/terrain_params.h"

#include "net/limits.h"
#include "tests/catch.h"

using namespace farfield::net;
using Catch::Matchers::ContainsSubstring;

namespace {

/// The complaint of `read` about these parameters; empty where there is none.
template <class Read>
std::string refusal(const Read& read, const Json& json)
{
    try {
        (void)read(json);
    } catch (const RpcError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("terrain_tiles_params: comes back from JSON as it was", "[terrain]")
{
    const TerrainTilesParams params{.tiles = {{{0, 1, 2}, {3, 0, 0}}}};
    CHECK(to_json(params).dump() == R"({"tiles":[[0,1,2],[3,0,0]]})");
    CHECK(terrain_tiles_params(to_json(params)) == params);
    CHECK(terrain_tiles_params(to_json({.tiles = {{}}})) == TerrainTilesParams{.tiles = {{}}});
    CHECK(terrain_tiles_params(Json::object()) == TerrainTilesParams{});
}

TEST_CASE("terrain_tiles_params: what is wrong is named", "[terrain]")
{
    const auto refused = [](const char* text) { return refusal(terrain_tiles_params, Json::parse(text)); };
    CHECK_THAT(refused(R"({"tiles": 3})"), ContainsSubstring("'tiles': expected an array, found 3"));
    CHECK_THAT(refused(R"({"tiles": [[0, 0, 0], [1, 2]]})"),
               ContainsSubstring("'tiles[1]': expected a tile"));
    CHECK_THAT(refused(R"({"tiles": [[0, -1, 0]]})"), ContainsSubstring("'tiles[0][1]'"));
    CHECK_THAT(refused(R"({"tiles": [[0, 0.5, 0]]})"), ContainsSubstring("'tiles[0][1]'"));
    CHECK_THAT(refused(R"({"tiles": [], "level": 1})"), ContainsSubstring("'level': unknown"));
    const TerrainTilesParams most{.tiles = std::vector<TileAddress>(max_listed_tiles)};
    CHECK(refusal(terrain_tiles_params, to_json(most)).empty());
    const TerrainTilesParams too_many{.tiles = std::vector<TileAddress>(max_listed_tiles + 1)};
    CHECK_THAT(refusal(terrain_tiles_params, to_json(too_many)), ContainsSubstring("max_listed_tiles"));
}
