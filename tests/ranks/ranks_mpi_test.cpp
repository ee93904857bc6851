#include "compute_node/datasets/time_series.h"
#include "compute_node/lines/streaklines.h"
#include "tests/catch.h"
#include "tests/compute_node/particles/frames.h"
#include "tests/compute_node/sampled_field.h"
#include "tests/ranks/rank_jobs.h"

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::model;
using namespace farfield::compute::testing;

namespace {

glm::dvec3 swirl(glm::dvec3 p)
{
    return {-p.y + 0.1 * p.z, p.x - 0.2 * p.z * p.y, 0.3 * p.x * p.y};
}

/// Some are outside.
LineSeeds seeds(std::size_t count)
{
    LineSeeds seeds;
    for (std::size_t i = 0; i < count; ++i) {
        const float part = static_cast<float>(i) / static_cast<float>(count);
        seeds.add({4.2F * part - 2.1F, 1.5F - part, 0.7F * part - 0.3F, 0.2F * part});
    }
    return seeds;
}

void check_lines(const std::shared_ptr<const Field>& field, const LineSettings& settings = {})
{
    const LineSeeds some = seeds(3000);
    const auto shared = ranks().share(*field);
    for (const int threads : {1, 2}) {
        Delivered one, all;
        LineTracer{field, settings, threads}.trace(some, one.sink());
        LineTracer{shared, settings, Resources{threads, &ranks()}}.trace(some, all.sink());
        check_same(one, all);
    }
}

std::shared_ptr<const Field> gusty()
{
    const auto slice = [](double strength) {
        return [strength](const std::stop_token&) {
            return data_on(
                GridForm::Curvilinear, 9, [=](glm::dvec3 p) { return strength * swirl(p); },
                [](glm::dvec3 p) { return p.x; });
        };
    };
    return TimeSeries{"gusty", {{0.0, "a", slice(1.0)}, {1.0, "b", slice(2.0)}, {3.0, "c", slice(0.5)}}}
        .field({}, ~std::uint64_t{0});
}

}  // namespace

TEST_CASE("LineTracer: any number of ranks gives the same bits in the same order, on every kind of grid",
          "[ranks]")
{
    check_lines(field_on(GridForm::Uniform, 17, swirl));
    check_lines(field_on(GridForm::Rectilinear, 17, swirl));
    check_lines(field_on(GridForm::Curvilinear, 17, swirl));
    check_lines(field_on(GridForm::Unstructured, 9, swirl));
    check_lines(open_analytic("analytic:cell").field());
}

TEST_CASE("LineTracer: ranks give the same bits in fields that change and with steps that adapt", "[ranks]")
{
    LineSettings adaptive;
    adaptive.integrator = Integrator::Dopri5;
    adaptive.max_time = 2.0;
    check_lines(gusty());
    check_lines(gusty(), adaptive);
    LineSettings backward;
    backward.backward = true;
    backward.flow_time = FlowTime::Frozen;
    check_lines(gusty(), backward);
}

TEST_CASE("LineTracer: with ranks, a step may be longer than the time between slices", "[ranks]")
{
    LineSettings settings;
    settings.integrator = GENERATE(Integrator::Rk4, Integrator::Dopri5);
    settings.step_unit = GENERATE(StepUnit::Time, StepUnit::CellFraction);
    settings.step = 1.5;  // slices are 1 apart
    check_lines(gusty(), settings);
}

TEST_CASE("trace_streaklines: ranks give the same bits", "[ranks]")
{
    LineSettings settings;
    settings.step = 0.02;
    settings.max_steps = 30;
    const auto field = gusty(), shared = ranks().share(*field);
    Delivered one, all;
    trace_streaklines(field, settings, 1, seeds(500), one.sink());
    trace_streaklines(shared, settings, Resources{1, &ranks()}, seeds(500), all.sink());
    check_same(one, all);
}

namespace {

/// Frames of particles while their rakes, settings and scalar change.
std::vector<Frame> changing_frames(ParticleSystem particles, const std::shared_ptr<const Field>& other_scalar)
{
    std::vector<Frame> frames;
    const auto go_on = [&] {
        for (int i = 0; i < 5; ++i) frames.push_back(next_frame(particles));
    };
    go_on();
    std::vector<Rake> rakes = particles.rakes();
    std::swap(rakes[1], rakes[2]);
    particles.set_rakes(rakes);
    go_on();
    ParticleSettings settings = particles.settings();
    settings.step = 0.01;
    settings.scalar_is_age = true;
    particles.set_settings(settings);
    go_on();
    settings.scalar_is_age = false;
    settings.scalar_is_length = true;
    particles.set_settings(settings);
    go_on();
    settings.developed = true;
    settings.time.start = 0.5;
    particles.set_settings(settings);
    go_on();
    settings.scalar_is_length = false;
    particles.set_settings(settings);
    particles.set_scalar(other_scalar);
    go_on();
    rakes.resize(1);
    particles.set_rakes(rakes);
    go_on();
    return frames;
}

void check_particles_of_ranks(const std::shared_ptr<const Field>& field,
                              const std::shared_ptr<const Field>& other_scalar)
{
    Rake in_turns{LineRake{{-1.5, 0.3, 0.1}, {1.5, 0.2, 0.4}, 50}, 3};
    in_turns.injection = {.start = 0.2, .end = 1.5, .interval = 0.11};
    const std::vector<Rake> rakes{
        {LineRake{{-1.9, -1.9, -1.0}, {2.2, 1.9, 1.5}, 3001}, 66}, in_turns, {PointRake{{0.1, 0.2, 0.3}}, 9}};
    ParticleSettings settings;
    settings.step = 0.02;
    settings.steps_per_frame = 4;
    settings.max_age_frames = 4;
    settings.threads = 1;
    const auto one = changing_frames({field, rakes, settings}, other_scalar);
    const auto shared = ranks().share(*field), shared_other = ranks().share(*other_scalar);
    settings.threads = 2;
    const auto all = changing_frames({shared, rakes, settings, {}, &ranks()}, shared_other);
    REQUIRE(one.size() == all.size());
    for (std::size_t i = 0; i < one.size(); ++i) CHECK(same_bits(one[i], all[i]));
}

}  // namespace

