#include "compute_node/seeding/suggestions.h"
#include "tests/catch.h"
#include "tests/compute_node/particles/frames.h"
#include "tests/compute_node/sampled_field.h"

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::model;
using namespace farfield::compute::testing;

TEST_CASE("suggest: the rake it suggests lies inside, on every kind of field", "[suggestions]")
{
    std::vector<std::shared_ptr<const Field>> fields;
    for (const AnalyticFlow flow : analytic_flows)
        fields.push_back(open_analytic("analytic:" + std::string{to_string(flow)}).field());
    for (const GridForm grid :
         {GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured})
        fields.push_back(field_on(grid, 9, rotation));
    for (const auto& field : fields) {
        const Suggestions suggestions = suggest(*field);
        REQUIRE(suggestions.rakes.size() == 1);
        CHECK(suggestions.step > 0.0);
        const ParticleSystem particles{field, suggestions.rakes, {}};
        CHECK(particles.last_outcome().seeds_outside == 0);
    }
}

TEST_CASE("suggest: particles of a stream through the domain cross it in their lifetime", "[suggestions]")
{
    for (const float direction : {1.0F, -1.0F}) {
        const auto field = field_on(GridForm::Curvilinear, 9, [&](glm::dvec3) {
            return glm::dvec3{direction, 0, 0};
        });
        const Suggestions suggestions = suggest(*field);
        const auto& box = field->info().bounds;
        const double size = box.hi.x - box.lo.x;
        const auto line = std::get<LineRake>(suggestions.rakes.at(0).shape);
        const double way = direction > 0 ? box.hi.x - line.from[0] : line.from[0] - box.lo.x;
        CHECK(way > 0.75 * size);
        CHECK(suggestions.step * suggestions.max_age_frames == Approx(way).epsilon(0.1));
    }
}

TEST_CASE("suggest: a field at rest gets no rake", "[suggestions]")
{
    CHECK(suggest(*field_on(GridForm::Uniform, 4, [](glm::dvec3) { return glm::dvec3{0.0}; })).rakes.empty());
}

TEST_CASE("middle_rake: lies inside, through the middle, also in a flow at rest", "[suggestions]")
{
    for (const GridForm grid : {GridForm::Uniform, GridForm::Curvilinear, GridForm::Unstructured}) {
        const auto field = field_on(grid, 9, [](glm::dvec3) { return glm::dvec3{0.0}; });
        const auto rake = middle_rake(*field);
        REQUIRE(rake);
        const ParticleSystem particles{field, {*rake}, {}};
        CHECK(particles.last_outcome().seeds_outside == 0);
    }
}

TEST_CASE("outline_of: a curvilinear block has twelve edges, along its nodes; a box needs none",
          "[suggestions]")
{
    const auto lines = outline_of(*field_on(GridForm::Curvilinear, 5, rotation));
    REQUIRE(lines.size() == 12);
    for (const auto& line : lines) CHECK(line.size() == 5);
    CHECK(outline_of(*field_on(GridForm::Uniform, 5, rotation)).empty());
}
