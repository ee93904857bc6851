#include "model/programs/terrain_params.h"

#include "tests/catch.h"
#include "tests/model/refusal.h"

using namespace farfield::model;
using namespace farfield::model::test;
using Catch::Matchers::ContainsSubstring;

namespace {

template <class Params>
Params merged(const Json& json)
{
    Params params;
    (void)merge(params, json);
    return params;
}

}  // namespace

TEST_CASE("TerrainTilesParams: comes back from JSON as it was", "[terrain]")
{
    const TerrainTilesParams params{.tiles = {{0, 1, 2}, {3, 0, 0}}};
    CHECK(write(params).dump() == R"({"tiles":[[0,1,2],[3,0,0]]})");
    CHECK(read<TerrainTilesParams>(write(params)) == params);
    CHECK(read<TerrainTilesParams>(write(TerrainTilesParams{})) == TerrainTilesParams{});
}

TEST_CASE("TerrainTilesParams: what is wrong is named", "[terrain]")
{
    const auto refused = [](const char* text) {
        return refusal(merged<TerrainTilesParams>, Json::parse(text));
    };
    CHECK_THAT(refused(R"({"tiles": 3})"), ContainsSubstring("'tiles': expected an array, found 3"));
    CHECK_THAT(refused(R"({"tiles": [[0, 0, 0], [1, 2]]})"),
               ContainsSubstring("'tiles[1]': expected a tile"));
    CHECK_THAT(refused(R"({"tiles": [[0, -1, 0]]})"), ContainsSubstring("'tiles[0][1]'"));
    CHECK_THAT(refused(R"({"tiles": [[0, 0.5, 0]]})"), ContainsSubstring("'tiles[0][1]'"));
    CHECK_THAT(refused(R"({"tiles": [], "level": 1})"), ContainsSubstring("'level': unknown"));
    const TerrainTilesParams most{.tiles = std::vector<TileAddress>(max_listed_tiles)};
    CHECK(refusal(merged<TerrainTilesParams>, write(most)).empty());
    const TerrainTilesParams too_many{.tiles = std::vector<TileAddress>(max_listed_tiles + 1)};
    CHECK_THAT(refusal(merged<TerrainTilesParams>, write(too_many)), ContainsSubstring("max_listed_tiles"));
}

TEST_CASE("ViewshedParams: comes back from JSON as it was", "[terrain]")
{
    const ViewshedParams params{.observer = {1.0, -2.0, 1.75},
                                .target = 2.0,
                                .radius = 5000.0,
                                .sectors = {350.0, 10.0},
                                .curved = true,
                                .refraction = 0.25,
                                .max_side = 512};
    CHECK(read<ViewshedParams>(write(params)) == params);
}

TEST_CASE("ViewshedParams: what is wrong is named", "[terrain]")
{
    const auto refused = [](const char* text) { return refusal(merged<ViewshedParams>, Json::parse(text)); };
    CHECK_THAT(refused(R"({"observer": [1, 2]})"), ContainsSubstring("'observer'"));
    CHECK_THAT(
        refused(R"({"observer": [1, 2, -0.1]})"),
        ContainsSubstring("'observer[2]': expected a height above the ground of at least 0, found -0.1"));
    CHECK_THAT(refused(R"({"target": -1})"), ContainsSubstring("'target'"));
    CHECK_THAT(refused(R"({"radius": 0})"),
               ContainsSubstring("'radius': expected a number above 0, found 0"));
    CHECK_THAT(refused(R"({"sectors": [1]})"), ContainsSubstring("'sectors': expected two azimuths"));
    CHECK_THAT(refused(R"({"sectors": [10, 10]})"),
               ContainsSubstring("'sectors[1]': expected another azimuth than the first, found 10"));
    CHECK_THAT(refused(R"({"refraction": -1})"), ContainsSubstring("'refraction'"));
    CHECK_THAT(refused(R"({"max_side": 1})"), ContainsSubstring("'max_side'"));
    CHECK_THAT(refused(R"({"max_side": 16385})"), ContainsSubstring("16384"));
    CHECK_THAT(refused(R"({"step": 2})"), ContainsSubstring("'step': unknown"));
}

TEST_CASE("ViewshedParams: a program starts with an observer, and TerrainImageParams with a file",
          "[terrain]")
{
    CHECK(refusal([](const Json& json) { return read<ViewshedParams>(json); }, Json::object()) ==
          "parameter 'observer': expected an array of three numbers, found nothing");
    CHECK(refusal([](const Json& json) { return read<TerrainImageParams>(json); }, Json::object()) ==
          "parameter 'file': expected a string, found nothing");
}

TEST_CASE("TerrainImageParams: comes back from JSON as it was; what is wrong is named", "[terrain]")
{
    const TerrainImageParams params{.file = "alps/map.tif", .max_side = 512};
    CHECK(read<TerrainImageParams>(write(params)) == params);
    const auto refused = [](const char* text) {
        return refusal(merged<TerrainImageParams>, Json::parse(text));
    };
    CHECK_THAT(refused(R"({"file": 1})"), ContainsSubstring("'file'"));
    CHECK_THAT(refused(R"({"max_side": 1})"), ContainsSubstring("'max_side'"));
    CHECK_THAT(refused(R"({"size": 1})"), ContainsSubstring("'size': unknown"));
}
