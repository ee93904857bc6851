// Particles in fields with time slices read on the way: the same bits as with all of them in memory.
#include "tests/catch.h"
#include "tests/compute_node/particles/frames.h"
#include "tests/compute_node/swaying_series.h"

#include <array>
#include <atomic>

using Catch::Matchers::ContainsSubstring;
using namespace farfield;
using namespace farfield::compute;
using namespace farfield::model;
using namespace farfield::compute::testing;

namespace {

constexpr int slice_count = 9;  // to 2 s

std::vector<Rake> rakes()
{
    Rake in_turns{LineRake{{-1.5, 0.3, 0.1}, {1.5, 0.2, 0.4}, 5}, 3};
    in_turns.injection = {.start = 0.2, .end = 1.5, .interval = 0.11};
    return {{LineRake{{-1.9, -1.9, -1.0}, {1.9, 1.9, 1.5}, 40}, 6},  // its last seeds are invalid at times
            {PointRake{{7.0, 0.0, 0.0}}},
            in_turns};
}

ParticleSettings sliced_settings(double step, std::uint32_t steps_per_frame)
{
    ParticleSettings settings;
    settings.step = step;
    settings.steps_per_frame = steps_per_frame;
    settings.max_age_frames = 13;
    settings.time.start = 0.4;
    settings.threads = 2;
    return settings;
}

std::shared_ptr<const Field> in_memory(GridForm form)
{
    return TimeSeries{"swaying", swaying_slices(form, slice_count)}.field();
}

FieldSource in_files(GridForm form, std::uint64_t fitting)
{
    return sliced(swaying_slices(form, slice_count), fitting);
}

/// Some frames in batches of three, and the last ones by themselves.
std::vector<Frame> frames_of(ParticleSystem particles, int count)
{
    std::vector<Frame> frames;
    for (; static_cast<int>(frames.size()) + 3 <= count - 4;) {
        std::vector<std::vector<AlignedRow>> rows(3, std::vector<AlignedRow>(particles.particles()));
        std::array<std::span<std::byte>, 3> outputs;
        for (int i = 0; i < 3; ++i) outputs[i] = std::as_writable_bytes(std::span{rows[i]});
        (void)particles.write_frames(outputs, ByteOrder::Native);
        for (const auto& row : rows) {
            frames.emplace_back(row.size());
            std::memcpy(frames.back().data(), row.data(), row.size() * sizeof(glm::vec4));
        }
    }
    while (static_cast<int>(frames.size()) < count) frames.push_back(next_frame(particles));
    return frames;
}

std::size_t differing(const std::vector<Frame>& a, const std::vector<Frame>& b)
{
    std::size_t count = a.size() == b.size() ? 0 : 1'000'000;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) count += same_bits(a[i], b[i]) ? 0 : 1;
    return count;
}

/// Slices that count how often they are read.
using Reads = std::array<std::atomic<int>, slice_count>;
std::vector<TimeSlice> counted(std::vector<TimeSlice> slices, Reads& reads)
{
    for (std::size_t i = 0; i < slices.size(); ++i)
        slices[i].read = [&reads, i, read = slices[i].read](const std::stop_token& cancel) {
            ++reads[i];
            return read(cancel);
        };
    return slices;
}

}  // namespace

TEST_CASE("ParticleSystem: slices read on the way give the same bits as slices in memory",
          "[particles][sliced]")
{
    const auto form =
        GENERATE(GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured);
    const auto [step, steps] = GENERATE(table<double, std::uint32_t>(
        {{0.03, 1}, {-0.03, 2}, {0.011, 17}, {0.13, 5}, {0.9, 1}}));  // slices are 0.2 or 0.3 apart
    ParticleSettings settings = sliced_settings(step, steps);
    settings.time.loop = GENERATE(true, false);
    settings.developed = GENERATE(false, true);
    const auto expected = frames_of({in_memory(form), rakes(), settings}, 40);
    for (const std::uint64_t fitting : {5U, 6U, 9U}) {
        CAPTURE(static_cast<int>(form), step, steps, settings.time.loop, settings.developed, fitting);
        CHECK(differing(frames_of({in_files(form, fitting), rakes(), settings}, 40), expected) == 0);
    }
}

TEST_CASE("ParticleSystem: changes while slices are read on the way leave the same bits",
          "[particles][sliced]")
{
    const auto run = [](ParticleSystem particles, const FieldSource& other_scalar) {
        std::vector<Frame> frames;
        const auto go_on = [&] {
            for (int i = 0; i < 9; ++i) frames.push_back(next_frame(particles));
        };
        go_on();
        auto other = rakes();
        std::swap(other[0], other[1]);
        particles.set_rakes(other);
        go_on();
        ParticleSettings settings = particles.settings();
        settings.step = -0.07;
        settings.scalar_is_length = true;
        particles.set_settings(settings);
        go_on();
        settings.scalar_is_length = false;
        particles.set_settings(settings);
        particles.set_scalar(other_scalar);
        go_on();
        settings.time.start = 1.7;
        settings.developed = true;
        particles.set_settings(settings);
        go_on();
        return frames;
    };
    const auto form = GENERATE(GridForm::Uniform, GridForm::Curvilinear);
    const auto slices = swaying_slices(form, slice_count);
    const TimeSeries series{"swaying", slices};
    const FieldSource files = sliced(slices, 5);
    const FieldSource coloured{
        std::make_shared<const SeriesField>(std::make_shared<const TimeSeries>(series), FieldChoice{"", "s"}),
        files.window};
    const ParticleSettings settings = sliced_settings(0.05, 2);
    CHECK(differing(run({files, rakes(), settings}, coloured),
                    run({series.field(), rakes(), settings}, series.field({"", "s"}))) == 0);
}

TEST_CASE("ParticleSystem: a stream that loops reads each slice once a turn", "[particles][sliced]")
{
    Reads reads{};
    const FieldSource field = sliced(counted(swaying_slices(GridForm::Uniform, slice_count), reads), 6);
    ParticleSettings settings = sliced_settings(0.02, 1);
    settings.time.start = 0.0;
    ParticleSystem particles{field, rakes(), settings};
    for (int turn = 1; turn <= 3; ++turn) {
        for (int i = 0; i < 100; ++i) (void)next_frame(particles);
        CHECK(reads[4] == turn);
    }
}

TEST_CASE("ParticleSystem: the first frame waits for the slices about its time alone", "[particles][sliced]")
{
    auto slices = swaying_slices(GridForm::Uniform, slice_count);
    for (const int i : {6, 7, 8})
        slices[i].read = [](const std::stop_token&) -> GridData {
            throw std::runtime_error("slice 6 to 8 are gone");
        };
    ParticleSettings settings = sliced_settings(0.02, 1);
    settings.time.start = 0.0;
    ParticleSystem particles{sliced(slices, 5), rakes(), settings};
    CHECK_FALSE(is_dead(next_frame(particles).front()));
}

TEST_CASE("ParticleSystem: a slice that cannot be read is an error when its time has come, not before",
          "[particles][sliced]")
{
    auto slices = swaying_slices(GridForm::Uniform, slice_count);
    slices[6].read = [](const std::stop_token&) -> GridData { throw std::runtime_error("slice 6 is gone"); };
    ParticleSettings settings = sliced_settings(0.06, 1);
    settings.time.start = 0.0;
    ParticleSystem particles{sliced(slices, 6), rakes(), settings};
    for (int i = 0; i < 22; ++i) (void)next_frame(particles);  // to 1.26; slice 5 is at 1.3
    CHECK_THROWS_WITH(next_frame(particles), ContainsSubstring("slice 6 is gone"));
}
