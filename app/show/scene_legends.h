#pragma once

#include <cctype>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/document/document.h"
#include "render/scene/scene.h"

namespace farfield::app {

/// Passes the parts of a kind's name to take(): "Vortex cores" for "vortex-cores".
void take_kind_name(std::string_view kind, auto&& take)
{
    const char capital = static_cast<char>(std::toupper(static_cast<unsigned char>(kind.front())));
    take(std::string_view(&capital, 1));
    kind.remove_prefix(1);
    for (std::size_t hyphen = kind.find('-'); hyphen != std::string_view::npos; hyphen = kind.find('-')) {
        take(kind.substr(0, hyphen));
        take(std::string_view(" "));
        kind.remove_prefix(hyphen + 1);
    }
    take(kind);
}

/// Passes the parts of a layer's name to take(): its title, or its kind.
void take_layer_name(const model::Layer& layer, auto&& take)
{
    if (!layer.title.empty()) return take(std::string_view(layer.title));
    take_kind_name(layer.kind, take);
}

/// Sets the legends of a picture. With several, each has the names of its layers in front:
/// "Flow, Particles: speed". names(legend, take): passes these, in parts. Allocates nothing where the legends
/// stay the same.
void set_legends(std::vector<render::Legend>& there, std::span<const render::Legend* const> legends,
                 const auto& names)
{
    const bool are_several = legends.size() > 1;
    const auto heading = [&](const render::Legend& legend, auto&& take) {
        if (are_several) {
            names(legend, take);
            take(std::string_view(": "));
        }
        take(std::string_view(legend.title));
    };
    const auto is_there = [&](const render::Legend& shown, const render::Legend& legend) {
        std::string_view rest = shown.title;
        bool is_same = shown.units == legend.units && shown.colour_map == legend.colour_map &&
                       shown.range == legend.range;
        heading(legend, [&](std::string_view part) {
            is_same = is_same && rest.starts_with(part);
            if (is_same) rest.remove_prefix(part.size());
        });
        return is_same && rest.empty();
    };
    bool are_there = there.size() == legends.size();
    for (std::size_t i = 0; i < legends.size() && are_there; ++i) are_there = is_there(there[i], *legends[i]);
    if (are_there) return;
    there.clear();
    for (const render::Legend* legend : legends) {
        render::Legend& shown = there.emplace_back(*legend);
        shown.title.clear();
        heading(*legend, [&](std::string_view part) { shown.title += part; });
    }
}

}  // namespace farfield::app
