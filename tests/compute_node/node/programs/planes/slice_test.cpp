#include "compute_node/node/programs/planes/slice.h"

#include "tests/compute_node/node/programs/planes/cuts.h"
#include "tests/compute_node/swaying_series.h"

#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
using namespace farfield::node::cuts;
using namespace farfield::compute::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

net::Json across(const char* axis, double position, std::uint32_t width, std::uint32_t height)
{
    return {{"planes", {{{"axis", axis}, {"position", position}}}}, {"size", {width, height}}};
}

std::shared_ptr<const OpenDataset> built_in(const std::string& name)
{
    return std::make_shared<WholeDataset>(TimeSeries{open_analytic(name)});
}

/// With the scalar x + 2 y - z, that every grid holds exactly.
std::shared_ptr<const OpenDataset> sampled(GridForm form)
{
    const auto scalar = [](glm::dvec3 p) { return p.x + 2.0 * p.y - p.z; };
    return std::make_shared<WholeDataset>(TimeSeries{dataset_on(form, 9, rotation, scalar)});
}

std::shared_ptr<const OpenDataset> swaying_data(std::shared_ptr<MemoryBudget> windows = nullptr)
{
    return std::make_shared<WholeDataset>(TimeSeries{"swaying", swaying_slices(GridForm::Uniform, 4)},
                                          nullptr, std::move(windows));
}

/// Values that are off the scalar of sampled(), and how many there are.
void check_sampled(const Cut& slice, std::size_t least_inside)
{
    std::size_t inside = 0, wrong = 0;
    for (std::uint32_t row = 0; row < slice.preamble.height; ++row)
        for (std::uint32_t column = 0; column < slice.preamble.width; ++column) {
            const float value = slice.at(column, row);
            if (std::isnan(value)) continue;
            ++inside;
            const glm::dvec3 p = slice.place(column, row);
            wrong += std::abs(value - (p.x + 2.0 * p.y - p.z)) > 1e-4 ? 1 : 0;
        }
    CHECK(wrong == 0);
    CHECK(inside >= least_inside);
}

}  // namespace

TEST_CASE("SliceProgram: values are the field's at their places, of an exact function", "[slices]")
{
    const Cut slice = cut(built_in("analytic:abc"), across("z", 1.25, 40, 30));
    CHECK(slice.preamble.width == 30);  // the domain is a cube, and pixels are square
    CHECK(slice.preamble.height == 30);
    CHECK(slice.preamble.origin[2] == 1.25);
    for (const auto& [column, row] : {std::pair{0U, 0U}, {29U, 0U}, {7U, 19U}, {29U, 29U}}) {
        const glm::dvec3 p = slice.place(column, row);
        const glm::dvec3 velocity = velocity_of(AnalyticFlow::Abc, p);
        CHECK(slice.at(column, row) == Approx(glm::length(velocity)).epsilon(1e-5));
    }
}

TEST_CASE("SliceProgram: a plane across each axis has the other two, in their order", "[slices]")
{
    for (const auto form : {GridForm::Uniform, GridForm::Rectilinear})
        for (const char* axis : {"x", "y", "z"})
            check_sampled(cut(sampled(form), of_scalar(across(axis, 0.3, 24, 24))), 576);
}

TEST_CASE("SliceProgram: cuts curvilinear grids and meshes", "[slices]")
{
    for (const auto form : {GridForm::Curvilinear, GridForm::Unstructured})
        for (const char* axis : {"x", "y", "z"})
            check_sampled(cut(sampled(form), of_scalar(across(axis, 0.3, 48, 48))), 1500);
}

TEST_CASE("SliceProgram: there is nothing outside of the domain", "[slices]")
{
    for (const double position : {-1e300, -2.01, 2.01, 1e300})
        for (const float value : cut(sampled(GridForm::Unstructured), across("y", position, 8, 8)).values)
            CHECK(std::isnan(value));
    // The tighter side fixes the pixel; the slice grows about its middle to whole pixels.
    const Cut wide = cut(built_in("analytic:cell"), across("z", 1.0, 7, 64));
    CHECK(wide.preamble.width == 7);
    CHECK(wide.preamble.height == 7);
}

