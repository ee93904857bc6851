// How long lines are, and those that end by it.
#include "compute_node/grids/geo.h"
#include "compute_node/readers/readers.h"
#include "tests/catch.h"
#include "tests/compute_node/lines/traced.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <string>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

/// All over a cube.
LineSeeds scattered(glm::dvec3 lo, double edge, std::size_t count)
{
    LineSeeds seeds;
    for (std::size_t i = 0; i < count; ++i) {
        const auto part = [i](double stride) {
            return std::fmod(0.5 + static_cast<double>(i) * stride, 1.0);
        };
        seeds.add({lo + edge * glm::dvec3{part(0.754877666), part(0.569840291), part(0.430159709)}, 0.0});
    }
    return seeds;
}

GridData lattice_data(glm::dvec3 origin, glm::dvec3 spacing,
                      const std::function<glm::dvec3(glm::dvec3)>& flow)
{
    GridData data;
    data.format = "test";
    data.dims = {glm::uvec3{9}};
    data.geometry = UniformGeometry{origin, spacing};
    NodeValues velocity{"velocity", 3, {}, ""};
    for (int n = 0; n < 9 * 9 * 9; ++n) {
        const glm::dvec3 v = flow(spacing * glm::dvec3{n % 9, n / 9 % 9, n / 81});
        for (int c = 0; c < 3; ++c) velocity.values.own().push_back(static_cast<float>(v[c]));
    }
    data.arrays = {velocity};
    return data;
}

std::shared_ptr<const Field> lattice(glm::dvec3 origin, double spacing,
                                     const std::function<glm::dvec3(glm::dvec3)>& flow)
{
    return Dataset{"test", lattice_data(origin, glm::dvec3{spacing}, flow)}.field();
}

/// An eddy of the ocean about 4 E, 0 N: 1 m/s at a distance of one degree, and so many m/s upward.
std::shared_ptr<const Field> eddy(double upward)
{
    GridData data = lattice_data({0, -4, 0}, {1, 1, 1e6}, [upward](glm::dvec3 p) {
        return glm::dvec3{4.0 - p.y, p.x - 4.0, upward};
    });
    data.geographic = true;
    data.z_units = std::string{"m"};
    return Dataset{"eddy", data}.field();
}

/// As metres of a map: half a million east and four million north, where binary32 knows a quarter of a metre.
const glm::dvec3 far_away{500'000.0, 4'000'000.0, 0.0};

/// Degrees all over the Earth; eastward and northward in m/s of a latitude.
std::shared_ptr<const Field> earth(const std::function<glm::dvec2(double latitude)>& current,
                                   const std::string& z_units = "m", double upward = 0.0)
{
    GridData data;
    RectilinearGeometry grid;
    for (int i = 0; i < 13; ++i) grid.coordinates[0].push_back(30.0 * i);
    for (int j = 0; j <= 160; ++j) grid.coordinates[1].push_back(j - 80.0);
    grid.coordinates[2] = {0.0, 1e7};
    NodeValues velocity{"velocity", 3, {}, "m/s"};
    for (int k = 0; k < 2; ++k)
        for (const double latitude : grid.coordinates[1])
            for (int i = 0; i < 13; ++i) {
                const glm::dvec2 v = current(latitude);
                for (const double component : {v.x, v.y, upward})
                    velocity.values.own().push_back(static_cast<float>(component));
            }
    data.dims = {{13, 161, 2}};
    data.geometry = grid;
    data.geographic = true;
    data.position_units = "degrees";
    data.z_units = z_units;
    data.arrays = {velocity};
    return Dataset{"earth", data}.field();
}

}  // namespace

