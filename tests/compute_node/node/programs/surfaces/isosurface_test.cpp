#include "compute_node/node/programs/surfaces/isosurface.h"

#include "compute_node/node/datasets/whole_dataset.h"
#include "compute_node/volumes/surfaces/surface_mesh.h"
#include "tests/catch.h"
#include "tests/compute_node/node/programs/next_frame.h"
#include "tests/compute_node/overlapping_blocks.h"
#include "tests/compute_node/swaying_series.h"

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
using namespace farfield::compute::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

net::ProgramStart start_of(const net::Json& params, std::uint64_t slot_bytes = 1 << 22)
{
    net::ProgramStart start;
    start.slot_bytes = slot_bytes;
    start.params = params;
    return start;
}

std::shared_ptr<const OpenDataset> built_in(const std::string& name)
{
    return std::make_shared<WholeDataset>(TimeSeries{open_analytic(name)});
}

std::shared_ptr<MemoryBudget> all_memory()
{
    return std::make_shared<MemoryBudget>(std::uint64_t{1} << 40U);
}

/// A program and what it needs.
struct Running {
    Running(const std::shared_ptr<const OpenDataset>& dataset, const net::Json& params, int threads = 1,
            std::uint64_t slot_bytes = 1 << 22)
        : buffer(slot_bytes), program{dataset, fields, start_of(params, slot_bytes), threads}
    {}
    ScalarFields fields{all_memory()};
    std::vector<std::byte> buffer;
    IsosurfaceProgram program;
};

/// An answer, part after part.
struct Answer {
    std::vector<model::SurfacePreamble> parts;
    std::vector<std::vector<std::byte>> payloads;
    SurfaceMesh mesh;

    [[nodiscard]] std::uint64_t elements() const { return mesh.triangles.size(); }
};

Answer next_answer(Running& running)
{
    Answer answer;
    do {
        const auto frame = next_frame(running.program, running.buffer);
        REQUIRE(frame);
        CHECK(frame->type == net::MessageType::Surface);
        const auto preamble = model::decode_surface_preamble(frame->payload);
        REQUIRE(preamble);
        CHECK(model::has_sound_indices(frame->payload, *preamble));
        answer.parts.push_back(*preamble);
        answer.payloads.emplace_back(frame->payload.begin() + 64, frame->payload.end());
        answer.mesh.append(frame->payload);
    } while (answer.parts.back().part + 1 < answer.parts.back().parts);
    return answer;
}

