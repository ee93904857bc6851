#include "compute_node/node/data/surface_suggestions.h"

#include "compute_node/node/datasets/whole_dataset.h"
#include "tests/catch.h"
#include "tests/compute_node/sampled_field.h"

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
using namespace farfield::compute::testing;

namespace {

model::DatasetSuggestions suggested_for(const OpenDataset& dataset, std::uint64_t memory = 1U << 30U)
{
    ScalarFields scalars{std::make_shared<MemoryBudget>(memory)};
    model::DatasetSuggestions suggested;
    suggest_surfaces(dataset, scalars, suggested);
    return suggested;
}

WholeDataset with_scalar(GridForm form)
{
    return WholeDataset{
        TimeSeries{dataset_on(form, 9, rotation, [](glm::dvec3 p) { return p.x + 2.0 * p.y; })}};
}

}  // namespace

TEST_CASE("suggest_surfaces: of a dataset in a box an isovalue within its range", "[wire]")
{
    const WholeDataset dataset = with_scalar(GridForm::Uniform);
    const auto suggested = suggested_for(dataset);
    REQUIRE(suggested.isovalue);
    CHECK(suggested.isovalue->scalar == "speed");
    const FieldInfo& info = dataset.default_field()->info();
    CHECK(suggested.isovalue->value > info.scalar_min);
    CHECK(suggested.isovalue->value < info.scalar_max);
}

TEST_CASE("suggest_surfaces: of a mesh its outside", "[wire]")
{
    const auto suggested = suggested_for(with_scalar(GridForm::Unstructured));
    CHECK(suggested.boundary == std::vector<model::BoundarySurface>{{model::BoundaryOuter{}}});
}

TEST_CASE("suggest_surfaces: of a mesh an isovalue that about a tenth of its cells' runs cross", "[wire]")
{
    // speed = x over 32 layers of cells along x: a run of 16 cells lies within one or two of them.
    const WholeDataset dataset{TimeSeries{dataset_on(
        GridForm::Unstructured, 33,
        [](glm::dvec3 p) {
            return glm::dvec3{0.0, 0.0, p.x};
        },
        [](glm::dvec3) { return 0.0; })}};
    const auto suggested = suggested_for(dataset);
    REQUIRE(suggested.isovalue);
    CHECK(suggested.isovalue->scalar == "speed");
    const FieldInfo& info = dataset.default_field()->info();
    CHECK(suggested.isovalue->value > info.scalar_min);
    CHECK(suggested.isovalue->value < info.scalar_max);
}

TEST_CASE("suggest_surfaces: of a mesh that is one layer thick not its outside", "[wire]")
{
    GridData data = data_on(GridForm::Unstructured, 9, rotation, [](glm::dvec3) { return 0.0; });
    for (glm::vec3& point : std::get<UnstructuredGeometry>(data.geometry).points) point.z *= 0.05F;
    const auto suggested = suggested_for(WholeDataset{TimeSeries{Dataset{"layer", std::move(data)}}});
    CHECK(suggested.boundary.empty());
}

TEST_CASE("suggest_surfaces: an exact function has none", "[wire]")
{
    const auto suggested = suggested_for(WholeDataset{TimeSeries{open_analytic("analytic:abc")}});
    CHECK(suggested == model::DatasetSuggestions{});
}

TEST_CASE("suggest_surfaces: without memory for the scalar there are none, and no error", "[wire]")
{
    CHECK_FALSE(suggested_for(with_scalar(GridForm::Uniform), 16).isovalue);
}
