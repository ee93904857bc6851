#include "compute_node/node/calls/dataset_extrema.h"

#include "compute_node/node/datasets/whole_dataset.h"
#include "net/message/control_messages.h"
#include "tests/catch.h"
#include "tests/compute_node/swaying_series.h"

#include <omp.h>

#include <cmath>
#include <limits>
#include <numeric>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
using namespace farfield::compute::testing;

namespace {

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

WholeDataset dataset_of(GridData data)
{
    return WholeDataset{TimeSeries{Dataset{"test", std::move(data)}}};
}

/// Nodes along x from a place far from 0, in one layer.
GridData far_row(std::vector<float> values)
{
    GridData data;
    data.dims = {{static_cast<unsigned>(values.size()), 1, 1}};
    data.geometry = UniformGeometry{{1'000'000.1, 5.0, -7.25}, {0.125, 1.0, 1.0}};
    data.arrays = {{"s", 1, std::move(values), ""}};
    return data;
}

}  // namespace

TEST_CASE("dataset.extrema: places have full precision, and ties go to the first node", "[calls]")
{
    const auto extrema = extrema_of(dataset_of(far_row({3, 1, 4, 1, 4, 2})), {});
    REQUIRE((extrema.least && extrema.greatest));
    CHECK(extrema.least->value == 1.0);
    CHECK(extrema.least->at == model::Point{1'000'000.1 + 0.125, 5.0, -7.25});
    CHECK(extrema.greatest->value == 4.0);
    CHECK(extrema.greatest->at == model::Point{1'000'000.1 + 0.25, 5.0, -7.25});
    CHECK(extrema.valid == 6);
}

TEST_CASE("dataset.extrema: nodes without a value and hidden ones never count", "[calls]")
{
    GridData data = far_row({-9, missing, 2, 3, std::numeric_limits<float>::infinity(), 8});
    data.blanked = {1, 0, 0, 0, 0, 1};
    const auto extrema = extrema_of(dataset_of(std::move(data)), {});
    CHECK(extrema.least->value == 2.0);
    CHECK(extrema.greatest->value == 3.0);
    CHECK(extrema.valid == 2);
}

TEST_CASE("dataset.extrema: a scalar that is empty everywhere has null extrema", "[calls]")
{
    GridData data = far_row({1, 2});
    data.arrays.push_back({"empty", 1, std::vector<float>{missing, missing}, ""});
    const auto extrema = extrema_of(dataset_of(std::move(data)), {.scalar = "empty"});
    CHECK(extrema == model::DatasetExtrema{});
    const model::Json json = model::write(extrema);
    CHECK(json == model::Json{{"least", nullptr}, {"greatest", nullptr}, {"valid", 0}});
    CHECK(model::read_answer<model::DatasetExtrema>(json) == extrema);
}

TEST_CASE("dataset.extrema: a scalar with values at hidden nodes alone, or in no time slice, is empty",
          "[calls]")
{
    GridData data = far_row({1, 2, 3});
    data.blanked = {0, 0, 1};
    data.arrays.push_back({"hidden", 1, std::vector<float>{missing, missing, 7}, ""});
    const auto slice = [data](float last) {
        GridData with = data;
        with.arrays.push_back({"late", 1, std::vector<float>{missing, last, missing}, ""});
        return with;
    };
    std::vector<TimeSlice> slices;
    for (const float last : {missing, 6.0F})
        slices.push_back({static_cast<double>(slices.size()), "slice",
                          [slice, last](const std::stop_token&) { return slice(last); }});
    const WholeDataset series{TimeSeries{"changing", std::move(slices)}};
    CHECK(extrema_of(dataset_of(data), {.scalar = "hidden"}) == model::DatasetExtrema{});
    CHECK(extrema_of(series, {.scalar = "hidden"}) == model::DatasetExtrema{});
    CHECK(extrema_of(series, {.scalar = "late"}) == model::DatasetExtrema{});  // at its first time
    CHECK(extrema_of(series, {.scalar = "late", .time = 1.0}).greatest->value == 6.0);
    CHECK(extrema_of(series, {.scalar = "s", .time = 0.5}).valid == 2);
}

