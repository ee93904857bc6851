#include "model/data/terrain_info.h"

#include "tests/catch.h"

using namespace farfield::model;
using Catch::Matchers::ContainsSubstring;

namespace {

TerrainDescription some_terrain()
{
    TerrainDescription terrain;
    terrain.terrain = "hills.tif";
    terrain.format = "GTiff";
    terrain.posts = {327, 468};
    terrain.post_metres = {30.0, 31.0};
    terrain.heights = {-3.5, 2543.0};
    terrain.holes = 12;
    terrain.bounds = {{-4890.0, -7005.0}, {4890.0, 7005.0}};
    terrain.crs = "WGS 84";
    terrain.crs_wkt = "GEOGCS[]";
    terrain.geographic = true;
    terrain.origin = {8.5, 46.25};
    terrain.metres_per_unit = {77000.0, 111000.0};
    terrain.crs_unit = 0.9;
    terrain.longitude_latitude = {8.4, 46.2};
    terrain.suggested_pose = {{{0.0, -9000.0, 4000.0}, 10.0, -20.0, 0.0, 55.0}};
    terrain.remarks = {"feet taken for metres"};
    return terrain;
}

}  // namespace

TEST_CASE("TerrainDescription: comes back from JSON as it was", "[terrain]")
{
    const TerrainDescription terrain = some_terrain();
    CHECK(read_answer<TerrainDescription>(write(terrain)) == terrain);
    CHECK(write(terrain).size() == 16);
}

TEST_CASE("TerrainDescription: a node that does not tell the unit counts in metres or degrees", "[terrain]")
{
    Json json = write(some_terrain());
    json.erase("crs_unit");
    CHECK(read_answer<TerrainDescription>(json).crs_unit == 1.0);
}

TEST_CASE("TerrainDescription: what no terrain can have is refused by name", "[terrain]")
{
    const auto refusal = [](const char* member, const Json& value) -> std::string {
        Json json = write(some_terrain());
        json[member] = value;
        try {
            (void)read_answer<TerrainDescription>(json);
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "";
    };
    CHECK_THAT(refusal("posts", {1, 2}), ContainsSubstring("posts"));
    CHECK_THAT(refusal("post_metres", {30.0, 0.0}), ContainsSubstring("post_metres"));
    CHECK_THAT(refusal("heights", {3.0, 2.0}), ContainsSubstring("heights"));
    CHECK_THAT(refusal("metres_per_unit", {-1.0, 1.0}), ContainsSubstring("metres_per_unit"));
    CHECK_THAT(refusal("origin", "here"), ContainsSubstring("origin"));
    CHECK_THAT(refusal("crs_unit", 0.0), ContainsSubstring("crs_unit"));
}

TEST_CASE("TerrainList: what a node may say more than a viewer knows is passed over", "[terrain]")
{
    const auto entries =
        read_answer<TerrainList>(
            {{"terrains", {{{"name", "a.tif"}, {"kind", "file"}, {"colour", "red"}}}}, {"more", 1}})
            .terrains;
    REQUIRE(entries.size() == 1);
    CHECK(entries[0].name == "a.tif");
    CHECK(entries[0].kind == "file");
}