TEST_CASE("LineTracer: all lines that stay long enough end at the limit of length", "[lines][length]")
{
    LineSettings settings = steps_of(0.01, 20'000);
    settings.integrator = GENERATE(Integrator::Rk4, Integrator::Dopri5);
    settings.max_length = GENERATE(0.5, 2.0);
    settings.scalar_is_length = true;
    const auto lines = trace(open_analytic("analytic:abc:24").field(), settings, scattered({}, 6.28, 400));
    std::size_t at_limit = 0;
    for (const TracedLine& line : lines) {
        CHECK((line.reason == Termination::LengthLimit || line.reason == Termination::LeftDomain));
        if (line.reason == Termination::LengthLimit) {
            ++at_limit;
            CHECK(line.points.back().w == Approx(settings.max_length).epsilon(2e-5));
        } else {
            CHECK(line.points.back().w <= settings.max_length * (1.0 + 2e-5));
        }
    }
    CHECK(at_limit > 150);
}

TEST_CASE("LineTracer: points lie at the ends of whole steps, and at a line's end", "[lines][length]")
{
    LineSettings settings = steps_of(0.3, 1000, StepUnit::Length);
    settings.max_time = 3.0;
    settings.scalar_is_length = true;
    std::size_t in_time = 0;
    for (const auto& line :
         trace(open_analytic("analytic:cell:24").field(), settings, scattered({}, 6.28, 100))) {
        if (line.reason != Termination::TimeLimit) continue;
        ++in_time;
        REQUIRE(line.points.size() == line.steps + 1);
        for (std::size_t i = 0; i + 1 < line.points.size(); ++i)
            CHECK(line.points[i].w == Approx(0.3 * static_cast<double>(i)));
        CHECK(line.elapsed.back() == Approx(3.0).epsilon(2e-5));
    }
    CHECK(in_time > 50);
}

TEST_CASE("LineTracer: a length is the same in short steps far from the origin", "[lines][length]")
{
    const auto field = lattice(far_away, 10.0, [](glm::dvec3) { return glm::dvec3{0.6, 0.8, 0.0}; });
    LineSettings settings = steps_of(GENERATE(0.2, 0.05, 0.01), 10'000);
    settings.max_time = 20.0;
    settings.scalar_is_length = true;
    const TracedLine line = trace_one(field, settings, field->info().relative(far_away + 20.0));
    CHECK(line.reason == Termination::TimeLimit);
    CHECK(line.points.back().w == Approx(20.0).epsilon(1e-5));
}

TEST_CASE("LineTracer: lines that leave do not stand still, whatever steps count", "[lines][length]")
{
    const auto unit = GENERATE(StepUnit::CellFraction, StepUnit::Length);
    LineSettings settings = steps_of(GENERATE(0.01, 0.07), 100'000, unit);
    settings.integrator = GENERATE(Integrator::Rk4, Integrator::Dopri5);
    for (const auto& field : {lattice(far_away, 1.0,
                                      [](glm::dvec3) {
                                          return glm::dvec3{0.6, 0.8, 0.1};
                                      }),
                              open_analytic("analytic:abc:24").field()}) {
        const Bounds& box = field->info().bounds;
        const glm::dvec3 lo{field->info().relative(box.lo)};
        for (const TracedLine& line : trace(field, settings, scattered(lo, box.hi.x - box.lo.x, 150)))
            CHECK((line.reason == Termination::LeftDomain || line.steps == settings.max_steps));
    }
}

TEST_CASE("LineTracer: tolerances hold in steps of cells, however fast the flow", "[lines][length]")
{
    LineSettings settings = steps_of(8.0, 100'000, StepUnit::CellFraction);
    settings.integrator = Integrator::Dopri5;
    settings.relative_tolerance = settings.absolute_tolerance = 1e-6;
    const double speed = GENERATE(1e-9, 1.0, 1e9);
    settings.max_time = 4.0 * std::numbers::pi / speed;
    const auto field = field_on(GridForm::Uniform, 9, [speed](glm::dvec3 p) { return speed * rotation(p); });
    const TracedLine line = trace_one(field, settings, {1.0F, 0.0F, 0.0F});
    CHECK(glm::distance(line.end(), {1.0, 0.0, 0.0}) < 3e-5);
}

TEST_CASE("LineTracer: steps of cells follow a vortex into its core", "[lines][length]")
{
    LineSettings settings = steps_of(0.5, 50, StepUnit::CellFraction);
    const auto field = field_on(GENERATE(GridForm::Uniform, GridForm::Curvilinear), 9, rotation);
    for (const float radius : {1.0F, 1e-1F, 1e-3F, 1e-4F}) {
        for (const auto& point : trace_one(field, settings, {radius, 0.0F, 0.2F}).points)
            CHECK(glm::length(glm::vec2{point}) == Approx(radius).epsilon(0.02));
    }
}

TEST_CASE("LineTracer: steps of cells follow an eddy of the ocean, however it rises", "[lines][length]")
{
    const LineSettings settings = steps_of(0.5, 50, StepUnit::CellFraction);
    const auto field = eddy(GENERATE(0.0, 1e-3));
    for (const auto& point : trace_one(field, settings, {4.3F, 0.0F, 1e5F}).points)
        CHECK(std::hypot(point.x - 4.0F, point.y) == Approx(0.3).epsilon(0.02));
}

TEST_CASE("LineTracer: what only changes its height does not stand still", "[lines]")
{
    LineSettings settings = steps_of(1000.0, 20, GENERATE(StepUnit::Time, StepUnit::CellFraction));
    if (settings.step_unit == StepUnit::CellFraction) settings.step = 0.01;
    const auto calm = [](double) { return glm::dvec2{0.0}; };
    const std::string z_units = GENERATE("m", "hPa");
    const TracedLine line = trace_one(earth(calm, z_units, 4.0), settings, {20.0F, 60.0F, 0.0F});
    CHECK(line.reason == Termination::StepLimit);
    CHECK(line.end().z > 0.0);
    CHECK(trace_one(earth(calm, z_units), settings, {20.0F, 60.0F, 0.0F}).reason == Termination::Stagnant);
}

TEST_CASE("Field: the largest speed on a latitude-longitude grid is that of its fastest node", "[field]")
{
    const auto slow_at_poles = [](double latitude) {
        return glm::dvec2{std::abs(latitude) < 45.0 ? 2.0 : 0.1, 0.0};
    };
    CHECK(earth(slow_at_poles)->info().max_speed == Approx(2.0).epsilon(1e-5));
}

TEST_CASE("LineTracer: the speed on latitude-longitude grids is that of the velocity", "[lines]")
{
    // Winds that turn from row to row are slower between them.
    const auto field = earth([](double latitude) {
        const double turned = 0.5 * std::numbers::pi * latitude;
        return glm::dvec2{8.0 * std::cos(turned), 8.0 * std::sin(turned)};
    });
    const LineSettings settings = steps_of(1.0, 1);
    for (const float latitude : {-20.0F, 10.5F, 60.25F}) {
        const glm::vec4 seed = trace_one(field, settings, {20.0F, latitude, 0.0F}).points.front();
        const double part = latitude - std::floor(latitude);
        CHECK(seed.w == Approx(8.0 * std::hypot(part, 1.0 - part)).epsilon(1e-2));
    }
}

TEST_CASE("LineTracer: lengths on latitude-longitude grids are metres", "[lines][length]")
{
    LineSettings settings = steps_of(1000.0, 500);
    settings.integrator = GENERATE(Integrator::Rk4, Integrator::Dopri5);
    settings.scalar_is_length = true;
    SECTION("along a circle of latitude, and across them")
    {
        const auto field = earth([](double) { return glm::dvec2{3.0, 4.0}; });
        settings.max_time = 3e5;
        const TracedLine line = trace_one(field, settings, {20.0F, 30.0F, 0.0F});
        CHECK(line.reason == Termination::TimeLimit);
        CHECK(line.points.back().w == Approx(5.0 * 3e5).epsilon(3e-4));
    }
    SECTION("upward too, where height is in metres")
    {
        settings.max_time = 1e5;
        const auto calm = [](double) { return glm::dvec2{3.0, 0.0}; };
        const glm::vec3 seed{20.0F, 60.0F, 0.0F};
        CHECK(trace_one(earth(calm, "m", 4.0), settings, seed).points.back().w == Approx(5e5).epsilon(1e-4));
        CHECK(trace_one(earth(calm, "hPa", 4.0), settings, seed).points.back().w ==
              Approx(3e5).epsilon(1e-4));
    }
}

TEST_CASE("LineTracer: steps and limits of length on latitude-longitude grids count metres",
          "[lines][length]")
{
    const auto field = earth([](double latitude) { return glm::dvec2{2.0 + 0.01 * latitude, 0.0}; });
    LineSettings settings = steps_of(10'000.0, 60, StepUnit::Length);
    const glm::vec3 seed{20.0F, 60.0F, 0.0F};
    const double degree = earth_radius_metres * std::numbers::pi / 180.0 * std::cos(std::numbers::pi / 3.0);
    const TracedLine line = trace_one(field, settings, seed);
    CHECK(line.reason == Termination::StepLimit);
    CHECK(line.end().x == Approx(20.0 + 600'000.0 / degree).epsilon(1e-5));
    CHECK(line.elapsed.back() == Approx(600'000.0 / 2.6).epsilon(1e-5));
    settings.step_unit = StepUnit::Time;
    settings.step = 1000.0;
    settings.max_steps = 10'000;
    settings.max_length = 444'000.0;
    const TracedLine limited = trace_one(field, settings, seed);
    CHECK(limited.reason == Termination::LengthLimit);
    CHECK(limited.end().x == Approx(20.0 + 444'000.0 / degree).epsilon(1e-5));
}
