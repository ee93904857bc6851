#include "compute_node/commands/commands.h"
#include "compute_node/commands/options/one_process.h"
#include "compute_node/commands/row_command.h"
#include "compute_node/terrain/ray_list.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <iterator>
#include <memory>

namespace farfield::node {

namespace {

terrain::PlaceRay ray_of(std::span<const double> numbers)
{
    return {{numbers[0], numbers[1], numbers[2]}, {numbers[3], numbers[4], numbers[5]}};
}

std::string fault_of(std::span<const double> numbers)
{
    if (ray_of(numbers).direction != glm::dvec3{0.0}) return {};
    return "expected a direction dx,dy,dz, found 0,0,0";
}

CsvTransform transform_with(const terrain::Terrain& terrain, double curvature)
{
    const auto answer = [&terrain, curvature](std::uint64_t row, std::span<const double> numbers,
                                              std::string& text) {
        const terrain::PlaceHit hit = terrain::cast_ray(terrain, ray_of(numbers), curvature);
        fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{}\n", row, hit.range, hit.place.x,
                       hit.place.y, hit.place.z, terrain::to_string(hit.end));
    };
    return {"ray,range,x,y,z,hit", fault_of, answer};
}

int run(const RowCommand& options)
{
    const model::CsvColumns columns{"rays", {"ex", "ey", "ez", "dx", "dy", "dz"}};
    return run_row_command(options, columns, [&](const terrain::Terrain& terrain) {
        return transform_with(terrain, options.earth.curvature());
    });
}

}  // namespace

void add_cast_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<RowCommand>();
    CLI::App* command = program.add_subcommand("cast", "Casts rays over a terrain: what each meets first");
    add_row_options(*command, *options);
    command
        ->add_option("--rays", options->rows,
                     "CSV with the columns ex,ey,ez (eye: the terrain's coordinates, metres up) and dx,dy,dz "
                     "(metres east, north, up)")
        ->required();
    command->footer("Writes ray,range,x,y,z,hit: metres from the eye, the place, and ground, sky, hole or "
                    "underground.\n"
                    "Example: farfield-node cast N46E008.hgt --rays rays.csv --curvature --out hits.csv");
    command->callback([options, &action] {
        expect_one_process("cast");
        action = [options] { return run(*options); };
    });
}

}  // namespace farfield::node