std::string refused(const std::shared_ptr<const OpenDataset>& dataset, const net::Json& params)
{
    try {
        Running running{dataset, params};
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

/// With the scalar x + 2 y - z, that every grid holds exactly.
std::shared_ptr<const OpenDataset> sampled(GridForm form)
{
    const auto scalar = [](glm::dvec3 p) { return p.x + 2.0 * p.y - p.z; };
    return std::make_shared<WholeDataset>(TimeSeries{dataset_on(form, 9, rotation, scalar)});
}

}  // namespace

TEST_CASE("IsosurfaceProgram: one answer of whole parts, then idle", "[programs]")
{
    Running running{built_in("analytic:abc:40"), {{"values", {1.0, 2.0}}, {"coarse_first", false}}};
    const Answer answer = next_answer(running);
    CHECK(answer.parts.front().surface == 0);
    CHECK(answer.parts.front().value == 1.0);
    CHECK(answer.parts.back().surface == 1);
    for (std::uint32_t n = 0; n < answer.parts.size(); ++n) {
        CHECK(answer.parts[n].part == n);
        CHECK(answer.parts[n].answer == 0);
        CHECK(answer.parts[n].level == 0);
    }
    CHECK(answer.elements() > 1000);
    CHECK(makes_none<net::Idle>(running.program, running.buffer));
    running.program.update({{"values", {1.5}}});
    CHECK(next_answer(running).parts.front().answer == 1);
    CHECK(makes_none<net::Idle>(running.program, running.buffer));
}

TEST_CASE("IsosurfaceProgram: a linear scalar is cut where it has the value, on every kind of grid",
          "[programs]")
{
    for (const GridForm form :
         {GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured}) {
        Running running{sampled(form), {{"values", {0.25}}, {"scalar", "s"}, {"colour", "s"}}};
        const Answer answer = next_answer(running);
        REQUIRE(answer.elements() > 50);
        for (const glm::vec4& at : answer.mesh.vertices) {
            CHECK(std::abs(at.x + 2.0F * at.y - at.z - 0.25F) < 1e-4F);
            CHECK(std::abs(at.w - 0.25F) < 1e-4F);
        }
    }
}

TEST_CASE("IsosurfaceProgram: several blocks are cut by a scalar that is no length, and coloured by one",
          "[programs]")
{
    const auto blocks = std::make_shared<WholeDataset>(
        TimeSeries{Dataset{"blocks", OverlappingBlocks{OverlappingForm::Blocks}.data()}});
    for (const char* colour : {"speed", "s", "velocity.x"}) {
        Running running{blocks, {{"values", {20.0}}, {"scalar", "s"}, {"colour", colour}}};
        const Answer answer = next_answer(running);
        REQUIRE(answer.elements() > 50);
        // The second block alone has values about 20; it flows at (-1, 0, 0).
        const float right = std::string{colour} == "s"       ? 20.0F
                            : std::string{colour} == "speed" ? 1.0F
                                                             : -1.0F;
        for (const glm::vec4& at : answer.mesh.vertices) CHECK(std::abs(at.w - right) < 1e-4F);
    }
}

TEST_CASE("IsosurfaceProgram: an answer that takes long comes coarse before it comes whole", "[programs]")
{
    Running running{built_in("analytic:cell:128"), {{"values", {0.8, 0.6, 0.4}}}, 1, 1 << 24};
    const Answer coarse = next_answer(running), whole = next_answer(running);
    CHECK(coarse.parts.front().level > 0);
    CHECK(coarse.parts.front().answer == 0);
    CHECK(whole.parts.front().level == 0);
    CHECK(whole.parts.front().answer == 1);
    CHECK(whole.elements() > 3 * coarse.elements());
    CHECK(makes_none<net::Idle>(running.program, running.buffer));
}

TEST_CASE("IsosurfaceProgram: takes the finest level that fits", "[programs]")
{
    const net::Json params{{"values", {0.8}}, {"coarse_first", false}, {"max_bytes", 300'000}};
    Running running{built_in("analytic:cell:64"), params};
    const Answer answer = next_answer(running);
    std::uint64_t bytes = 0;
    for (const auto& payload : answer.payloads) bytes += payload.size() + 64;
    CHECK(answer.parts.front().level == 1);  // level 0 has about 48,000 triangles of 22 bytes
    CHECK(bytes <= 300'000);
    CHECK(bytes > 75'000);
}

TEST_CASE("IsosurfaceProgram: with an integer level it answers with counts, or is refused and goes on",
          "[programs]")
{
    Running running{built_in("analytic:cell:64"), {{"values", {0.8}}, {"level", 0}, {"coarse_first", false}}};
    const net::Json answered = running.program.answer().members;
    const Answer answer = next_answer(running);
    CHECK(answered["level"] == 0);
    CHECK(answered["elements"] == answer.elements());
    CHECK_THROWS_AS(running.program.update({{"max_bytes", 1000}}), model::LimitError);
    CHECK_THROWS_AS(running.program.update({{"level", 6}}), std::runtime_error);
    running.program.update({{"level", 2}});
    CHECK(next_answer(running).parts.front().level == 2);
}

TEST_CASE("IsosurfaceProgram: an update ends an answer under way, and its parts", "[programs]")
{
    Running running{built_in("analytic:cell:96"), {{"values", {0.8}}, {"coarse_first", false}, {"parts", 8}}};
    REQUIRE(next_frame(running.program, running.buffer));  // the first of several parts
    running.program.interrupt();
    CHECK(makes_none<net::Interrupted>(running.program, running.buffer));
    running.program.update({{"values", {0.5}}});
    const Answer answer = next_answer(running);
    CHECK(answer.parts.front().part == 0);
    CHECK(answer.parts.front().answer == 1);
    CHECK(answer.parts.front().value == 0.5);
}

TEST_CASE("IsosurfaceProgram: a series is linear between its slices, and goes round", "[programs]")
{
    const auto series =
        std::make_shared<WholeDataset>(TimeSeries{"swaying", swaying_slices(GridForm::Uniform, 4)});
    const auto& times = series->series()->times();
    Running running{series,
                    {{"values", {0.1}},
                     {"scalar", "s"},
                     {"repeat", true},
                     {"time", times[1]},
                     {"time_step", 0.5 * (times[2] - times[1])}}};
    const Answer first = next_answer(running), second = next_answer(running);
    CHECK(first.parts.front().time == times[1]);
    CHECK(second.parts.front().time == Approx(0.5 * (times[1] + times[2])));
    const auto mean = between(running.fields.open(*series, "s", 1)->finest(),
                              running.fields.open(*series, "s", 2)->finest(), 0.5F);
    IsosurfaceCutter cutter;
    CHECK(count_of(cutter.count({.field = mean, .value = 0.1F})).elements == second.elements());
    for (int n = 0; n < 8; ++n) CHECK(next_answer(running).parts.front().time <= times.back());
}

TEST_CASE("IsosurfaceProgram: the same bytes for one thread and two, from byte 64 on", "[programs]")
{
    const net::Json params{{"values", {0.8}}, {"coarse_first", false}};
    Running one{built_in("analytic:cell:64"), params, 1}, two{built_in("analytic:cell:64"), params, 2};
    CHECK(next_answer(one).payloads == next_answer(two).payloads);
}

TEST_CASE("IsosurfaceProgram: no surface is one empty part", "[programs]")
{
    Running running{built_in("analytic:cell:16"), {{"values", {99.0}}}};
    const Answer answer = next_answer(running);
    CHECK(answer.parts.size() == 1);
    CHECK(answer.mesh.vertices.empty());
    CHECK(makes_none<net::Idle>(running.program, running.buffer));
}

TEST_CASE("IsosurfaceProgram: what has no isosurface is refused in words", "[programs]")
{
    CHECK_THAT(refused(built_in("analytic:abc"), {{"values", {1.0}}}),
               ContainsSubstring("'analytic:abc' is an exact function, which has no nodes; sampled, as"));
    CHECK_THAT(refused(sampled(GridForm::Uniform), {{"values", {1.0}}, {"scalar", "salt"}}),
               ContainsSubstring("no scalar 'salt'; there are 'speed'"));
    CHECK_THAT(refused(sampled(GridForm::Uniform), {{"values", {1e300}}}), ContainsSubstring("'values[0]'"));
    CHECK_THAT(refused(sampled(GridForm::Uniform), {{"values", {1.0}}, {"level", 8}}),
               ContainsSubstring("'level'"));
}

TEST_CASE("ScalarFields: programs share fields, which go when none uses them", "[programs]")
{
    ScalarFields fields{all_memory()};
    const auto data = sampled(GridForm::Uniform);
    const auto field = fields.open(*data, "s", 0);
    CHECK(fields.open(*data, "s", 0) == field);
    CHECK(fields.open(*data, "speed", 0)->grid() == field->grid());
    CHECK(fields.open(*data, "", 0)->finest().name == "speed");
    ScalarFields poor{std::make_shared<MemoryBudget>(100)};
    CHECK_THROWS_WITH(poor.open(*data, "s", 0), ContainsSubstring("max_dataset_bytes"));
}
