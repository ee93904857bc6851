#include "compute_node/datasets/dataset.h"
#include "compute_node/grids/geo.h"
#include "compute_node/seeding/first_motion.h"
#include "compute_node/seeding/seeds_throughout.h"
#include "compute_node/seeding/suggestions.h"
#include "tests/catch.h"
#include "tests/compute_node/displaced_globe.h"
#include "tests/compute_node/particles/frames.h"
#include "tests/compute_node/sampled_field.h"

#include <algorithm>
#include <cmath>

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

TEST_CASE("suggest: in a free stream the rake is where its lines pass what slows it", "[suggestions]")
{
    const auto field = field_on(GridForm::Uniform, 33, [](glm::dvec3 p) {
        const glm::dvec3 from_body = p - glm::dvec3{0.0, 0.0, -0.8};
        return glm::dvec3{1.0 - 0.6 * std::exp(-glm::dot(from_body, from_body) / 0.3), 0.0, 0.0};
    });
    const auto line = std::get<LineRake>(suggest(*field).rakes.at(0).shape);
    CHECK(std::min(line.from[1], line.to[1]) <= 0.1);
    CHECK(std::max(line.from[1], line.to[1]) >= -0.1);
    CHECK(std::min(line.from[2], line.to[2]) <= -0.7);
    CHECK(std::max(line.from[2], line.to[2]) >= -0.9);
}

TEST_CASE("suggest: in a wide stream the rake is about as wide as the body that its lines pass",
          "[suggestions]")
{
    const auto field = field_on(GridForm::Uniform, 65, [](glm::dvec3 p) {
        const glm::dvec3 from_body = p - glm::dvec3{0.0, 0.0, -0.8};
        return glm::dvec3{1.0 - 0.6 * std::exp(-glm::dot(from_body, from_body) / 0.03), 0.0, 0.0};
    });
    const auto line = std::get<LineRake>(suggest(*field).rakes.at(0).shape);
    const double width =
        std::hypot(line.to[0] - line.from[0], line.to[1] - line.from[1], line.to[2] - line.from[2]);
    CHECK(width < 0.9);
    CHECK(width > 0.2);
    CHECK(std::min(line.from[1], line.to[1]) < -0.1);
    CHECK(std::max(line.from[1], line.to[1]) > 0.1);
}

TEST_CASE("suggest: in a domain that is one layer thick the rake lies along the layer", "[suggestions]")
{
    GridData data;
    data.dims = {{33, 33, 2}};
    data.geometry = UniformGeometry{{0.0, 0.0, 0.0}, {0.1, 0.1, 0.1}};
    NodeValues velocity{"velocity", 3, {}, "m/s"};
    for (int k = 0; k < 2; ++k)
        for (int j = 0; j < 33; ++j)
            for (int i = 0; i < 33; ++i) {
                const auto turned = rotation({0.1 * i - 1.6, 0.1 * j - 1.6, 0.0});
                for (const double component : {turned.x, turned.y, 0.0})
                    velocity.values.own().push_back(static_cast<float>(component));
            }
    data.arrays.push_back(std::move(velocity));
    const Suggestions suggestions = suggest(*Dataset{"layer", std::move(data)}.field());
    REQUIRE(suggestions.rakes.size() == 1);
    const auto line = std::get<LineRake>(suggestions.rakes[0].shape);
    CHECK(line.from[2] == line.to[2]);
}