TEST_CASE("SliceProgram: the same bits with any number of threads", "[slices]")
{
    const auto dataset = sampled(GridForm::Curvilinear);
    const Cut one = cut(dataset, across("x", -0.7, 33, 33), 1),
              four = cut(dataset, across("x", -0.7, 33, 33), 4);
    REQUIRE(one.values.size() == four.values.size());
    CHECK(std::memcmp(one.values.data(), four.values.data(), one.values.size() * sizeof(float)) == 0);
}

TEST_CASE("SliceProgram: an unsteady field is linear between its slices, in memory or read on the way",
          "[slices]")
{
    // Times 0, 0.3, 0.5 and 0.8 with the scalars 0, 0.7, 1.4 and 2.1, each + x.
    const auto budget = std::make_shared<MemoryBudget>(bytes_of(16));
    for (const auto& dataset : {swaying_data(), swaying_data(budget)})
        for (const auto& [time, expected] :
             {std::pair{0.0, 0.0}, {0.15, 0.35}, {0.4, 1.05}, {0.8, 2.1}, {9.0, 2.1}}) {
            net::Json params = of_scalar(across("z", 0.0, 8, 8));
            params["time"] = time;
            const Cut slice = cut(dataset, params);
            CHECK(slice.preamble.time == time);
            CHECK(slice.at(2, 3) == Approx(expected + slice.place(2, 3).x).margin(1e-5));
        }
}

TEST_CASE("SliceProgram: one slice for a change, one for each time with repeat", "[slices]")
{
    SliceProgram program{swaying_data(), start_of(across("z", 0.0, 4, 4)), 1};
    std::vector<std::byte> buffer(1 << 20);
    CHECK(next_cut(program)->preamble.result == 0);
    CHECK(makes_none<net::Idle>(program, buffer));
    program.update({{"repeat", true}, {"time", 0.5}, {"time_step", 0.25}});
    std::vector<double> times;
    for (int n = 0; n < 4; ++n) times.push_back(next_cut(program)->preamble.time);
    CHECK(times[0] == 0.5);
    CHECK(times[1] == 0.75);
    CHECK(times[2] == Approx(0.2).margin(1e-6));  // the series has gone round
    CHECK(times[3] == Approx(0.45).margin(1e-6));
}

TEST_CASE("SliceProgram: an update changes what it names", "[slices]")
{
    SliceProgram program{sampled(GridForm::Uniform), start_of(across("z", 0.0, 8, 8)), 1};
    CHECK(program.answer().members.at("scalar").at("name") == "speed");
    CHECK(program.answer().frame_bytes == model::slice_payload_bytes(64));
    program.update({{"scalar", "s"}});
    CHECK(program.answer().members.at("scalar").at("name") == "s");
    check_sampled(*next_cut(program), 64);
    program.update({{"planes", {{{"axis", "x"}, {"position", 1.0}}}}});
    const Cut slice = *next_cut(program);
    CHECK(slice.preamble.origin[0] == 1.0);
    check_sampled(slice, 64);
}

TEST_CASE("SliceProgram: what cannot be is refused and changes nothing", "[slices]")
{
    const auto dataset = sampled(GridForm::Uniform);
    SliceProgram program{dataset, start_of(across("z", 0.0, 8, 8)), 1};
    CHECK_THROWS_WITH(program.update({{"scalar", "salt"}}), ContainsSubstring("'s'"));
    CHECK_THROWS_WITH(program.update({{"size", {2048, 2048}}}), ContainsSubstring("slot_bytes"));
    CHECK_THROWS_WITH(program.update({{"time", 1e300}}),
                      ContainsSubstring("'time': expected a number that binary32"));
    CHECK_THROWS_AS(program.update({{"planes", net::Json::array()}}), model::FieldError);
    CHECK(program.answer().frame_bytes == model::slice_payload_bytes(64));
    CHECK_THROWS_AS(SliceProgram(dataset, start_of(net::Json::object()), 1), model::FieldError);
}
