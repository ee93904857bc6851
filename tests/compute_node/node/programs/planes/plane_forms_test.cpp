// Planes of the program `slice` that are not across an axis, several at once, and what is left out of them.
#include "tests/compute_node/node/programs/planes/cuts.h"

#include <cmath>
#include <cstring>
#include <numbers>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
using namespace farfield::node::cuts;
using namespace farfield::compute::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

double linear(glm::dvec3 p)
{
    return p.x + 2.0 * p.y - p.z;
}

/// [-2, 2]^3 with the scalar "s" = linear().
std::shared_ptr<const OpenDataset> linear_data(GridForm form, int n = 9)
{
    return opened_data(data_on(form, n, rotation, linear));
}

/// Values that are off linear() at their places.
std::size_t wrong_in(const Cut& slice)
{
    std::size_t wrong = 0;
    for (std::uint32_t row = 0; row < slice.preamble.height; ++row)
        for (std::uint32_t column = 0; column < slice.preamble.width; ++column) {
            const float value = slice.at(column, row);
            wrong += !std::isnan(value) && std::abs(value - linear(slice.place(column, row))) > 1e-4 ? 1 : 0;
        }
    return wrong;
}

std::size_t valid_in(const Cut& slice)
{
    std::size_t valid = 0;
    for (const float value : slice.values) valid += std::isnan(value) ? 0 : 1;
    return valid;
}

}  // namespace

TEST_CASE("SliceProgram: a parallelogram has exactly its size and edges", "[slices]")
{
    const net::Json plane{
        {"origin", {-1.0, -1.0, -1.0}}, {"edge_u", {2.0, 0.0, 1.0}}, {"edge_v", {0.0, 2.0, 0.5}}};
    for (const auto form : {GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear}) {
        const Cut slice = cut(linear_data(form), of_scalar(on(plane, {{"size", {7, 5}}})));
        CHECK(slice.preamble.width == 7);
        CHECK(slice.preamble.height == 5);
        CHECK(slice.preamble.edge_u == model::Point{2.0, 0.0, 1.0});
        CHECK(valid_in(slice) == 35);
        CHECK(wrong_in(slice) == 0);
    }
    const net::Json line{{"origin", {0, 0, 0}}, {"edge_u", {1, 0, 0}}, {"edge_v", {2, 0, 0}}};
    CHECK_THROWS_WITH(cut(linear_data(GridForm::Uniform), on(line)),
                      ContainsSubstring("span a parallelogram"));
}

TEST_CASE("SliceProgram: across a normal the rectangle bounds what the plane cuts from the box", "[slices]")
{
    // x + y = 0: a rectangle of 4 sqrt 2 by 4 units, with z along edge_v.
    const net::Json plane{{"origin", {1.0, -1.0, 0.5}}, {"normal", {3.0, 3.0, 0.0}}};
    const Cut slice = cut(linear_data(GridForm::Uniform), of_scalar(on(plane, {{"size", {64, 64}}})));
    const double wide = 4.0 * std::numbers::sqrt2, pixel = wide / 64.0;
    CHECK(slice.preamble.width == 64);
    CHECK(slice.preamble.height == static_cast<std::uint32_t>(std::ceil(4.0 / pixel)));
    CHECK(glm::length(model::vec_of(slice.preamble.edge_u)) == Approx(wide));
    CHECK(glm::normalize(model::vec_of(slice.preamble.edge_v)).z == Approx(1.0));
    const glm::dvec3 u = model::vec_of(slice.preamble.edge_u), v = model::vec_of(slice.preamble.edge_v);
    CHECK(glm::dot(glm::cross(u, v), glm::dvec3{1.0, 1.0, 0.0}) >
          0.0);  // u = v x n, seen from where n points
    CHECK(wrong_in(slice) == 0);
    CHECK(valid_in(slice) > 60 * slice.preamble.height);
}

TEST_CASE("SliceProgram: up turns edge_v; along the normal it is refused", "[slices]")
{
    net::Json plane{{"origin", {0.0, 0.0, 0.0}}, {"normal", {0.0, 0.0, 2.0}}, {"up", {1.0, 0.0, 5.0}}};
    const Cut turned = cut(linear_data(GridForm::Uniform), of_scalar(on(plane, {{"size", {8, 8}}})));
    CHECK(glm::normalize(model::vec_of(turned.preamble.edge_v)) == glm::dvec3{1.0, 0.0, 0.0});
    plane.erase("up");  // along z: y is up
    const Cut upright = cut(linear_data(GridForm::Uniform), of_scalar(on(plane, {{"size", {8, 8}}})));
    CHECK(glm::normalize(model::vec_of(upright.preamble.edge_v)) == glm::dvec3{0.0, 1.0, 0.0});
    CHECK(wrong_in(turned) + wrong_in(upright) == 0);
    plane["up"] = {0.0, 0.0, 1.0};
    CHECK_THROWS_WITH(cut(linear_data(GridForm::Uniform), on(plane)), ContainsSubstring("'planes[0].up'"));
}