TEST_CASE("dataset.extrema: are at the corners of a ramp on every kind of grid", "[calls]")
{
    const auto ramp = [](glm::dvec3 p) { return p.x + 2.0 * p.y + 4.0 * p.z; };
    for (const auto form :
         {GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured}) {
        const auto extrema = extrema_of(dataset_of(data_on(form, 5, rotation, ramp)), {.scalar = "s"});
        CHECK(extrema.least == model::DatasetExtremum{-14.0, {-2.0, -2.0, -2.0}});
        CHECK(extrema.greatest == model::DatasetExtremum{14.0, {2.0, 2.0, 2.0}});
        CHECK(extrema.valid == 125);
    }
}

TEST_CASE("dataset.extrema: blocks with flat axes are counted in the order of the data", "[calls]")
{
    GridData data;
    data.dims = {{2, 2, 1}, {2, 2, 1}};
    data.geometry = CurvilinearGeometry{
        {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, 0, 0}, {2, 0, 0}, {1, 1, 0}, {2, 1, 0}},
        {100, 0, 0}};
    data.arrays = {{"s", 1, std::vector<float>{0, 1, 2, 5, -1, 5, 3, -1}, ""}};
    const auto extrema = extrema_of(dataset_of(std::move(data)), {});
    CHECK(extrema.least == model::DatasetExtremum{-1.0, {101.0, 0.0, 0.0}});
    CHECK(extrema.greatest == model::DatasetExtremum{5.0, {101.0, 1.0, 0.0}});
    CHECK(extrema.valid == 8);
}

TEST_CASE("dataset.extrema: are of a time, the first unless another is named", "[calls]")
{
    // Times 0, 0.3, 0.5 and 0.8 with the scalars 0, 0.7, 1.4 and 2.1, each + x in [-2, 2].
    const WholeDataset dataset{TimeSeries{"swaying", swaying_slices(GridForm::Uniform, 4)}};
    CHECK(extrema_of(dataset, {.scalar = "s"}).least->value == Approx(-2.0));
    const auto later = extrema_of(dataset, {.scalar = "s", .time = 0.4});
    CHECK(later.least->value == Approx(-0.95));
    CHECK(later.least->at == model::Point{-2.0, -2.0, -2.0});
    CHECK(later.greatest->value == Approx(3.05));
}

TEST_CASE("dataset.extrema: of an exact function, over its domain", "[calls]")
{
    const WholeDataset dataset{TimeSeries{open_analytic("analytic:abc")}};
    const auto extrema = extrema_of(dataset, {});
    CHECK(extrema.valid == 64 * 64 * 64);
    CHECK(extrema.least->value < extrema.greatest->value);
    CHECK(extrema.least->at[0] >= dataset.info().bounds.lo.x);
}

TEST_CASE("dataset.extrema: are the same for any number of threads", "[calls]")
{
    std::vector<float> values(100'000);
    std::iota(values.begin(), values.end(), 0.0F);
    for (float& value : values) value = std::fmod(value * 7919.0F, 1013.0F);  // each value several times
    const WholeDataset dataset = dataset_of(far_row(std::move(values)));
    const int before = omp_get_max_threads();
    std::vector<model::DatasetExtrema> found;
    for (const int threads : {1, 2, 5}) {
        omp_set_num_threads(threads);
        found.push_back(extrema_of(dataset, {}));
    }
    omp_set_num_threads(before);
    CHECK(found[1] == found[0]);
    CHECK(found[2] == found[0]);
    CHECK(found[0].valid == 100'000);
}

TEST_CASE("dataset.extrema: ends where nothing waits for it, and refuses an unknown scalar", "[calls]")
{
    const WholeDataset dataset = dataset_of(far_row({0, 1}));
    std::stop_source stopped;
    stopped.request_stop();
    CHECK_THROWS_AS(extrema_of(dataset, {}, stopped.get_token()), std::runtime_error);
    CHECK_THROWS_AS(extrema_of(dataset, {.scalar = "salt"}), net::RpcError);
}
