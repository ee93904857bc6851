#include "compute_node/node/calls/dataset_values.h"

#include "compute_node/node/datasets/whole_dataset.h"
#include "net/message/control_messages.h"
#include "tests/catch.h"
#include "tests/compute_node/swaying_series.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
using namespace farfield::compute::testing;

namespace {

constexpr float no_number = std::numeric_limits<float>::quiet_NaN();

WholeDataset opened_whole(GridData data)
{
    return WholeDataset{TimeSeries{Dataset{"test", std::move(data)}}};
}

/// n nodes along x from 0, in one layer.
GridData row_of(std::vector<float> values)
{
    GridData data;
    data.dims = {{static_cast<unsigned>(values.size()), 1, 1}};
    data.geometry = UniformGeometry{};
    data.arrays = {{"s", 1, std::move(values), ""}};
    return data;
}

}  // namespace

TEST_CASE("dataset.histogram: counts each node once, whatever the grid does with flat axes", "[calls]")
{
    const auto histogram = histogram_of(opened_whole(row_of({0, 1, 2, 3, 4, no_number, 4})), {.bins = 4});
    CHECK(histogram.range == std::array{0.0, 4.0});
    CHECK(histogram.counts == std::vector<std::uint64_t>{1, 1, 1, 3});  // the upper end is in the last bin
    CHECK(histogram.invalid == 1);
}

TEST_CASE("dataset.histogram: quantiles are values at the rank of their share", "[calls]")
{
    std::vector<float> values(200);
    std::iota(values.rbegin(), values.rend(), 1.0F);  // 1 to 200, descending
    const auto histogram = histogram_of(opened_whole(row_of(values)), {.bins = 1});
    CHECK(histogram.quantiles == std::vector<double>{4, 10, 50, 100, 150, 190, 196});
    CHECK(histogram.counts == std::vector<std::uint64_t>{200});
    const auto constant = histogram_of(opened_whole(row_of({7, 7, 7})), {.bins = 3});
    CHECK(constant.counts == std::vector<std::uint64_t>{3, 0, 0});
    CHECK(constant.quantiles.front() == 7.0);
}

TEST_CASE("dataset.histogram: counts all nodes of every kind of grid", "[calls]")
{
    const auto ramp = [](glm::dvec3 p) { return p.x; };
    for (const auto form :
         {GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured}) {
        const auto histogram =
            histogram_of(opened_whole(data_on(form, 5, rotation, ramp)), {.scalar = "s", .bins = 8});
        CHECK(std::accumulate(histogram.counts.begin(), histogram.counts.end(), std::uint64_t{0}) == 125);
        CHECK(histogram.quantiles[3] == Approx(0.0).margin(0.3));
    }
}

TEST_CASE("dataset.histogram: is of a time, the first unless another is named", "[calls]")
{
    // Times 0, 0.3, 0.5 and 0.8 with the scalars 0, 0.7, 1.4 and 2.1, each + x in [-2, 2].
    const WholeDataset dataset{TimeSeries{"swaying", swaying_slices(GridForm::Uniform, 4)}};
    CHECK(histogram_of(dataset, {.scalar = "s", .bins = 1}).range->at(0) == Approx(-2.0));
    CHECK(histogram_of(dataset, {.scalar = "s", .bins = 1, .time = 0.4}).range->at(0) == Approx(-0.95));
}

TEST_CASE("dataset.histogram: of an exact function, over its domain", "[calls]")
{
    const WholeDataset dataset{TimeSeries{open_analytic("analytic:abc")}};
    const auto histogram = histogram_of(dataset, {.bins = 10});
    CHECK(std::accumulate(histogram.counts.begin(), histogram.counts.end(), std::uint64_t{0}) ==
          64 * 64 * 64);
    CHECK(histogram.invalid == 0);
}

TEST_CASE("dataset.sample: interpolates linearly, and says why there is no value", "[calls]")
{
    GridData data = row_of({0, 10, no_number, 30, 40, 50});
    data.blanked = {0, 0, 0, 0, 0, 1};
    const auto samples = samples_of(opened_whole(std::move(data)),
                                    {.at = {{0.25, 0, 0}, {1.5, 0, 0}, {4.5, 0, 0}, {7, 0, 0}, {3.5, 0, 0}}});
    CHECK(samples.values ==
          std::vector<std::optional<double>>{2.5, std::nullopt, std::nullopt, std::nullopt, 35.0});
    CHECK(samples.why == std::vector<std::optional<std::string>>{std::nullopt, "invalid", "blanked",
                                                                 "outside", std::nullopt});
    const model::Json json = model::write(samples);
    CHECK(json.at("values")[1].is_null());
    CHECK(model::read_answer<model::DatasetSamples>(json) == samples);
}

TEST_CASE("dataset.sample: is of a time, on curvilinear grids and meshes, too", "[calls]")
{
    for (const auto form : {GridForm::Uniform, GridForm::Curvilinear, GridForm::Unstructured}) {
        const WholeDataset dataset{TimeSeries{"swaying", swaying_slices(form, 4)}};
        const auto samples = samples_of(dataset, {.scalar = "s", .at = {{0.5, 0.25, -0.5}}, .time = 0.15});
        REQUIRE(samples.values.front());
        CHECK(*samples.values.front() == Approx(0.35 + 0.5).margin(1e-3));
    }
}

TEST_CASE("dataset.histogram and dataset.sample: limits and unknown scalars are refused", "[calls]")
{
    const auto dataset = opened_whole(row_of({0, 1}));
    CHECK_THROWS_AS(histogram_of(dataset, {.scalar = "speed"}), net::RpcError);
    CHECK_THROWS_AS(samples_of(dataset, {.scalar = "salt", .at = {{0, 0, 0}}}), net::RpcError);
    CHECK_THROWS_AS(model::read<model::DatasetHistogramCall>({{"dataset", "a"}, {"bins", 4097}}),
                    model::LimitError);
    CHECK_THROWS_AS(model::read<model::DatasetHistogramCall>({{"dataset", "a"}, {"bins", 0}}),
                    model::FieldError);
    const std::vector<model::Point> many(10'001, model::Point{});
    CHECK_THROWS_AS(model::read<model::DatasetSampleCall>({{"dataset", "a"}, {"at", many}}),
                    model::LimitError);
}
