#include "compute_node/node/programs/surfaces/boundary.h"

#include "compute_node/node/datasets/whole_dataset.h"
#include "compute_node/volumes/surfaces/surface_mesh.h"
#include "tests/catch.h"
#include "tests/compute_node/changing_mesh.h"
#include "tests/compute_node/node/programs/next_frame.h"
#include "tests/compute_node/overlapping_blocks.h"
#include "tests/compute_node/sampled_field.h"

#include <cmath>
#include <memory>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
using namespace farfield::compute::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

/// With the scalar x + 2 y - z.
std::shared_ptr<const OpenDataset> data_with_scalar(GridForm form)
{
    const auto scalar = [](glm::dvec3 p) { return p.x + 2.0 * p.y - p.z; };
    return std::make_shared<WholeDataset>(TimeSeries{dataset_on(form, 9, rotation, scalar)});
}

net::ProgramStart start_with(const net::Json& params, std::uint64_t slot_bytes)
{
    net::ProgramStart start;
    start.slot_bytes = slot_bytes;
    start.params = params;
    return start;
}

struct RunningBoundary {
    RunningBoundary(std::shared_ptr<const OpenDataset> dataset, const net::Json& params,
                    std::uint64_t slot_bytes = 1 << 20)
        : buffer(slot_bytes), program{std::move(dataset), fields, start_with(params, slot_bytes)}
    {}
    ScalarFields fields{std::make_shared<MemoryBudget>(std::uint64_t{1} << 40U)};
    std::vector<std::byte> buffer;
    BoundaryProgram program;
};

struct Found {
    std::vector<model::SurfacePreamble> parts;
    SurfaceMesh mesh;
};

/// All parts until the program is idle.
Found all_parts(RunningBoundary& running)
{
    Found found;
    while (const auto frame = next_frame(running.program, running.buffer)) {
        const auto preamble = model::decode_surface_preamble(frame->payload);
        REQUIRE(preamble);
        CHECK(model::has_sound_indices(frame->payload, *preamble));
        found.parts.push_back(*preamble);
        found.mesh.append(frame->payload);
    }
    CHECK(makes_none<net::Idle>(running.program, running.buffer));
    return found;
}

