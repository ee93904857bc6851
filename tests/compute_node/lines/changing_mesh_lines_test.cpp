#include "compute_node/fields/field_at_time.h"
#include "compute_node/fields/field_image.h"
#include "compute_node/support/archive.h"
#include "tests/catch.h"
#include "tests/compute_node/changing_mesh.h"
#include "tests/compute_node/lines/traced.h"

#include <glm/geometric.hpp>

#include <new>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

LineSeeds seeds_in_cylinder(float time = 0.0F)
{
    LineSeeds seeds;
    for (int i = 0; i < 40; ++i) {
        const float angle = 0.7F * static_cast<float>(i), radius = 0.03F * static_cast<float>(i);
        seeds.add(
            {radius * std::cos(angle), radius * std::sin(angle), 0.5F - 0.02F * static_cast<float>(i), time});
    }
    return seeds;
}

/// The flow by itself, in small steps of binary64.
glm::dvec3 pathline_end(glm::dvec3 p, double from, double seconds)
{
    constexpr int steps = 2000;
    const double h = seconds / steps;
    for (int i = 0; i < steps; ++i) {
        const double t = from + h * i;
        const glm::dvec3 a = growing_flow(p, t), b = growing_flow(p + 0.5 * h * a, t + 0.5 * h),
                         c = growing_flow(p + 0.5 * h * b, t + 0.5 * h), d = growing_flow(p + h * c, t + h);
        p += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
    }
    return p;
}

void check_pathlines(const FieldSource& field, double seconds)
{
    const LineSeeds seeds = seeds_in_cylinder();
    LineSettings settings = steps_of(0.05, 1000);
    settings.max_time = seconds;
    const auto lines = trace(field, settings, seeds);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        CHECK(lines[i].reason == Termination::TimeLimit);
        const glm::dvec3 seed{seeds.x[i], seeds.y[i], seeds.z[i]};
        CHECK(glm::distance(lines[i].end(), pathline_end(seed, 0.0, seconds)) < 2e-5);
    }
}

std::shared_ptr<std::byte> aligned_memory(std::size_t bytes)
{
    static constexpr std::align_val_t alignment{ArchiveWriter::alignment};
    return {static_cast<std::byte*>(::operator new(bytes, alignment)),
            [](std::byte* memory) { ::operator delete(memory, alignment); }};
}

}  // namespace

TEST_CASE("LineTracer: pathlines through a mesh that turns are those of the flow", "[lines][changing]")
{
    const auto kind = GENERATE(CellKind::Hexa, CellKind::Tetra, CellKind::Wedge);
    check_pathlines(in_memory(changing_slices(6, [kind](int slice) { return turning_mesh(kind, slice); })),
                    2.4);
}

TEST_CASE("LineTracer: pathlines through a mesh that turns in a uniform flow are straight",
          "[lines][changing]")
{
    std::vector<TimeSlice> slices;
    for (int i = 0; i < 5; ++i)
        slices.push_back({0.5 * i, "turned", [i](const std::stop_token&) {
                              return data_on(
                                  turning_mesh(CellKind::Hexa, i),
                                  [](glm::dvec3) {
                                      return glm::dvec3{1.0, 0.5, 0.25};
                                  },
                                  [](glm::dvec3) { return 0.0; });
                          }});
    const auto line = trace_one(in_memory(slices), steps_of(0.1, 20), {-1.0F, -0.5F, -0.25F});
    CHECK(line.reason == Termination::StepLimit);
    for (std::size_t i = 0; i < line.points.size(); ++i) {
        const double t = 0.1 * static_cast<double>(i);
        CHECK(glm::distance(glm::dvec3{line.points[i]},
                            glm::dvec3{-1.0 + t, -0.5 + 0.5 * t, -0.25 + 0.25 * t}) < 1e-5);
    }
}

TEST_CASE("LineTracer: pathlines through a mesh that is refined and coarsened are those of the flow",
          "[lines][changing]")
{
    check_pathlines(in_memory(changing_slices(6, refined_mesh)), 2.4);
}

TEST_CASE("LineTracer: pathlines go from tetrahedra to hexahedra and a lattice", "[lines][changing]")
{
    auto slices = changing_slices(
        4, [](int slice) { return box_mesh(4, slice % 2 == 0 ? CellKind::Tetra : CellKind::Hexa); });
    slices[3].read = [](const std::stop_token&) {
        return data_on(
            GridForm::Rectilinear, 9, [](glm::dvec3 p) { return growing_flow(p, 1.5); },
            [](glm::dvec3 p) { return p.x + 1.5; });
    };
    check_pathlines(in_memory(slices), 1.4);
}

