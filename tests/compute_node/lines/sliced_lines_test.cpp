// Lines through fields with time slices read on the way: the same bits as with all of them in memory.
#include "compute_node/lines/streaklines.h"
#include "tests/catch.h"
#include "tests/compute_node/lines/traced.h"
#include "tests/compute_node/swaying_series.h"

#include <atomic>
#include <cstring>
#include <limits>

using Catch::Matchers::ContainsSubstring;
using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

/// Scattered in space and time, some before the first slice, after the last or outside the box.
LineSeeds seeds_among_slices(std::size_t count, float last_time)
{
    LineSeeds seeds;
    for (std::size_t i = 0; i < count; ++i) {
        const auto part = [i](double stride) {
            return std::fmod(0.5 + static_cast<double>(i) * stride, 1.0);
        };
        const glm::dvec3 position{4.2 * glm::dvec3{part(0.754877666), part(0.569840291), part(0.430159709)} -
                                  2.1};
        const double time = i % 4 == 0 ? 0.0 : -0.1 + (last_time + 0.2) * part(0.618033989);
        seeds.add({glm::vec3{position}, static_cast<float>(time)});
    }
    seeds.add({0.5F, 0.5F, 0.0F, std::numeric_limits<float>::quiet_NaN()});
    seeds.add({0.5F, 0.5F, 0.0F, last_time});
    return seeds;
}

LineSettings sliced_settings(Integrator integrator, StepUnit unit, bool backward)
{
    LineSettings settings;
    settings.integrator = integrator;
    settings.step_unit = unit;
    settings.step = 0.07;
    settings.max_steps = 300;
    settings.backward = backward;
    return settings;
}

}  // namespace

TEST_CASE("LineTracer: slices read on the way give the same bits as slices in memory", "[lines][sliced]")
{
    const auto form =
        GENERATE(GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured);
    const auto integrator = GENERATE(Integrator::Rk4, Integrator::Dopri5);
    const auto unit = GENERATE(StepUnit::Time, StepUnit::CellFraction, StepUnit::Length);
    const bool backward = GENERATE(false, true);
    LineSettings settings = sliced_settings(integrator, unit, backward);
    const auto slices = swaying_slices(form, 9);
    const auto in_memory = TimeSeries{"swaying", slices}.field({}, bytes_of(9));
    const LineSeeds seeds = seeds_among_slices(300, in_memory->slices().times.back());
    for (const FlowTime flow_time : {FlowTime::Moving, FlowTime::Frozen}) {
        settings.flow_time = flow_time;
        const auto expected = trace(in_memory, settings, seeds);
        for (const std::uint64_t fitting : {4U, 5U, 7U, 10U}) {
            CAPTURE(static_cast<int>(flow_time), fitting);
            CHECK(differing(trace(sliced(slices, fitting), settings, seeds, 2), expected) == 0);
        }
    }
}

TEST_CASE("LineTracer: a step longer than all slices that fit is taken in parts", "[lines][sliced]")
{
    const auto slices = swaying_slices(GridForm::Uniform, 20);
    const auto in_memory = TimeSeries{"swaying", slices}.field({}, bytes_of(20));
    LineSettings settings = sliced_settings(Integrator::Dopri5, StepUnit::Time, GENERATE(false, true));
    settings.step = 4.0;  // of 4.8
    settings.absolute_tolerance = GENERATE(1e-6, 10.0);
    const LineSeeds seeds = seeds_among_slices(200, in_memory->slices().times.back());
    CHECK(differing(trace(sliced(slices, 4), settings, seeds), trace(in_memory, settings, seeds)) == 0);
}

