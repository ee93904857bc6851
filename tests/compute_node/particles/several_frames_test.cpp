// Several frames at once are the frames one after the other.
#include "compute_node/datasets/time_series.h"
#include "tests/catch.h"
#include "tests/compute_node/particles/frames.h"
#include "tests/compute_node/sampled_field.h"

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::model;
using namespace farfield::compute::testing;

namespace {

/// Rotation that comes to a halt and turns back.
std::shared_ptr<const Field> turning_field(GridForm form)
{
    std::vector<TimeSlice> slices;
    for (const double t : {0.0, 0.5, 1.5})
        slices.push_back({t, "slice", [form, t](const std::stop_token&) {
                              return data_on(
                                  form, 7, [t](glm::dvec3 p) { return (1.0 - t) * rotation(p); },
                                  [](glm::dvec3 p) { return p.x; });
                          }});
    return TimeSeries{"turning", slices}.field({.vector = {}, .scalar = "s"});
}

/// Many seeds, some of them outside; more than a tile of particles.
const std::vector<Rake> rakes_of_several{{BoxRake{{-2.5, -2, -2}, {2, 2, 2}, BoxLattice{11, 11, 7}}, 3},
                                         {PointRake{{0.5, 0.5, 0.5}}, 2}};

ParticleSettings short_lives(int threads = 0)
{
    ParticleSettings settings;
    settings.step = 0.05;
    settings.steps_per_frame = 2;
    settings.max_age_frames = 6;
    settings.threads = threads;
    return settings;
}

struct Several {
    std::vector<Frame> frames;
    std::vector<FrameCounts> counts;
};

Several next_frames(ParticleSystem& particles, std::size_t count)
{
    std::vector<std::vector<AlignedRow>> rows(count, std::vector<AlignedRow>(particles.particles()));
    std::vector<std::span<std::byte>> outputs;
    for (auto& frame : rows) outputs.push_back(std::as_writable_bytes(std::span{frame}));
    const auto counts = particles.write_frames(outputs, ByteOrder::Native);
    Several several{{}, {counts.begin(), counts.end()}};
    for (const auto& frame : rows) {
        several.frames.emplace_back(frame.size());
        std::memcpy(several.frames.back().data(), frame.data(), frame.size() * sizeof(AlignedRow));
    }
    return several;
}

}  // namespace

TEST_CASE("ParticleSystem::write_frames: the same bits and counts as one frame after the other",
          "[particles]")
{
    const auto form =
        GENERATE(GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured);
    const auto field = GENERATE(false, true) ? turning_field(form) : field_on(form, 7, rotation);
    ParticleSystem several{field, rakes_of_several, short_lives()},
        single{field, rakes_of_several, short_lives()};
    std::vector<AlignedRow> rows(single.particles());
    for (const std::size_t count : {1, 2, 8, 3, 70}) {
        const Several made = next_frames(several, count);
        REQUIRE(made.counts.size() == count);
        for (std::size_t i = 0; i < count; ++i) {
            const FrameCounts counts =
                single.write_frame(std::as_writable_bytes(std::span{rows}), ByteOrder::Native);
            Frame frame(rows.size());
            std::memcpy(frame.data(), rows.data(), rows.size() * sizeof(AlignedRow));
            REQUIRE(same_bits(made.frames[i], frame));
            CHECK(made.counts[i].alive == counts.alive);
            CHECK(made.counts[i].time == counts.time);
        }
    }
}

TEST_CASE("ParticleSystem::write_frames: the same bits for any number of threads", "[particles]")
{
    const auto field = turning_field(GridForm::Curvilinear);
    ParticleSettings settings = short_lives(1);
    settings.scalar_is_length = GENERATE(false, true);
    ParticleSystem one{field, rakes_of_several, settings};
    settings.threads = 3;
    ParticleSystem three{field, rakes_of_several, settings};
    const Several a = next_frames(one, 13), b = next_frames(three, 13);
    for (std::size_t i = 0; i < a.frames.size(); ++i) CHECK(same_bits(a.frames[i], b.frames[i]));
}

TEST_CASE("ParticleSystem::write_frames: no output, no frame", "[particles]")
{
    const auto field = field_on(GridForm::Uniform, 7, rotation);
    ParticleSystem particles{field, rakes_of_several, short_lives()},
        other{field, rakes_of_several, short_lives()};
    CHECK(particles.write_frames({}, ByteOrder::Big).empty());
    CHECK(same_bits(next_frame(particles), next_frame(other)));
}