TEST_CASE(
    "suggest: over a sheet of two layers that rise and fall the seeds are spread, and all of them inside",
    "[suggestions]")
{
    GridData data;
    data.dims = {{33, 33, 2}};
    CurvilinearGeometry sheet;
    NodeValues velocity{"velocity", 3, {}, "m/s"};
    for (int k = 0; k < 2; ++k)
        for (int j = 0; j < 33; ++j)
            for (int i = 0; i < 33; ++i) {
                const double depth = 20.0 + 12.0 * std::sin(0.2 * i) * std::cos(0.2 * j);
                sheet.points.emplace_back(1000.0 * i, 1000.0 * j, -(0.25 + 0.5 * k) * depth);
                for (const double component : {1.0, 0.2, 0.0})
                    velocity.values.own().push_back(static_cast<float>(component));
            }
    data.geometry = sheet;
    data.arrays.push_back(std::move(velocity));
    const auto field = Dataset{"sea", std::move(data)}.field();
    const Suggestions suggestions = suggest(*field);
    REQUIRE(suggestions.rakes.size() == 1);
    const auto& seeds = std::get<ListRake>(suggestions.rakes[0].shape).at;
    REQUIRE(seeds.size() == 100);
    CHECK(suggestions.rakes[0].particles() == 1000);
    std::array<int, 4> in_quarters{};
    for (const model::Point& seed : seeds)
        ++in_quarters[static_cast<std::size_t>((seed[0] > 16'000.0 ? 1 : 0) + (seed[1] > 16'000.0 ? 2 : 0))];
    CHECK(std::ranges::min(in_quarters) >= 10);
    const ParticleSystem particles{field, suggestions.rakes, {}};
    CHECK(particles.last_outcome().seeds_outside == 0);
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

TEST_CASE("outline_of: over the Earth no line leads from one end of the turn to the other", "[suggestions]")
{
    const auto lines = outline_of(*Dataset{"displaced", testing::displaced_globe()}.field());
    CHECK(lines.size() > 12);
    for (const auto& line : lines)
        for (std::size_t n = 1; n < line.size(); ++n) CHECK(std::abs(line[n].x - line[n - 1].x) <= 180.0);
}

namespace {

/// The same grid at rest at times 0 and 1, and moving at 2 and 3.
std::shared_ptr<const Field> begins_at_rest()
{
    const auto moving = field_on(GridForm::Uniform, 9, rotation);
    const auto still = field_on(GridForm::Uniform, 9, [](glm::dvec3) { return glm::dvec3{0.0}; });
    std::vector<FixedArray<Node>> slices;
    for (const auto& field : {still, still, moving, moving})
        slices.push_back(FixedArray<Node>{std::vector<Node>(field->nodes().begin(), field->nodes().end())});
    return std::make_shared<const Field>(moving->info(), moving->shared_grid(), std::move(slices),
                                         std::vector{0.0F, 1.0F, 2.0F, 3.0F}, moving->scalar_is_speed());
}

}  // namespace

TEST_CASE("first_motion: the first slice in which something moves; else the first", "[suggestions]")
{
    CHECK(first_motion(*begins_at_rest()) == 2.0F);
    CHECK(first_motion(*field_on(GridForm::Uniform, 4, rotation)) == 0.0F);
    CHECK(first_motion(*open_analytic("analytic:abc").field()) == 0.0F);
}

TEST_CASE("suggest: a flow that begins at rest gets the rake and the seeds of its first motion",
          "[suggestions]")
{
    const auto moving = field_on(GridForm::Uniform, 9, rotation);
    const auto field = begins_at_rest();
    REQUIRE(suggest(*field).rakes.size() == 1);
    CHECK(suggest(*field).rakes == suggest(*moving).rakes);
    CHECK(seeds_throughout(*field, 50) == seeds_throughout(*moving, 50));
}

TEST_CASE("suggested_step: a few nodes that are a thousand times as fast do not shorten it so much",
          "[suggestions]")
{
    const auto field_with = [](double fastest) {
        return field_on(GridForm::Uniform, 33, [fastest](glm::dvec3 p) {
            return glm::dvec3{glm::length(p) < 0.1 ? fastest : 1.0, 0.0, 0.0};
        });
    };
    const auto even = field_with(1.0), mixed = field_with(1000.0);
    CHECK(suggested_step(*even) == even->info().suggested_step);
    CHECK(mixed->info().suggested_step < suggested_step(*even) / 900.0);
    CHECK(suggested_step(*mixed) == Approx(suggested_step(*even) / 4.0).epsilon(0.01));
}

TEST_CASE(
    "suggested_step: over the Earth what rises in thin layers does not hold the flow over the ground back",
    "[suggestions]")
{
    // 20 by 20 degrees and 20 km high; 60 m/s over the ground.
    const auto step_with = [](float upwards) {
        GridData data;
        data.dims = {glm::uvec3{3, 3, 3}};
        data.geometry = RectilinearGeometry{{{{-90, -80, -70}, {-10, 0, 10}, {0, 10'000, 20'000}}}};
        data.geographic = true;
        data.z_units = "m";
        NodeValues velocity{"velocity", 3, {}, "m/s"};
        for (int n = 0; n < 27; ++n)
            for (const float component : {60.0F, 0.0F, upwards}) velocity.values.own().push_back(component);
        data.arrays = {velocity};
        data.default_vector = "velocity";
        return Dataset{"storm", std::move(data)}.field()->info().suggested_step;
    };
    const double flat = step_with(0.0F);
    CHECK(flat == Approx(20.0 * metres_per_degree / 60.0 / 500.0));
    CHECK(step_with(5.0F) == Approx(flat));
    CHECK(step_with(25.0F) == Approx(20'000.0 / 25.0 / 25.0));  // a twenty-fifth of the height at most
}