TEST_CASE("ParticleSystem: any number of ranks gives the same bits, also where things change", "[ranks]")
{
    const auto with = [](GridForm form) {
        const Dataset dataset = dataset_on(form, 9, swirl, [](glm::dvec3 p) { return p.x + 2.0 * p.y; });
        check_particles_of_ranks(dataset.field(), dataset.field({"", "s"}));
    };
    with(GridForm::Uniform);
    with(GridForm::Curvilinear);
    with(GridForm::Unstructured);
    check_particles_of_ranks(gusty(), gusty());
}

TEST_CASE("ParticleSystem: of several programs each has its own particles on the ranks", "[ranks]")
{
    const auto field = field_on(GridForm::Uniform, 17, swirl), shared = ranks().share(*field);
    const std::vector<Rake> some{{LineRake{{-1, -1, 0}, {1, 1, 0}, 5000}, 41}},
        others{{LineRake{{-1, 1, 0}, {1, -1, 0.5}, 7000}, 31}};
    const auto check = [&](const std::vector<Rake>& rakes) {
        ParticleSettings settings;
        settings.steps_per_frame = 4;
        ParticleSystem one{field, rakes, settings}, all{shared, rakes, settings, {}, &ranks()};
        for (int i = 0; i < 10; ++i)
            if (!same_bits(next_frame(one), next_frame(all))) return false;
        return true;
    };
    bool same = false, other_same = false;
    std::thread beside{[&] { other_same = check(others); }};
    same = check(some);
    beside.join();
    CHECK(same);
    CHECK(other_same);
}

TEST_CASE("LineTracer: with ranks, nothing is delivered of what others trace when the job is cancelled",
          "[ranks]")
{
    LineSettings settings;
    settings.max_steps = 5000;
    settings.keep_points = false;
    const LineTracer tracer{ranks().share(*field_on(GridForm::Uniform, 9, rotation)), settings,
                            Resources{1, &ranks()}};
    CHECK(delivered_after_cancelling(tracer, seeds(5000)) == 0);
}

TEST_CASE("LineTracer: what a sink throws while ranks are at work comes out, and the next job is whole",
          "[ranks]")
{
    const auto field = field_on(GridForm::Uniform, 17, swirl), shared = ranks().share(*field);
    const LineTracer tracer{shared, LineSettings{}, Resources{1, &ranks()}};
    const auto refuse = [](const LineBlock&, const TraceProgress&) {
        throw std::runtime_error("the disk is full");
    };
    CHECK_THROWS_WITH(tracer.trace(seeds(3000), refuse), "the disk is full");
    Delivered one, all;
    LineTracer{field, LineSettings{}, 1}.trace(seeds(2000), one.sink());
    tracer.trace(seeds(2000), all.sink());
    check_same(one, all);
}

TEST_CASE("LineTracer: several jobs at once share the ranks, each with its own bits", "[ranks]")
{
    const auto field = field_on(GridForm::Uniform, 17, swirl), shared = ranks().share(*field);
    Delivered one;
    LineTracer{field, LineSettings{}, 1}.trace(seeds(2000), one.sink());
    std::vector<Delivered> each(3);
    std::vector<std::thread> threads;
    for (Delivered& delivered : each)
        threads.emplace_back([&] {
            LineTracer{shared, LineSettings{}, Resources{1, &ranks()}}.trace(seeds(2000), delivered.sink());
        });
    for (std::thread& thread : threads) thread.join();
    for (const Delivered& delivered : each) check_same(one, delivered);
}

TEST_CASE("Ranks::share: a field that the ranks do not have is traced here alone", "[ranks]")
{
    const auto field = field_on(GridForm::Uniform, 9, swirl);
    Delivered one, all;
    LineTracer{field, LineSettings{}, 1}.trace(seeds(1000), one.sink());
    LineTracer{field, LineSettings{}, Resources{1, &ranks()}}.trace(seeds(1000), all.sink());
    check_same(one, all);
}
