#include "app/document/script_terrain.h"

#include <fmt/format.h>

#include "app/document/script_colour_map.h"
#include "app/document/script_sight.h"

namespace farfield::app {
namespace {

std::optional<glm::vec2> read_heights(ScriptTable& table)
{
    const auto heights = table.numbers("heights", 2);
    if (!heights) return std::nullopt;
    if ((*heights)[0] >= (*heights)[1])
        table.fail_at("heights", "'heights' must be [low, high] with low below high");
    return glm::vec2((*heights)[0], (*heights)[1]);
}

void read_style(ScriptTable& table, render::TerrainStyle& style)
{
    style.map = read_colour_map(table).value_or(style.map);
    style.sea = table.truth("sea").value_or(style.sea);
    set(style.sun_azimuth_degrees, table.number("sun_azimuth", -360.0, 360.0));
    set(style.sun_elevation_degrees, table.number("sun_elevation", -90.0, 90.0));
    set(style.haze_metres, table.number("haze_metres", 0.0, most_metres));
    set(style.contour_metres, table.number("contour_metres", 0.0, most_metres));
    set(style.grid_metres, table.number("grid_metres", 0.0, most_metres));
}

/// A file of the node; empty where none is named.
std::string read_file(ScriptTable& table, std::string_view key)
{
    const auto file = table.text(key);
    if (file && file->empty()) table.fail_at(key, fmt::format("'{}' must name a file", key));
    return file.value_or("");
}

/// What is asked about ground needs some.
void refuse_without_terrain(ScriptTable& root)
{
    for (const char* key : {"sight", "viewshed"})
        if (root.has(key)) root.fail_at(key, fmt::format("'{}' needs a [terrain]", key));
}

}  // namespace

std::optional<ScriptTerrain> read_terrain(ScriptTable& root)
{
    auto table = root.table("terrain");
    if (!table) {
        refuse_without_terrain(root);
        return std::nullopt;
    }
    ScriptTerrain terrain;
    terrain.name = table->required(table->text("name"), "name");
    set(terrain.view.detail, table->number("detail", 0.0, 1000.0));
    set(terrain.view.curved, table->truth("curved"));
    set(terrain.view.refraction, table->number("refraction", 0.0, 10.0));
    terrain.heights = read_heights(*table);
    read_style(*table, terrain.style);
    terrain.picture = read_file(*table, "picture");
    terrain.overlay = read_file(*table, "overlay");
    table->finish();
    terrain.sight = read_sight(root);
    terrain.viewshed = read_viewshed(root);
    return terrain;
}

}  // namespace farfield::app
