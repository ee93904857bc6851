#include "app/layers/entities/entity_signals.h"

#include <algorithm>
#include <glm/common.hpp>

namespace farfield::app {
namespace {

constexpr glm::vec3 fire_colour{1.0F, 0.86F, 0.35F}, detonation_colour{1.0F, 0.48F, 0.16F},
    collision_colour{0.90F, 0.45F, 1.0F};
constexpr glm::vec4 seen_colour{0.30F, 0.95F, 0.45F, 1.0F}, blocked_colour{1.0F, 0.30F, 0.28F, 1.0F},
    unknown_colour{0.85F, 0.87F, 0.90F, 0.9F};
constexpr float event_line_width = 2.5F, sight_line_width = 2.5F;
constexpr float least_flash = 14.0F, most_flash = 46.0F, flash_rim = 2.0F;  ///< logical pixels

glm::vec3 colour_of(net::dis::PduType kind)
{
    return kind == net::dis::PduType::Fire         ? fire_colour
           : kind == net::dis::PduType::Detonation ? detonation_colour
                                                   : collision_colour;
}

/// part: elapsed part of the time for which an event is shown.
void write_event(const SeenEvent& event, float part, render::SignalDrawing& drawing)
{
    const glm::vec3 colour = colour_of(event.event.kind);
    if (event.from && event.to && *event.from != *event.to)
        drawing.lines.push_back({.from = glm::vec3(*event.from),
                                 .to = glm::vec3(*event.to),
                                 .colour = {colour, 1.0F - 0.6F * part},
                                 .width = event_line_width});
    if (const auto place = event.place())
        drawing.flashes.push_back({.at = glm::vec3(*place),
                                   .colour = {colour, 0.95F * (1.0F - part) + 0.05F},
                                   .size = glm::mix(least_flash, most_flash, part),
                                   .rim = flash_rim});
}

void write_sight(const EntityTable& table, const SightBetween& sight, std::uint64_t now_ns,
                 render::SignalDrawing& drawing)
{
    const KnownEntity* from = table.find(sight.from);
    const KnownEntity* to = table.find(sight.to);
    if (from == nullptr || to == nullptr || !from->is_placed || !to->is_placed) return;
    const glm::vec3 a(from->smoothed(now_ns).place), b(to->smoothed(now_ns).place);
    const auto add = [&](glm::vec3 start, glm::vec3 end, glm::vec4 colour) {
        drawing.lines.push_back({.from = start, .to = end, .colour = colour, .width = sight_line_width});
    };
    if (!sight.visible) return add(a, b, unknown_colour);
    if (*sight.visible) return add(a, b, seen_colour);
    const glm::vec3 blocked = glm::mix(a, b, static_cast<float>(sight.seen_part.value_or(0.0)));
    add(a, blocked, seen_colour);
    add(blocked, b, blocked_colour);
}

}  // namespace

void write_signals(const EntityTable& table, const std::optional<SightBetween>& sight, std::uint64_t now_ns,
                   render::SignalDrawing& drawing)
{
    drawing.lines.clear();
    drawing.flashes.clear();
    for (const SeenEvent& event : table.events().all()) {
        const std::uint64_t age = age_ns(event.arrival_ns, now_ns);
        if (event.is_old || age >= event_shown_ns) continue;
        write_event(event, static_cast<float>(age) / static_cast<float>(event_shown_ns), drawing);
    }
    if (sight) write_sight(table, *sight, now_ns, drawing);
}

}  // namespace farfield::app
