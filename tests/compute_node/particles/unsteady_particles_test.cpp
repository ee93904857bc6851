// Particles in fields that change: linear in time between slices.
#include "compute_node/datasets/time_series.h"
#include "tests/catch.h"
#include "tests/compute_node/particles/frames.h"
#include "tests/compute_node/sampled_field.h"

#include <limits>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::model;
using namespace farfield::compute::testing;

namespace {

/// The same wind everywhere, of a strength for each slice, on 5^3 nodes of [-2, 2]^3.
std::shared_ptr<const Field> wind(GridForm form, const std::vector<double>& times,
                                  const std::vector<double>& strengths)
{
    std::vector<TimeSlice> slices;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const auto blow = [strength = strengths[i]](glm::dvec3) { return glm::dvec3{strength, 0.0, 0.0}; };
        slices.push_back({times[i], "slice", [form, blow](const std::stop_token&) {
                              return data_on(form, 5, blow, [](glm::dvec3) { return 0.0; });
                          }});
    }
    return TimeSeries{"wind", slices}.field();
}

/// Strength t from t = 0 to 1, then down to 0 at 3.
std::shared_ptr<const Field> gust(GridForm form)
{
    return wind(form, {0.0, 1.0, 3.0}, {0.0, 1.0, 0.0});
}

double strength_at(double t)
{
    return t <= 1.0 ? t : 1.5 - 0.5 * t;
}

/// How far it blows from 0 to t <= 3.
double blown(double t)
{
    const double u = t - 1.0;
    return t <= 1.0 ? 0.5 * t * t : 0.5 + u - 0.25 * u * u;
}

const Rake at_left{PointRake{{-1.5, 0.1, 0.2}}};

/// The only particle's x in each of the next frames.
std::vector<double> track(ParticleSystem& particles, int frames)
{
    std::vector<double> track;
    for (int i = 0; i < frames; ++i) track.push_back(next_frame(particles).front().x);
    return track;
}

}  // namespace

TEST_CASE("ParticleSystem: particles run with the field's time", "[particles][unsteady]")
{
    const auto form =
        GENERATE(GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured);
    ParticleSettings settings = settings_with(0.0625);
    settings.steps_per_frame = GENERATE(1U, 2U);
    ParticleSystem particles{gust(form), {at_left}, settings};
    const auto x = track(particles, 24);
    for (std::size_t i = 0; i < x.size(); ++i)
        CHECK(x[i] ==
              Approx(-1.5 + blown(0.0625 * settings.steps_per_frame * static_cast<double>(i))).margin(1e-5));
}

TEST_CASE("ParticleSystem: begins at the time asked for", "[particles][unsteady]")
{
    ParticleSettings settings = settings_with(0.125);
    settings.time.start = 1.5;
    ParticleSystem particles{gust(GridForm::Uniform), {at_left}, settings};
    const auto x = track(particles, 12);
    for (std::size_t i = 0; i < x.size(); ++i)
        CHECK(x[i] == Approx(-1.5 + blown(1.5 + 0.125 * static_cast<double>(i)) - blown(1.5)).margin(1e-5));
}

TEST_CASE("ParticleSystem: a frame tells its time on the field's clock", "[particles][unsteady]")
{
    ParticleSettings settings = settings_with(0.5);
    settings.time = {.start = 2.25, .loop = GENERATE(true, false)};
    ParticleSystem particles{gust(GridForm::Uniform), {at_left}, settings};
    std::vector<AlignedRow> rows(1);
    std::vector<double> times;
    for (int i = 0; i < 4; ++i)
        times.push_back(
            particles.write_frame(std::as_writable_bytes(std::span{rows}), ByteOrder::Native).time);
    CHECK(times ==
          (settings.time.loop ? std::vector{2.25, 2.75, 0.25, 0.75} : std::vector{2.25, 2.75, 3.0, 3.0}));
}

TEST_CASE("ParticleSystem: particles live on where the field's time begins anew", "[particles][unsteady]")
{
    ParticleSettings settings = settings_with(0.125);
    settings.time.start = 2.0;
    ParticleSystem particles{gust(GridForm::Uniform), {at_left}, settings};
    const auto x = track(particles, 17);
    CHECK(x[8] == Approx(-1.5 + blown(3.0) - blown(2.0)).margin(1e-5));
    CHECK(x[16] == Approx(x[8] + blown(1.0)).margin(1e-5));
}

