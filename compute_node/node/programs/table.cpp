#include "compute_node/node/programs/table.h"

#include "model/programs/boundary.h"
#include "model/programs/glyphs.h"
#include "model/programs/isosurface.h"
#include "model/programs/line_params.h"
#include "model/programs/particle_params.h"
#include "model/programs/ray_params.h"
#include "model/programs/slice.h"
#include "model/programs/terrain_params.h"
#include "model/programs/terrain_view.h"
#include "model/programs/vortex_core_params.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

namespace farfield::node {

// Functions that start programs, each in its own source.
StartProgram start_particles, start_lines, start_terrain_view, start_terrain_tiles, start_terrain_viewshed,
    start_terrain_image, start_slice, start_isosurface, start_boundary, start_glyphs, start_vortex_cores;

namespace {

template <class Params>
void check_patch(const model::Json& patch)
{
    Params params;
    (void)merge(params, patch);
}

void check_lines(const model::Json& patch)
{
    if (model::asks_for_rays(patch)) return check_patch<model::RayParams>(patch);
    check_patch<model::LineParams>(patch);
}

struct Row {
    const char* name;
    StartProgram* start;
    void (*check)(const model::Json& patch);
};

constexpr std::array rows{
    Row{"particles", start_particles, check_patch<model::ParticleParams>},
    Row{"lines", start_lines, check_lines},
    Row{"terrain.view", start_terrain_view, check_patch<model::TerrainViewParams>},
    Row{"terrain.tiles", start_terrain_tiles, check_patch<model::TerrainTilesParams>},
    Row{"terrain.viewshed", start_terrain_viewshed, check_patch<model::ViewshedParams>},
    Row{"terrain.image", start_terrain_image, check_patch<model::TerrainImageParams>},
    Row{"slice", start_slice, check_patch<model::SliceParams>},
    Row{"isosurface", start_isosurface, check_patch<model::IsosurfaceParams>},
    Row{"boundary", start_boundary, check_patch<model::BoundaryParams>},
    Row{"glyphs", start_glyphs, check_patch<model::GlyphParams>},
    Row{"vortex-cores", start_vortex_cores, check_patch<model::VortexCoreParams>},
};

const Row& row_of(const std::string& program)
{
    const auto* const found = std::ranges::find(rows, std::string_view{program}, &Row::name);
    if (found != rows.end()) return *found;
    std::array<const char*, rows.size()> names{};
    std::ranges::transform(rows, names.begin(), &Row::name);
    const model::Json name = program;
    (void)model::JsonValue(&name, "program").one_of(names);  // throws: it is none
    throw std::logic_error("a program without a row");
}

}  // namespace

std::vector<std::string> program_names()
{
    std::vector<std::string> names;
    for (const Row& row : rows) names.emplace_back(row.name);
    return names;
}

void expect_program(const std::string& name)
{
    (void)row_of(name);
}

void check_params(const std::string& program, const model::Json& patch)
{
    row_of(program).check(patch);
}

std::unique_ptr<net::Program> start_program(Node& node, const net::ProgramStart& start,
                                            const std::stop_token& cancel)
{
    const Row& row = row_of(start.program);
    if (start.dataset.empty()) throw model::FieldError("dataset", "a string", "nothing");
    return row.start(node, start, cancel);
}

}  // namespace farfield::node
