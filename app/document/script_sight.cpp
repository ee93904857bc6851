#include "app/document/script_sight.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "model/calls/terrain_sight.h"

namespace farfield::app {
namespace {

constexpr double most_coordinate = 1e12;  // far off every map; what is made of larger ones may overflow

void check_place(const ScriptTable& table, std::string_view key, const model::Point& place)
{
    if (std::ranges::any_of(place, [](double number) { return std::abs(number) > most_coordinate; }))
        table.fail_at(key, fmt::format("'{}' must be numbers from {} to {}, found [{}, {}, {}]", key,
                                       -most_coordinate, most_coordinate, place[0], place[1], place[2]));
}

model::Point read_place(ScriptTable& table, std::string_view key)
{
    const auto place = table.required(table.point(key), key);
    check_place(table, key, place);
    return place;
}

ScriptSight read_sight_lines(ScriptTable& table)
{
    ScriptSight sight;
    sight.from = read_place(table, "from");
    sight.to = table.required(table.points("to"), "to");
    if (sight.to.empty()) table.fail_at("to", "'to' must have a place at least");
    if (sight.to.size() > model::max_sight_targets)
        table.fail_at("to", fmt::format("'to' has {} places: at most {} are allowed (max_sight_targets)",
                                        sight.to.size(), model::max_sight_targets));
    for (const auto& place : sight.to) check_place(table, "to", place);
    table.finish();
    return sight;
}

}  // namespace

std::vector<ScriptSight> read_sight(ScriptTable& root)
{
    std::vector<ScriptSight> sight;
    for (auto& table : root.tables("sight")) sight.push_back(read_sight_lines(table));
    return sight;
}

std::optional<ScriptViewshed> read_viewshed(ScriptTable& root)
{
    auto table = root.table("viewshed");
    if (!table) return std::nullopt;
    ScriptViewshed viewshed;
    viewshed.observer = read_place(*table, "observer");
    if (viewshed.observer[2] < 0.0) table->fail_at("observer", "'observer' must not be below the ground");
    viewshed.target_height =
        table->number("target_height", 0.0, most_metres).value_or(viewshed.target_height);
    viewshed.radius = table->number("radius", 0.0, most_metres);
    if (viewshed.radius == 0.0) table->fail_at("radius", "'radius' must be above 0");
    if (const auto sectors = table->numbers("sectors", 2)) {
        if (std::ranges::any_of(*sectors, [](double degrees) { return std::abs(degrees) > 360.0; }))
            table->fail_at("sectors", "'sectors' must be azimuths from -360 to 360");
        viewshed.sectors = std::array{(*sectors)[0], (*sectors)[1]};
    }
    viewshed.geotiff = table->truth("geotiff").value_or(false);
    table->finish();
    return viewshed;
}

}  // namespace farfield::app