TEST_CASE("ParticleSystem: without a loop the last slice holds, and upstream the first",
          "[particles][unsteady]")
{
    const auto field = wind(GridForm::Uniform, {0.0, 1.0}, {0.25, 0.5});
    ParticleSettings settings = settings_with(0.25);
    settings.time = {.start = 1.0, .loop = false};
    ParticleSystem later{field, {at_left}, settings};
    CHECK(track(later, 5).back() == Approx(-1.5 + 0.5).margin(1e-5));
    settings.step = -0.25;
    settings.time.start = 0.0;
    ParticleSystem upstream{field, {{PointRake{{1.0, 0.0, 0.0}}}}, settings};
    CHECK(track(upstream, 5).back() == Approx(1.0 - 0.25).margin(1e-5));
}

TEST_CASE("ParticleSystem: at the very time of a slice that one alone counts", "[particles][unsteady]")
{
    const double none = std::numeric_limits<double>::quiet_NaN();
    const auto form = GENERATE(GridForm::Uniform, GridForm::Curvilinear, GridForm::Unstructured);
    ParticleSettings settings = settings_with(0.25);
    settings.time = {.start = 1.0, .loop = false};
    ParticleSystem particles{wind(form, {0.0, 1.0}, {none, 0.5}), {at_left}, settings};
    CHECK(track(particles, 5).back() == Approx(-1.5 + 0.5).margin(1e-5));
}

TEST_CASE("ParticleSystem: each release shows the field as it is then", "[particles][unsteady]")
{
    ParticleSystem particles{gust(GridForm::Uniform), {at_left}, settings_with(0.25, 3)};
    for (int i = 0; i < 12; ++i) {
        const glm::vec4 particle = next_frame(particles).front();
        if (i % 4 == 0) CHECK(particle.w == Approx(strength_at(0.25 * i)).margin(1e-6));
        if (i % 4 == 3) CHECK(is_dead(particle));
    }
}

TEST_CASE("ParticleSystem: a seed with invalid data at first is released once they are valid",
          "[particles][unsteady]")
{
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const auto form = GENERATE(GridForm::Uniform, GridForm::Curvilinear, GridForm::Unstructured);
    const auto field = wind(form, {0.0, 1.0, 2.0, 3.0}, {none, none, 0.125, 0.125});
    ParticleSettings settings = settings_with(0.5);
    settings.time.loop = false;
    ParticleSystem particles{field, {at_left, {PointRake{{7.0, 0.0, 0.0}}}}, settings};
    CHECK(particles.last_outcome().seeds_outside == 1);
    std::string life;
    for (int i = 0; i < 8; ++i) {
        const Frame frame = next_frame(particles);
        life += is_dead(frame[0]) ? '.' : '1';
        CHECK(is_dead(frame[1]));
    }
    CHECK(life == "....1111");
}

TEST_CASE("ParticleSystem: developed in an unsteady field as if the program had begun a life earlier",
          "[particles][unsteady]")
{
    const auto form = GENERATE(GridForm::Uniform, GridForm::Curvilinear);
    constexpr std::uint32_t max_age = 19;
    const Rake rake{LineRake{{-1.5, 0, 0}, {-1.0, 0.5, 0.5}, 5}, 7};
    ParticleSettings settings = settings_with(0.0625, max_age);
    settings.time.start = 2.0;
    ParticleSystem early{gust(form), {rake}, settings};
    for (std::uint32_t i = 0; i <= max_age; ++i) next_frame(early);
    settings.time.start = 2.0 + (max_age + 1) * 0.0625;
    settings.developed = true;
    ParticleSystem developed{gust(form), {rake}, settings};
    for (int i = 0; i < 25; ++i) CHECK(same_bits(next_frame(developed), next_frame(early)));
}

TEST_CASE("ParticleSystem::set_settings: a new time starts all over there", "[particles][unsteady]")
{
    ParticleSystem particles{gust(GridForm::Uniform), {at_left}, settings_with(0.125)};
    track(particles, 5);
    ParticleSettings settings = settings_with(0.125);
    settings.time.start = 1.0;
    CHECK(particles.set_settings(settings).restarted == std::vector<std::size_t>{0});
    const auto x = track(particles, 9);
    CHECK(x.front() == -1.5);
    CHECK(x.back() == Approx(-1.5 + blown(2.0) - blown(1.0)).margin(1e-5));
}

TEST_CASE("ParticleSystem::set_rakes: a rake that changes later sees the field as it is then",
          "[particles][unsteady]")
{
    ParticleSystem particles{gust(GridForm::Uniform), {at_left}, settings_with(0.125)};
    track(particles, 8);  // the next frame is at 1
    particles.set_rakes({{PointRake{{-1.25, 0.0, 0.0}}}});
    const auto x = track(particles, 9);
    CHECK(x.back() == Approx(-1.25 + blown(2.0) - blown(1.0)).margin(1e-5));
}
