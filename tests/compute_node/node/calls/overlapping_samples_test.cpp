#include "compute_node/node/calls/dataset_values.h"

#include "tests/compute_node/node/programs/planes/cuts.h"
#include "tests/compute_node/overlapping_blocks.h"

#include <cmath>
#include <random>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
using namespace farfield::node::cuts;
using namespace farfield::compute::testing;

namespace {

model::DatasetSamples samples_at(const OpenDataset& dataset, std::vector<model::Point> at)
{
    return samples_of(dataset, {.scalar = "s", .at = std::move(at)});
}

/// Places throughout the box and beyond.
std::vector<model::Point> random_places(std::size_t count)
{
    std::mt19937 random{11};
    std::uniform_real_distribution<double> anywhere{-2.2, 2.2};
    std::vector<model::Point> places(count);
    for (model::Point& place : places) place = {anywhere(random), anywhere(random), anywhere(random)};
    return places;
}

}  // namespace

TEST_CASE("dataset.sample: of blocks over each other the first with a valid cell counts", "[calls]")
{
    for (const auto form : overlapping_forms) {
        const auto dataset = opened_data(OverlappingBlocks{form}.data());
        for (const model::Point& before : {model::Point{-1.5, 0.1, 0.2}, model::Point{1.5, 0.1, 0.2}}) {
            const auto samples = samples_at(*dataset, {before, {0.1, 0.1, 0.2}, before, {0.1, 0.1, 0.2}});
            CHECK(*samples.values[1] == Approx(10.0).margin(1.0));
            CHECK(samples.values[1] == samples.values[3]);
        }
    }
}

TEST_CASE("dataset.sample: hidden cells of the first block leave their place to the second", "[calls]")
{
    for (const auto form : overlapping_forms)
        for (const bool blanked : {true, false}) {
            OverlappingBlocks blocks{form};
            blocks.hide_first_up_to(0.0F, blanked);
            const auto dataset = opened_data(blocks.data());
            for (const model::Point& before : {model::Point{-1.5, 0.1, 1.2}, model::Point{1.5, 0.1, -1.2}}) {
                const auto samples = samples_at(*dataset, {before, {0.1, 0.1, -1.0}, {0.1, 0.1, 1.2}});
                CHECK(*samples.values[1] == Approx(20.0).margin(1.0));
                CHECK(*samples.values[2] == Approx(10.0).margin(1.0));
            }
        }
}

TEST_CASE("dataset.sample: a place has the same bits and the same reason whatever was asked before",
          "[calls]")
{
    for (const auto form : overlapping_forms)
        for (const bool blanked : {true, false}) {
            OverlappingBlocks blocks{form};
            blocks.hide_first_up_to(-0.5F, blanked);
            const auto dataset = opened_data(blocks.data());
            std::vector<model::Point> places = random_places(500);
            const auto forth = samples_at(*dataset, places);
            std::size_t differ = 0, hidden = 0;
            for (std::size_t n = 0; n < places.size(); ++n) {
                const auto alone = samples_at(*dataset, {places[n]});
                differ += alone.values[0] != forth.values[n] || alone.why[0] != forth.why[n] ? 1 : 0;
                hidden += forth.why[n] == (blanked ? "blanked" : "invalid") ? 1 : 0;
            }
            CHECK(differ == 0);
            CHECK(hidden > 40);
        }
}

TEST_CASE("SliceProgram: values are those of dataset.sample bit for bit, of every kind of grid", "[slices]")
{
    std::vector<std::shared_ptr<const OpenDataset>> datasets;
    for (const auto form : overlapping_forms) datasets.push_back(opened_data(OverlappingBlocks{form}.data()));
    const auto scalar = [](glm::dvec3 p) { return std::sin(2.0 * p.x) + p.y * p.z; };
    for (const auto form :
         {GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured})
        datasets.push_back(opened_data(data_on(form, 9, rotation, scalar)));
    for (const auto& dataset : datasets) {
        const Cut slice = cut(
            dataset,
            of_scalar(on({{"origin", {0.1, 0.0, 0.05}}, {"normal", {1.0, 0.3, 2.0}}}, {{"size", {40, 40}}})));
        std::vector<model::Point> places;
        for (std::uint32_t row = 0; row < slice.preamble.height; ++row)
            for (std::uint32_t column = 0; column < slice.preamble.width; ++column)
                places.push_back(model::point_of(slice.place(column, row)));
        const auto samples = samples_at(*dataset, places);
        std::size_t differ = 0, inside = 0;
        for (std::size_t n = 0; n < places.size(); ++n) {
            const bool is_there = samples.values[n].has_value();
            inside += is_there ? 1 : 0;
            differ += is_there ? (static_cast<float>(*samples.values[n]) != slice.values[n] ? 1 : 0)
                               : (std::isnan(slice.values[n]) ? 0 : 1);
        }
        CHECK(differ == 0);
        CHECK(inside > 500);
    }
}