TEST_CASE("LineTracer: a streamline at a slice's time is that of its mesh alone", "[lines][changing]")
{
    const int slice = GENERATE(0, 1, 3);
    const auto slices = changing_slices(5, refined_mesh);
    LineSettings settings = steps_of(0.05, 60, GENERATE(StepUnit::Time, StepUnit::CellFraction));
    settings.step = settings.step_unit == StepUnit::Time ? 0.05 : 0.2;
    settings.flow_time = FlowTime::Frozen;
    const auto own = Dataset{"alone", slices[static_cast<std::size_t>(slice)].read({})}.field();
    const auto seeds = seeds_in_cylinder(0.5F * static_cast<float>(slice));
    const auto lines = trace(in_memory(slices), settings, seeds), expected = trace(own, settings, seeds);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        CHECK(lines[i].reason == expected[i].reason);
        REQUIRE(lines[i].points.size() == expected[i].points.size());
        CHECK(glm::distance(lines[i].end(), expected[i].end()) < 2e-5);
    }
}

TEST_CASE("LineTracer: what is outside the mesh of either time has left the domain", "[lines][changing]")
{
    const auto slices = changing_slices(2, [](int slice) {
        return moved(box_mesh(3, CellKind::Hexa), {1.0F * static_cast<float>(slice), 0, 0});
    });
    const FieldSource field = in_memory(slices);
    const LineSettings settings = steps_of(0.05, 5);
    CHECK(trace_one(field, settings, {-1.5F, 0.0F, 0.0F}).reason == Termination::LeftDomain);
    CHECK(trace_one(field, settings, {2.5F, 0.0F, 0.0F}).reason == Termination::LeftDomain);
    CHECK(trace_one(field, settings, {0.5F, 0.0F, 0.0F}).reason == Termination::StepLimit);
    CHECK(field.field->info().bounds.hi.x == Approx(3.0));
    CHECK(field.field->info().bounds.lo.x == Approx(-2.0));
}

TEST_CASE("sample_at: between two meshes it is the blend of both at the place", "[lines][changing]")
{
    const FieldSource field = in_memory(
        changing_slices(3, [](int slice) { return turning_mesh(CellKind::Hexa, slice); }), {"", "s"});
    CellCursor cursor;
    for (const float time : {0.0F, 0.2F, 0.5F, 0.85F, 1.0F}) {
        const auto sample = sample_at(*field.field, {0.4F, -0.7F, 0.3F}, time, cursor);
        REQUIRE(sample);
        CHECK(glm::distance(glm::dvec3{sample->velocity}, growing_flow({0.4, -0.7, 0.3}, time)) < 1e-6);
        CHECK(sample->scalar == Approx(0.4 + time));
    }
}

TEST_CASE("LineTracer: through a window and by several threads lines of changing meshes have the same bits",
          "[lines][changing]")
{
    const auto slices = changing_slices(8, refined_mesh);
    LineSettings settings = steps_of(0.07, 60, GENERATE(StepUnit::Time, StepUnit::CellFraction));
    settings.integrator = GENERATE(Integrator::Rk4, Integrator::Dopri5);
    if (settings.integrator == Integrator::Dopri5 && settings.step_unit != StepUnit::Time) return;
    settings.backward = GENERATE(false, true);
    const LineSeeds seeds = seeds_in_cylinder(settings.backward ? 3.3F : 0.2F);
    const auto expected = trace(in_memory(slices), settings, seeds);
    CHECK(differing(trace(in_memory(slices), settings, seeds, 3), expected) == 0);
    CHECK(differing(trace(in_window(slices, 3), settings, seeds), expected) == 0);
    CHECK(differing(trace(in_window(slices, 5), settings, seeds, 2), expected) == 0);
}

TEST_CASE("field_of: a field of changing meshes has the same bits in another process", "[lines][changing]")
{
    const FieldSource field = in_memory(changing_slices(4, refined_mesh));
    const auto copy = field_of(image_of(*field.field, aligned_memory));
    REQUIRE(copy->grid_changes());
    CHECK(copy->grids()[0] == copy->grids()[3]);  // slices 0 and 3 have the same mesh
    const LineSettings settings = steps_of(0.05, 20);
    CHECK(differing(trace(copy, settings, seeds_in_cylinder()),
                    trace(field, settings, seeds_in_cylinder())) == 0);
}