TEST_CASE("LineTracer: with slices read on the way, ends alone are the same too", "[lines][sliced]")
{
    const auto slices = swaying_slices(GridForm::Curvilinear, 9);
    const auto in_memory = TimeSeries{"swaying", slices}.field({"", "s"}, bytes_of(9));
    LineSettings settings =
        sliced_settings(GENERATE(Integrator::Rk4, Integrator::Dopri5), StepUnit::Time, false);
    settings.keep_points = false;
    settings.max_time = 1.1;
    const LineSeeds seeds = seeds_among_slices(300, in_memory->slices().times.back());
    CHECK(differing(trace(sliced(slices, 4, {"", "s"}), settings, seeds, 3),
                    trace(in_memory, settings, seeds, 1)) == 0);
}

TEST_CASE("trace_streaklines: the same bits with slices read on the way", "[lines][sliced]")
{
    const auto slices = swaying_slices(GridForm::Uniform, 9);
    const auto in_memory = TimeSeries{"swaying", slices}.field({}, bytes_of(9));
    const LineSettings settings = [] {
        LineSettings all = sliced_settings(Integrator::Rk4, StepUnit::Time, false);
        all.max_steps = 25;
        return all;
    }();
    const LineSeeds seeds = seeds_among_slices(40, 0.5F);
    const auto streaks = [&](const FieldSource& field) {
        LineBlock all;
        trace_streaklines(field, settings, 2, seeds, [&](const LineBlock& block, const TraceProgress&) {
            all.points.insert(all.points.end(), block.points.begin(), block.points.end());
            all.lines.insert(all.lines.end(), block.lines.begin(), block.lines.end());
        });
        return all;
    };
    const LineBlock expected = streaks(in_memory), found = streaks(sliced(slices, 4));
    CHECK(same_bits(found.points, expected.points));
    CHECK(found.lines.size() == expected.lines.size());
}

TEST_CASE("LineTracer: each slice is read once when lines run through them all", "[lines][sliced]")
{
    auto slices = swaying_slices(GridForm::Uniform, 12);
    const auto reads = std::make_shared<std::array<std::atomic<int>, 12>>();
    for (std::size_t i = 0; i < slices.size(); ++i)
        slices[i].read = [reads, i, read = slices[i].read](const std::stop_token& cancel) {
            ++(*reads)[i];
            return read(cancel);
        };
    const LineSettings settings = sliced_settings(Integrator::Rk4, StepUnit::Time, GENERATE(false, true));
    const auto field = sliced(slices, GENERATE(4U, 5U, 8U));
    (*reads)[0] = 0;  // it was read for its grid
    const float seed_time = settings.backward ? field.field->slices().times.back() : 0.0F;
    const auto line = trace(field, settings, seeds_at({{0.2F, 0.2F, 0.0F}}, seed_time)).front();
    CHECK(line.reason == Termination::OutOfTime);
    for (const std::atomic<int>& of_slice : *reads) CHECK(of_slice == 1);
}

TEST_CASE("LineTracer: streamlines read the two slices about their time, and the next job none again",
          "[lines][sliced]")
{
    auto slices = swaying_slices(GridForm::Uniform, 9);
    const auto reads = std::make_shared<std::array<std::atomic<int>, 9>>();
    for (std::size_t i = 0; i < slices.size(); ++i)
        slices[i].read = [reads, i, read = slices[i].read](const std::stop_token& cancel) {
            ++(*reads)[i];
            return read(cancel);
        };
    LineSettings settings = sliced_settings(Integrator::Rk4, StepUnit::Time, GENERATE(false, true));
    settings.flow_time = FlowTime::Frozen;
    const FieldSource field = sliced(slices, 7);
    (*reads)[0] = 0;  // it was read for its grid
    for (int job = 0; job < 3; ++job) (void)trace(field, settings, seeds_at({{0.2F, 0.2F, 0.0F}}, 0.6F));
    for (std::size_t i = 0; i < slices.size(); ++i) CHECK((*reads)[i] == (i == 2 || i == 3 ? 1 : 0));
}

