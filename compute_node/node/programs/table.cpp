#include "compute_node/node/programs/table.h"

#include "model/programs/table.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace farfield::node {

// Functions that start programs, each in its own source.
StartProgram start_particles, start_lines, start_terrain_view, start_terrain_tiles, start_terrain_viewshed,
    start_terrain_image, start_slice, start_isosurface, start_boundary, start_glyphs, start_vortex_cores;

namespace {

struct Row {
    std::string_view name;
    StartProgram* start;
};

constexpr std::array<Row, 11> rows{{
    {"particles", start_particles},
    {"lines", start_lines},
    {"terrain.view", start_terrain_view},
    {"terrain.tiles", start_terrain_tiles},
    {"terrain.viewshed", start_terrain_viewshed},
    {"terrain.image", start_terrain_image},
    {"slice", start_slice},
    {"isosurface", start_isosurface},
    {"boundary", start_boundary},
    {"glyphs", start_glyphs},
    {"vortex-cores", start_vortex_cores},
}};

}  // namespace

std::vector<std::string> program_names()
{
    std::vector<std::string> names;
    for (const Row& row : rows) names.emplace_back(row.name);
    return names;
}

std::unique_ptr<net::Program> start_program(Node& node, const net::ProgramStart& start,
                                            const std::stop_token& cancel)
{
    model::expect_program(start.program);
    if (start.dataset.empty()) throw model::FieldError("dataset", "a string", "nothing");
    return std::ranges::find(rows, start.program, &Row::name)->start(node, start, cancel);
}

}  // namespace farfield::node
