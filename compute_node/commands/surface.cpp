#include "compute_node/commands/commands.h"
#include "compute_node/commands/options/named_dataset.h"
#include "compute_node/commands/options/number_list.h"
#include "compute_node/commands/options/out_option.h"
#include "compute_node/commands/options/series_option.h"
#include "compute_node/commands/options/validators.h"
#include "compute_node/commands/surface_cut.h"
#include "compute_node/ranks/ranks.h"
#include "compute_node/support/formats/known_formats.h"
#include "compute_node/writers/surface_writer.h"
#include "model/fields/json.h"
#include "net/transport/stop_signals.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace farfield::node {

namespace {

struct SurfaceOptions {
    SeriesOption dataset;
    std::string out;
    SurfaceCut cut;
    bool json = false;
};

void print_measures(const SurfaceOptions& options, const compute::SurfaceMesh& mesh)
{
    const compute::SurfaceMeasures found = compute::measure(mesh);
    if (!options.json) {
        fmt::print("{} vertices, {} triangles, area {:g}\n", mesh.vertices.size(), mesh.triangles.size(),
                   found.area);
        return;
    }
    model::Json report{{"vertices", mesh.vertices.size()}, {"triangles", mesh.triangles.size()},
                       {"segments", mesh.segments.size()}, {"area", found.area},
                       {"enclosed_volume", nullptr},       {"boundary_edges", found.boundary_edges},
                       {"components", found.components},   {"level", options.cut.level}};
    // The volume is below 0 where the scalar grows outwards: triangles then face inwards.
    if (found.enclosed_volume) report["enclosed_volume"] = std::abs(*found.enclosed_volume);
    fmt::print("{}\n", report.dump(2));
}

/// Prints a note on STL's origin: STL has binary32 alone, which is too coarse far from 0.
void note_stl_origin(const SurfaceOptions& options, glm::dvec3 origin)
{
    const glm::dvec3 left_out = compute::stl_origin(origin);
    if (ending_of(options.out) != ".stl" || left_out == glm::dvec3{0.0}) return;
    fmt::print(
        stderr,
        "farfield-node: '{}' has its places less {:.0f},{:.0f},{:.0f}, as its header says: STL has too "
        "few digits for them; .ply and .vtp have them as they are\n",
        options.out, left_out.x, left_out.y, left_out.z);
}

int run(const SurfaceOptions& options)
{
    if (compute::is_worker_rank()) return 0;  // the first rank does it all
    std::atomic<bool> cancelled{false};
    net::StopSignals signals;
    const auto reader = reader_for_commands();
    signals.call([&] {
        cancelled = true;
        reader->stop();
    });
    check_ending(options.out, {".vtp", ".ply", ".stl"});
    if (options.cut.values.empty() == options.cut.boundary.empty())
        throw CLI::ValidationError("expected either --value or --boundary");
    const compute::TimeSeries series = open_series(options.dataset, options.out, reader);
    note_time_outside(series, options.cut.time);
    const compute::SurfaceMesh mesh = cut_surface(series, options.cut, cancelled);
    if (cancelled) throw std::runtime_error(fmt::format("interrupted; '{}' was not written", options.out));
    const std::string name = options.cut.colour.empty() ? options.cut.scalar : options.cut.colour;
    compute::write_surface(options.out, mesh, name.empty() ? "s" : name, series.info().origin);
    print_measures(options, mesh);
    note_stl_origin(options, series.info().origin);
    if (mesh.vertices.empty())
        fmt::print(stderr, "farfield-node: '{}' is empty: {}\n", options.out,
                   options.cut.boundary.empty()
                       ? "in the region no two neighbouring nodes have the value between theirs"
                       : "the grid has no such boundary in the region");
    return 0;
}

void add_cut(CLI::App& command, SurfaceCut& cut)
{
    command.add_option(
        "--scalar", cut.scalar,
        "Scalar that is cut: an array, V for a vector's magnitude, V.x, or a derived one; with "
        "--boundary the scalar of the vertices");
    constexpr double largest = std::numeric_limits<float>::max();
    command.add_option("--value", cut.values, "Isovalues, with commas between them")
        ->delimiter(',')
        ->check(within(-largest, largest));
    command.add_option(
        "--boundary", cut.boundary,
        "suggested, no-slip, walls, outer, land, faces, or plane:BLOCK,AXIS,INDEX such as plane:0,k,-1");
    command.add_option("--colour", cut.colour, "Scalar of an isosurface's vertices");
    command.add_option("--time", cut.time, "Seconds since the first time slice")->check(finite_number());
    add_numbers<6>(command, "--region", "X0,X1,Y0,Y1,Z0,Z1", "Cells whose corners all lie in it",
                   [&cut](const std::array<double, 6>& ends) {
                       for (std::size_t axis = 0; axis < 3; ++axis)
                           if (ends[2 * axis] > ends[2 * axis + 1])
                               throw CLI::ValidationError("--region", "expected lower before upper ends");
                       cut.region = ends;
                   });
    command.add_option("--level", cut.level, "Every 2^level-th node along each axis")
        ->check(CLI::Range(0, 8))
        ->capture_default_str();
    command.add_option("--threads", cut.threads, "0 takes as many as there are cores")
        ->check(thread_number())
        ->capture_default_str();
}

}  // namespace

void add_surface_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<SurfaceOptions>();
    CLI::App* command = program.add_subcommand("surface", "Writes isosurfaces, or the boundary of a grid");
    add_series(*command, options->dataset);
    command->add_option("--out", options->out, "File to write, .vtp, .ply or .stl")->required();
    command->add_flag("--json", options->json,
                      "Reports counts, area, enclosed volume, boundary edges, components");
    add_cut(*command, options->cut);
    command->footer(
        "Example: farfield-node surface analytic:cell:64 --scalar speed --value 0.8 --out cell.ply");
    command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace farfield::node