TEST_CASE("LineTracer: a cancelled job with slices read on the way delivers no more", "[lines][sliced]")
{
    const auto slices = swaying_slices(GridForm::Uniform, 9);
    const LineSettings settings = sliced_settings(Integrator::Rk4, StepUnit::Time, false);
    const LineTracer tracer{sliced(slices, 4), settings, 2};
    const LineSeeds seeds = seeds_among_slices(300, 1.0F);
    std::atomic<bool> cancelled{false};
    std::size_t calls_after = 0;
    tracer.trace(
        seeds,
        [&](const LineBlock& block, const TraceProgress& progress) {
            CHECK(block.lines.empty());  // all lines need later slices
            calls_after += cancelled ? 1 : 0;
            if (progress.slice >= 5) cancelled = true;
        },
        &cancelled);
    CHECK(cancelled);
    CHECK(calls_after == 0);
}

TEST_CASE("SeriesField: too little memory names what a slice takes", "[lines][sliced]")
{
    const auto too_little = [] { return sliced(swaying_slices(GridForm::Uniform, 9), 3); };
    CHECK_THROWS_WITH(too_little(), ContainsSubstring("max_dataset_bytes leaves 34992") &&
                                        ContainsSubstring("slices of 11664 bytes"));
}

TEST_CASE("LineTracer: a slice that cannot be used is an error when it is wanted, not before",
          "[lines][sliced]")
{
    auto slices = swaying_slices(GridForm::Uniform, 9);
    const auto [broken, part] = GENERATE(table<int, std::string>({{0, "another grid"}, {1, "gone"}}));
    slices[6].read = [broken = broken](const std::stop_token&) -> GridData {
        GridData data = swaying(broken == 0 ? GridForm::Rectilinear : GridForm::Uniform, 6);
        if (broken == 1) throw std::runtime_error("slice 6 is gone");
        return data;
    };
    const LineSettings settings = sliced_settings(Integrator::Rk4, StepUnit::Time, false);
    const auto through = [&] { return trace(sliced(slices, 5), settings, seeds_at({{0.2F, 0.2F, 0.0F}})); };
    CHECK_THROWS_WITH(through(), ContainsSubstring("slice 6") && ContainsSubstring(part));
    LineSettings shorter = settings;
    shorter.max_time = 1.0;  // slice 4 is at that time
    CHECK(trace(sliced(slices, 5), shorter, seeds_at({{0.2F, 0.2F, 0.0F}})).front().reason ==
          Termination::TimeLimit);
}

TEST_CASE("LineTracer: a slice without the velocity is left out, and lines run between its neighbours",
          "[lines][sliced]")
{
    auto slices = swaying_slices(GridForm::Uniform, 9);
    auto without = slices;
    without.erase(without.begin() + 4);
    slices[4].read = [](const std::stop_token&) {
        GridData data = swaying(GridForm::Uniform, 4);
        data.arrays.erase(data.arrays.begin());
        return data;
    };
    const LineSettings settings = sliced_settings(Integrator::Rk4, StepUnit::Time, false);
    const auto seeds = seeds_at({{0.2F, 0.2F, 0.0F}, {-0.4F, 0.1F, 0.2F}});
    const auto expected = trace(sliced(without, 5), settings, seeds);
    const TimeSeries series{"swaying", slices};
    const auto in_memory = trace(series.field(), settings, seeds);
    const FieldSource in_files = sliced(slices, 5);
    const auto on_the_way = trace(in_files, settings, seeds);
    const std::string remark = "'slice 4' lacks an array that is asked for, and is left out.";
    CHECK(remark_on_left_out(series, *series.field()) == remark);
    CHECK(dynamic_cast<const SeriesField&>(*in_files.slices).remark() == remark);
    for (std::size_t i = 0; i < expected.size(); ++i)
        for (const auto& found : {in_memory[i], on_the_way[i]}) {
            REQUIRE(found.points.size() == expected[i].points.size());
            CHECK(glm::distance(found.end(), expected[i].end()) < 1e-4);
        }
}