TEST_CASE("SliceProgram: a plane that misses the box, or has no normal, is refused with the box", "[slices]")
{
    const auto dataset = linear_data(GridForm::Uniform);
    CHECK_THROWS_WITH(
        cut(dataset, on({{"origin", {9.0, 0.0, 0.0}}, {"normal", {1.0, 0.0, 0.0}}})),
        ContainsSubstring("'planes[0]': expected a plane through the box (-2, -2, -2) to (2, 2, 2)"));
    CHECK_THROWS_WITH(cut(dataset, on({{"origin", {0.0, 0.0, 0.0}}, {"normal", {0.0, 0.0, 0.0}}})),
                      ContainsSubstring("'planes[0].normal': expected a vector with a length"));
}

TEST_CASE("SliceProgram: a region bounds the rectangle, and what is shown of a parallelogram", "[slices]")
{
    const net::Json region{{"lo", {-1.0, -9.0, -9.0}}, {"hi", {1.0, 0.0, 9.0}}};
    const Cut axis =
        cut(linear_data(GridForm::Uniform),
            of_scalar(on({{"axis", "z"}, {"position", 0.0}}, {{"size", {10, 10}}, {"region", region}})));
    CHECK(axis.preamble.origin == model::Point{-1.0, -2.0, 0.0});
    CHECK(axis.preamble.edge_u == model::Point{2.0, 0.0, 0.0});
    CHECK(axis.preamble.edge_v == model::Point{0.0, 2.0, 0.0});
    const net::Json wide{
        {"origin", {-2.0, -2.0, 0.0}}, {"edge_u", {4.0, 0.0, 0.0}}, {"edge_v", {0.0, 4.0, 0.0}}};
    const Cut parallelogram =
        cut(linear_data(GridForm::Uniform), of_scalar(on(wide, {{"size", {8, 8}}, {"region", region}})));
    CHECK(valid_in(parallelogram) == 16);  // half of each side
    CHECK(wrong_in(parallelogram) == 0);
    const net::Json beyond{{"lo", {5.0, 5.0, 5.0}}, {"hi", {6.0, 6.0, 6.0}}};
    CHECK_THROWS_WITH(
        cut(linear_data(GridForm::Uniform), on({{"axis", "z"}, {"position", 0.0}}, {{"region", beyond}})),
        ContainsSubstring("'region': expected a part of the dataset's box"));
}

TEST_CASE("SliceProgram: several planes are parts of one result", "[slices]")
{
    net::Json params{{"size", {6, 6}}, {"scalar", "s"}};
    params["planes"] =
        net::Json::array({{{"axis", "x"}, {"position", 0.5}}, {{"axis", "y"}, {"position", 1.0}}});
    SliceProgram program{linear_data(GridForm::Uniform), start_of(params), 1};
    for (const std::uint64_t result : {0U, 1U}) {
        for (const std::uint32_t part : {0U, 1U}) {
            const Cut slice = *next_cut(program);
            CHECK(slice.preamble.result == result);
            CHECK(slice.preamble.part == part);
            CHECK(slice.preamble.plane == part);
            CHECK(slice.preamble.parts == 2);
            CHECK(slice.preamble.origin[part] == (part == 0 ? 0.5 : 1.0));
            CHECK(wrong_in(slice) == 0);
        }
        CHECK_FALSE(next_cut(program));
        program.update({{"scalar", "s"}});
    }
}

TEST_CASE("SliceProgram: with \"nodes\" each value has the bits of its node", "[slices]")
{
    GridData data = data_on(GridForm::Uniform, 5, rotation, linear);
    std::vector<float>& s = data.arrays[1].values.own();
    for (std::size_t n = 0; n < s.size(); ++n) s[n] = 1.0F / static_cast<float>(n + 3);
    const std::vector<float> written = s;
    const auto dataset = opened_data(std::move(data));
    const Cut slice = cut(dataset, of_scalar(on({{"axis", "y"}, {"position", 1.0}}, {{"size", "nodes"}})));
    REQUIRE(slice.preamble.width == 5);
    REQUIRE(slice.preamble.height == 5);
    CHECK(slice.preamble.origin == model::Point{-2.5, 1.0, -2.5});
    CHECK(slice.preamble.edge_u == model::Point{5.0, 0.0, 0.0});
    for (std::uint32_t k = 0; k < 5; ++k)
        for (std::uint32_t i = 0; i < 5; ++i)
            CHECK(std::memcmp(&slice.values[k * 5 + i], &written[i + 5 * (3 + 5 * k)], sizeof(float)) == 0);
    const Cut between = cut(dataset, of_scalar(on({{"axis", "y"}, {"position", 0.5}}, {{"size", "nodes"}})));
    CHECK(between.at(1, 2) == Approx(0.5 * (written[1 + 5 * (2 + 5 * 2)] + written[1 + 5 * (3 + 5 * 2)])));
    CHECK(valid_in(cut(dataset, of_scalar(on({{"axis", "y"}, {"position", 2.5}}, {{"size", "nodes"}})))) ==
          0);
    CHECK_THROWS_WITH(
        cut(linear_data(GridForm::Curvilinear), on({{"axis", "y"}, {"position", 1.0}}, {{"size", "nodes"}})),
        ContainsSubstring("'size': expected two integers, for \"nodes\""));
}