std::string refusal_of(const net::Json& params, std::uint64_t slot_bytes = 1 << 20)
{
    try {
        RunningBoundary running{data_with_scalar(GridForm::Uniform), params, slot_bytes};
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("BoundaryProgram: each surface has its kind and number, and the scalar at its nodes", "[programs]")
{
    const net::Json planes{{{"kind", "plane"}, {"axis", "k"}, {"index", 0}}, {{"kind", "outer"}}};
    RunningBoundary running{data_with_scalar(GridForm::Curvilinear), {{"surfaces", planes}, {"scalar", "s"}}};
    const Found found = all_parts(running);
    REQUIRE(found.parts.size() == 2);
    CHECK(found.parts[0].kind == model::SurfaceKind::Plane);
    CHECK(found.parts[0].elements == 2 * 64);
    CHECK(found.parts[1].kind == model::SurfaceKind::Outer);
    CHECK(found.parts[1].surface == 1);
    CHECK(found.parts[1].elements == 6 * 2 * 64);
    CHECK(found.parts[1].answer == found.parts[0].answer);
    for (const glm::vec4& at : found.mesh.vertices) CHECK(std::abs(at.x + 2.0F * at.y - at.z - at.w) < 1e-5F);
}

TEST_CASE("BoundaryProgram: several blocks have a scalar that is no length at their outer faces",
          "[programs]")
{
    const auto blocks = std::make_shared<WholeDataset>(
        TimeSeries{Dataset{"blocks", OverlappingBlocks{OverlappingForm::Blocks}.data()}});
    RunningBoundary running{blocks, {{"surfaces", {{{"kind", "outer"}}}}, {"scalar", "velocity.y"}}};
    const Found found = all_parts(running);
    constexpr std::uint32_t first = OverlappingBlocks::first_nodes - 1;
    constexpr std::uint32_t second = OverlappingBlocks::second_nodes - 1;
    CHECK(found.mesh.triangles.size() == 12 * (first * first + second * second));
    // 0.5 in the first block, 0 in the second.
    for (const glm::vec4& at : found.mesh.vertices) {
        CHECK((at.w == 0.5F || at.w == 0.0F));
        if (at.x < -0.6F) CHECK(at.w == 0.5F);
        if (at.x > 0.6F) CHECK(at.w == 0.0F);
    }
}

TEST_CASE("BoundaryProgram: of a mesh that changes each answer has that of the nearest slice",
          "[programs][changing]")
{
    const auto dataset =
        std::make_shared<WholeDataset>(TimeSeries{"changing", changing_slices(4, refined_mesh)});
    CHECK(dataset->info().remarks.back() == "The grid changes with time: 4 time slices have 2 grids.");
    RunningBoundary running{dataset, {{"surfaces", {{{"kind", "outer"}}}}, {"scalar", "s"}, {"time", 0.3}}};
    const Found second = all_parts(running);  // at 0.3 s the slice at 0.5 s is nearer
    CHECK(second.parts[0].elements == 6 * 2 * 36);
    for (const glm::vec4& at : second.mesh.vertices) CHECK(at.w == Approx(at.x + 0.5F).margin(1e-5));
    running.program.update({{"time", 1.25}});  // as near to both: the earlier
    const Found third = all_parts(running);
    CHECK(third.parts[0].elements == 6 * 2 * 9);
    CHECK(third.parts[0].answer == 1);
}

TEST_CASE("BoundaryProgram: that repeats goes through the meshes of the slices", "[programs][changing]")
{
    const auto dataset =
        std::make_shared<WholeDataset>(TimeSeries{"changing", changing_slices(4, refined_mesh)});
    RunningBoundary running{dataset,
                            {{"surfaces", {{{"kind", "outer"}}}}, {"repeat", true}, {"time_step", 0.5}}};
    for (const std::uint32_t along : {3U, 6U, 3U, 3U, 6U}) {
        const auto frame = next_frame(running.program, running.buffer);
        REQUIRE(frame);
        const auto preamble = model::decode_surface_preamble(frame->payload);
        REQUIRE(preamble);
        CHECK(preamble->elements == 6 * 2 * along * along);
    }
}

TEST_CASE("BoundaryProgram: an update is a new answer; without a scalar s is no number", "[programs]")
{
    RunningBoundary running{data_with_scalar(GridForm::Unstructured), {{"surfaces", "suggested"}}};
    const Found first = all_parts(running);
    REQUIRE(first.parts.size() == 1);
    CHECK(first.parts[0].kind == model::SurfaceKind::Outer);
    CHECK(std::isnan(first.mesh.vertices.front().w));
    running.program.update({{"scalar", "s"}});
    const Found second = all_parts(running);
    CHECK(second.parts[0].answer == 1);
    CHECK(std::isfinite(second.mesh.vertices.front().w));
    CHECK(second.mesh.triangles == first.mesh.triangles);
}

TEST_CASE("BoundaryProgram: a surface that is not there is an empty part", "[programs]")
{
    RunningBoundary running{data_with_scalar(GridForm::Uniform), {{"surfaces", {{{"kind", "walls"}}}}}};
    const Found found = all_parts(running);
    REQUIRE(found.parts.size() == 1);
    CHECK(found.parts[0].elements == 0);
    CHECK(found.parts[0].kind == model::SurfaceKind::Walls);
}

TEST_CASE("BoundaryProgram: large surfaces come in parts of one answer", "[programs]")
{
    RunningBoundary running{data_with_scalar(GridForm::Uniform), {{"surfaces", {{{"kind", "faces"}}}}}, 8192};
    const Found found = all_parts(running);
    CHECK(found.parts.size() > 1);
    for (std::uint32_t n = 0; n < found.parts.size(); ++n) CHECK(found.parts[n].part == n);
    CHECK(measure(found.mesh).enclosed_volume.has_value());
}

TEST_CASE("BoundaryProgram: what is not there is refused in words", "[programs]")
{
    CHECK_THAT(refusal_of({{"surfaces", {{{"kind", "plane"}, {"axis", "i"}, {"index", 9}}}}}),
               ContainsSubstring("no plane i = 9: block 0 has 9 x 9 x 9 nodes"));
    CHECK_THAT(refusal_of({{"scalar", "salt"}}), ContainsSubstring("no scalar 'salt'"));
    CHECK_THAT(refusal_of({{"level", 1}}), ContainsSubstring("'level'"));
    CHECK_THAT(refusal_of({{"surfaces", {{{"kind", "faces"}}}}, {"max_bytes", 100}}),
               ContainsSubstring("max_surface_bytes"));
    CHECK_THAT(refusal_of({{"max_bytes", (std::uint64_t{1} << 30U) + 1}}),
               ContainsSubstring("max_surface_bytes"));
}