TEST_CASE("TimeSeries: slices with the same nodes and cells share a grid, also after other ones",
          "[lines][changing]")
{
    const FieldSource field = in_memory(changing_slices(5, refined_mesh));
    const auto& grids = field.field->grids();
    REQUIRE(grids.size() == 5);
    CHECK(grids[0] == grids[2]);
    CHECK(grids[0] == grids[3]);
    CHECK(grids[1] == grids[4]);
    CHECK(grids[0] != grids[1]);
    CHECK_FALSE(
        in_memory(changing_slices(5, [](int) { return box_mesh(3, CellKind::Hexa); })).field->grid_changes());
}

TEST_CASE("TimeSeries: points that stay with cells that are others are another mesh", "[lines][changing]")
{
    const FieldSource field = in_memory(changing_slices(2, [](int slice) {
        UnstructuredGeometry mesh = box_mesh(3, CellKind::Hexa);
        if (slice == 1) {  // without its last cell
            mesh.cells.kinds.pop_back();
            mesh.cells.corners.resize(mesh.cells.corners.size() - 8);
        }
        return mesh;
    }));
    CHECK(field.field->grid_changes());
    const glm::vec3 in_last{1.5F, 1.5F, 1.5F};
    CHECK(trace_one(field, steps_of(0.01, 3), in_last).reason == Termination::LeftDomain);
    LineSettings frozen = steps_of(0.01, 3);
    frozen.flow_time = FlowTime::Frozen;
    CHECK(trace_one(field, frozen, in_last).reason == Termination::StepLimit);
}

TEST_CASE("source_of: changing meshes that do not fit are read on the way", "[lines][changing]")
{
    const auto slices = changing_slices(9, [](int slice) { return turning_mesh(CellKind::Hexa, slice); });
    TimeSeries probe{"changing", slices};
    const std::uint64_t of_nodes = probe.field_bytes();
    probe.look_for_changes();
    REQUIRE(probe.slice_bytes() > 0);
    CHECK(probe.field_bytes() > 3 * of_nodes);  // most is the grids'
    const FieldSource source = source_of(TimeSeries{"changing", slices}, {}, 5 * probe.slice_bytes());
    REQUIRE(source.slices != nullptr);
    CHECK(source.window->slices() == 4);
    check_pathlines(source, 2.4);
    CHECK_THROWS_WITH(source_of(TimeSeries{"changing", slices}, {}, 2 * probe.slice_bytes()),
                      ContainsSubstring("max_dataset_bytes"));
}

TEST_CASE("SeriesField: a slice that is far larger than those that were looked at is refused by name",
          "[lines][changing]")
{
    auto slices = changing_slices(9, [](int slice) { return turning_mesh(CellKind::Hexa, slice); });
    slices[2].read = [](const std::stop_token&) { return changing_data(box_mesh(9, CellKind::Hexa), 1.0); };
    const FieldSource field = in_window(slices, 4);
    CHECK_THROWS_WITH(trace(field, steps_of(0.1, 100), seeds_in_cylinder()), ContainsSubstring("slice 2"));
}

TEST_CASE("TimeSeries: points relative to another origin are counted from the first one's",
          "[lines][changing]")
{
    // Places near 1000, the first mesh relative to 1000, the second to 998.
    const auto slices = changing_slices(2, [](int slice) {
        UnstructuredGeometry mesh = turned(box_mesh(3, CellKind::Hexa), 0.2 * slice);
        mesh.origin = {slice == 0 ? 1000.0 : 998.0, 0.0, 0.0};
        if (slice == 1)
            for (glm::vec3& p : mesh.points) p.x += 2.0F;
        return mesh;
    });
    const FieldSource field = in_memory(slices);
    CHECK(field.field->info().origin.x == 1000.0);
    CellCursor cursor;
    CHECK(sample_at(*field.field, {1.5F, 0.0F, 0.0F}, 0.5F, cursor).has_value());
    CHECK_FALSE(sample_at(*field.field, {2.8F, 0.0F, 0.0F}, 0.5F, cursor).has_value());
}
