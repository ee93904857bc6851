#include "compute_node/node/programs/planes/glyphs.h"

#include "tests/compute_node/node/programs/planes/cuts.h"

#include <cmath>
#include <numbers>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
using namespace farfield::node::cuts;
using namespace farfield::compute::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

double height(glm::dvec3 p)
{
    return p.z;
}

Cut arrows(const std::shared_ptr<const OpenDataset>& dataset, const net::Json& params)
{
    GlyphProgram program{dataset, start_of(params), 1};
    return *next_cut(program);
}

const net::Json middle{{"axis", "z"}, {"position", 0.5}};

}  // namespace

TEST_CASE("GlyphProgram: values are the vector and a scalar at their places", "[slices][glyphs]")
{
    for (const auto form : {GridForm::Uniform, GridForm::Curvilinear, GridForm::Unstructured}) {
        const auto dataset = opened_data(data_on(form, 9, rotation, height));
        const Cut glyphs = arrows(dataset, on(middle, {{"scalar", "s"}}));
        CHECK(glyphs.preamble.components == 4);
        CHECK(glyphs.preamble.width == 24);
        for (const auto& [column, row] : {std::pair{3U, 4U}, {12U, 20U}, {22U, 1U}}) {
            const glm::dvec3 p = glyphs.place(column, row);
            CHECK(glyphs.at(column, row, 0) == Approx(-p.y).margin(1e-4));
            CHECK(glyphs.at(column, row, 1) == Approx(p.x).margin(1e-4));
            CHECK(glyphs.at(column, row, 2) == Approx(0.0).margin(1e-4));
            CHECK(glyphs.at(column, row, 3) == Approx(0.5).margin(1e-4));
        }
    }
}

TEST_CASE("GlyphProgram: another vector is taken by its name, with its magnitude as the scalar",
          "[slices][glyphs]")
{
    GridData data = data_on(GridForm::Uniform, 5, rotation, height);
    NodeValues force{"force", 3, {}, "N"};
    for (std::size_t n = 0; n < 125; ++n)
        force.values.own().insert(force.values.own().end(), {0.0F, 3.0F, 4.0F});
    data.arrays.push_back(force);
    const auto dataset = opened_data(std::move(data));
    GlyphProgram program{dataset, start_of(on(middle, {{"vector", "force"}, {"size", {2, 2}}})), 1};
    const Cut glyphs = *next_cut(program);
    for (const auto& [component, expected] : {std::pair{0U, 0.0F}, {1U, 3.0F}, {2U, 4.0F}, {3U, 5.0F}})
        CHECK(glyphs.at(1, 1, component) == expected);
    program.update({{"scalar", "s"}});
    CHECK(next_cut(program)->at(0, 0, 3) == 0.5F);
    CHECK_THROWS_WITH(program.update({{"vector", "s"}}), ContainsSubstring("has no vector array 's'"));
}

TEST_CASE("GlyphProgram: there is no arrow outside of the domain", "[slices][glyphs]")
{
    const Cut glyphs =
        arrows(opened_data(data_on(GridForm::Uniform, 5, rotation, height)),
               on({{"origin", {0.0, 0.0, 0.0}}, {"edge_u", {4.0, 0.0, 0.0}}, {"edge_v", {0.0, 1.0, 0.0}}},
                  {{"size", {2, 1}}}));
    CHECK(glyphs.at(0, 0, 1) == Approx(1.0));
    for (std::uint32_t component = 0; component < 4; ++component)
        CHECK(std::isnan(glyphs.at(1, 0, component)));
}

TEST_CASE("GlyphProgram: over the Earth arrows lie along the tracks of particles", "[slices][glyphs]")
{
    GridData data;
    data.dims = {{3, 3, 1}};
    data.geometry = RectilinearGeometry{{{{0, 1, 2}, {59, 60, 61}, {0}}}};
    data.geographic = true;
    data.arrays = {{"velocity", 3, {}, "m/s"}};
    for (int n = 0; n < 9; ++n)
        data.arrays[0].values.own().insert(data.arrays[0].values.own().end(), {10.0F, 10.0F, 0.0F});
    const Cut glyphs =
        arrows(opened_data(std::move(data)), on({{"axis", "z"}, {"position", 0.0}}, {{"size", {3, 3}}}));
    const double metres_of_degree = 6'371'000.0 * std::numbers::pi / 180.0;
    CHECK(glyphs.place(1, 1).y == Approx(60.0));
    CHECK(glyphs.at(1, 1, 0) == Approx(10.0 / metres_of_degree / 0.5));  // cos 60 degrees
    CHECK(glyphs.at(1, 1, 1) == Approx(10.0 / metres_of_degree));
}

TEST_CASE("GlyphProgram: without a velocity it is refused in words", "[slices][glyphs]")
{
    GridData data = data_on(GridForm::Uniform, 3, rotation, height);
    data.arrays.erase(data.arrays.begin());
    CHECK_THROWS_WITH(arrows(opened_data(std::move(data)), on(middle)),
                      ContainsSubstring("has no velocity; it has the scalar 's': start isosurface or slice"));
}
