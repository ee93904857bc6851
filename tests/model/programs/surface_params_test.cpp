#include "model/programs/boundary.h"
#include "model/programs/isosurface.h"
#include "tests/catch.h"
#include "tests/model/refusal.h"

using namespace farfield::model;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string refused_isosurface(Json json)
{
    if (!json.contains("values")) json["values"] = {0.8};
    return farfield::model::test::refusal([](const Json& params) { return read<IsosurfaceParams>(params); },
                                          json);
}

std::string refused_boundary(const Json& surfaces)
{
    return farfield::model::test::refusal([](const Json& params) { return read<BoundaryParams>(params); },
                                          Json{{"surfaces", surfaces}});
}

}  // namespace

TEST_CASE("IsosurfaceParams: are read with their defaults, and written as they were read", "[programs]")
{
    const Json least{{"values", {0.8, 1.5}}};
    const auto params = read<IsosurfaceParams>(least);
    CHECK(params.values == std::vector{0.8, 1.5});
    CHECK(params.parts == 8);
    CHECK(params.coarse_first);
    CHECK_FALSE(params.level.fixed);
    CHECK(write(params) == least);
    const Json all{{"values", {1.0}},
                   {"scalar", "p"},
                   {"colour", "T"},
                   {"time", 2.0},
                   {"time_step", 0.5},
                   {"repeat", true},
                   {"region", {{"lo", {0.0, 0.0, 0.0}}, {"hi", {1.0, 2.0, 3.0}}}},
                   {"parts", 3},
                   {"max_bytes", 1000},
                   {"level", 2},
                   {"coarse_first", false}};
    CHECK(write(read<IsosurfaceParams>(all)) == all);
}

TEST_CASE("IsosurfaceParams: what cannot be is refused", "[programs]")
{
    CHECK_THAT(farfield::model::test::refusal(
                   [](const Json& params) { return read<IsosurfaceParams>(params); }, Json::object()),
               ContainsSubstring("'values'"));
    CHECK_THAT(refused_isosurface({{"values", Json::array()}}), ContainsSubstring("at least one value"));
    CHECK_THAT(refused_isosurface({{"values", std::vector<double>(17, 1.0)}}),
               ContainsSubstring("max_isovalues"));
    CHECK_THAT(refused_isosurface({{"level", 9}}), ContainsSubstring("'level'"));
    CHECK_THAT(refused_isosurface({{"level", "fine"}}), ContainsSubstring("'level'"));
    CHECK_THAT(refused_isosurface({{"parts", 65}}), ContainsSubstring("'parts'"));
    CHECK_THAT(refused_isosurface({{"max_bytes", 0}}), ContainsSubstring("'max_bytes'"));
    CHECK_THAT(refused_isosurface({{"region", {{"lo", {0, 0, 0}}, {"hi", {-1, 0, 1}}}}}),
               ContainsSubstring("'region.hi[0]': expected at least"));
}

TEST_CASE("BoundaryParams: each kind is written as it was read", "[programs]")
{
    CHECK_FALSE(read<BoundaryParams>(Json::object()).surfaces.listed);
    CHECK_FALSE(read<BoundaryParams>(Json{{"surfaces", "suggested"}}).surfaces.listed);
    const Json all{
        {"surfaces",
         {{{"kind", "plane"}, {"axis", "j"}, {"index", -1}, {"block", 2}, {"range", {{0, 5}, {3, 4}}}},
          {{"kind", "faces"}, {"block", 1}},
          {{"kind", "no-slip"}},
          {{"kind", "walls"}, {"of", "invalid"}},
          {{"kind", "outer"}},
          {{"kind", "land"}}}}};
    const auto params = read<BoundaryParams>(all);
    const auto& plane = std::get<BoundaryPlane>(params.surfaces.listed->front().surface);
    CHECK(plane.index.value == -1);
    CHECK(plane.axis == GridAxis::J);
    CHECK(write(params) == all);
}

TEST_CASE("BoundaryParams: what cannot be is refused", "[programs]")
{
    CHECK_THAT(refused_boundary(Json::array()), ContainsSubstring("at least one surface"));
    CHECK_THAT(refused_boundary("all"), ContainsSubstring("'surfaces'"));
    CHECK_THAT(refused_boundary({{{"kind", "roof"}}}), ContainsSubstring("'surfaces[0].kind'"));
    CHECK_THAT(refused_boundary({{{"kind", "outer"}, {"block", 1}}}),
               ContainsSubstring("'surfaces[0].block': unknown"));
    CHECK_THAT(refused_boundary({{{"kind", "plane"}, {"axis", "k"}, {"index", 1.5}}}),
               ContainsSubstring("'surfaces[0].index': expected an integer"));
    CHECK_THAT(
        refused_boundary({{{"kind", "plane"}, {"axis", "k"}, {"index", 1}, {"range", {{4, 4}, {0, 1}}}}}),
        ContainsSubstring("'surfaces[0].range[0]': expected two integers that ascend"));
    CHECK_THAT(refused_boundary(Json(33, {{"kind", "outer"}})), ContainsSubstring("max_boundary_surfaces"));
}