TEST_CASE("SliceProgram: nearest shows the value of the nearest node, of every kind of grid", "[slices]")
{
    const net::Json plane{{"axis", "z"}, {"position", 0.1}};
    const Cut uniform = cut(linear_data(GridForm::Uniform, 5),
                            of_scalar(on(plane, {{"size", {40, 40}}, {"interpolation", "nearest"}})));
    for (std::uint32_t row = 0; row < 40; ++row)
        for (std::uint32_t column = 0; column < 40; ++column) {
            const glm::dvec3 p = uniform.place(column, row);
            CHECK(uniform.at(column, row) == linear({std::round(p.x), std::round(p.y), 0.0}));
        }
    for (const auto form : {GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured}) {
        const Cut slice = cut(linear_data(form, 5),
                              of_scalar(on(plane, {{"size", {20, 20}}, {"interpolation", "nearest"}})));
        CHECK(valid_in(slice) > 350);
        std::size_t far = 0;  // a cell is about 1 wide, and warped: no node of it is farther than that
        for (std::uint32_t row = 0; row < 20; ++row)
            for (std::uint32_t column = 0; column < 20; ++column)
                far += std::abs(slice.at(column, row) - linear(slice.place(column, row))) > 4.0 ? 1 : 0;
        CHECK(far == 0);
    }
}

TEST_CASE("SliceProgram: a slice that takes long comes coarse, then whole, in results of their own",
          "[slices]")
{
    const net::Json plane{{"axis", "z"}, {"position", 0.3}};
    const auto dataset = linear_data(GridForm::Uniform);
    SliceProgram program{dataset, start_of(of_scalar(on(plane, {{"size", {500, 500}}}))), 1};
    CHECK(program.answer().frame_bytes == model::slice_payload_bytes(250'000));
    const Cut coarse = *next_cut(program), whole = *next_cut(program);
    CHECK(coarse.preamble.level == 3);
    CHECK(coarse.preamble.width == 63);
    CHECK(coarse.preamble.edge_u == whole.preamble.edge_u);
    CHECK(whole.preamble.level == 0);
    CHECK(whole.preamble.width == 500);
    CHECK(whole.preamble.result == coarse.preamble.result + 1);
    CHECK(wrong_in(coarse) + wrong_in(whole) == 0);
    CHECK_FALSE(next_cut(program));
    program.update({{"coarse_first", false}});
    CHECK(next_cut(program)->preamble.level == 0);
    CHECK_FALSE(next_cut(program));
    program.update({{"level", 2}});
    CHECK(next_cut(program)->preamble.width == 125);
    CHECK_FALSE(next_cut(program));
}

TEST_CASE("SliceProgram: a scalar is shown where the velocity is not, and parts of vectors are scalars",
          "[slices]")
{
    GridData data = data_on(GridForm::Uniform, 5, rotation, linear);
    for (float& component : data.arrays[0].values.own()) component = std::numeric_limits<float>::quiet_NaN();
    data.arrays[0].values.own()[0] = data.arrays[0].values.own()[1] = data.arrays[0].values.own()[2] = 1.0F;
    data.arrays.push_back(
        {"force", 3, data_on(GridForm::Uniform, 5, linear_flow, linear).arrays[0].values, "N"});
    const auto dataset = opened_data(std::move(data));
    const net::Json plane{{"axis", "z"}, {"position", 0.5}};
    const Cut scalar = cut(dataset, of_scalar(on(plane, {{"size", {9, 9}}})));
    CHECK(valid_in(scalar) == 81);
    CHECK(wrong_in(scalar) == 0);
    const Cut part = cut(dataset, on(plane, {{"size", {9, 9}}, {"scalar", "force.y"}}));
    for (const float value : part.values) CHECK(value == Approx(1.0));  // 2 z
}
