#include "app/viewer/session/edited_layers.h"

#include <algorithm>
#include <fmt/format.h>

#include "app/viewer/session/context_layers.h"
#include "model/layers/layer_kinds.h"
#include "model/layers/line_kind.h"
#include "model/layers/particle_kind.h"

namespace farfield::app {
namespace {

FlowColours colours_of(const model::Layer& layer)
{
    const auto of = [&]<class Params, class Style>(Params, Style) -> FlowColours {
        const auto style = model::read<Style>(layer.style, "style");
        return {style.colour_map, style.range, model::read<Params>(layer.params, "params").scalar};
    };
    return layer.kind == model::particle_kind.name ? of(model::ParticleLayerParams{}, model::ParticleStyle{})
                                                   : of(model::LineLayerParams{}, model::LineStyle{});
}

void set_or_erase(model::Json& json, const char* name, const auto& value)
{
    json.erase(name);
    if (value) json[name] = *value;
}

const model::LayerKind& kind_of(const model::Layer& layer)
{
    return *model::find_kind(model::layer_kinds(), layer.kind);
}

/// Colours of lines after the particles' changed: members that were the same before are the same still.
FlowColours shared(const FlowColours& own, const FlowColours& before, const FlowColours& after)
{
    return {own.map == before.map ? after.map : own.map, own.range == before.range ? after.range : own.range,
            own.scalar == before.scalar ? after.scalar : own.scalar};
}

/// Finds, in the order in which layers are drawn, what the docks edit.
class Edited {
public:
    Edited(const model::Document& document, const std::string& selected)
        : document_(document), selected_(selected), order_(model::layers_in_order(document))
    {}

    /// Id of the data of the lowest layer of particles or lines, or else of any layer that shows such data.
    [[nodiscard]] std::string data(model::DataKind kind, const std::string& otherwise) const
    {
        const auto shows = [&](const std::string& id) { return kind_of(layer(id)).data == kind; };
        const auto has_rakes = [&](const std::string& id) {
            return shows(id) && kind_of(layer(id)).has_rakes;
        };
        auto found = std::ranges::find_if(order_, has_rakes);
        if (found == order_.end()) found = std::ranges::find_if(order_, shows);
        return found == order_.end() ? otherwise : layer(*found).data;
    }

    /// Id of the selected layer, else of the lowest, of this kind on these data; else one for a new layer.
    [[nodiscard]] std::string layer_of(std::string_view kind, const std::string& data) const
    {
        const auto fits = [&](const std::string& id) {
            return layer(id).kind == kind && layer(id).data == data;
        };
        if (!selected_.empty() && fits(selected_)) return selected_;
        const auto found =
            std::ranges::find_if(order_, [&](const auto& id) { return id != context_lines && fits(id); });
        if (found != order_.end()) return *found;
        for (std::size_t number = 1;; ++number) {
            auto id = fmt::format("{}-{}", kind, number);
            if (!document_.layers.contains(id)) return id;
        }
    }

private:
    [[nodiscard]] const model::Layer& layer(const std::string& id) const { return document_.layers.at(id); }

    const model::Document& document_;
    const std::string& selected_;
    std::vector<std::string> order_;
};

}  // namespace

EditedIds edited_of(const model::Document& document, const std::string& selected)
{
    const Edited edited(document, selected);
    EditedIds ids;
    ids.flow = edited.data(model::DataKind::Dataset, ids.flow);
    ids.ground = edited.data(model::DataKind::Terrain, ids.ground);
    ids.particles = edited.layer_of("particles", ids.flow);
    ids.lines = edited.layer_of("lines", ids.flow);
    ids.terrain = edited.layer_of("terrain", ids.ground);
    ids.picture = edited.layer_of("picture", ids.ground);
    ids.overlay = edited.layer_of("overlay", ids.ground);
    const bool has_particles = document.layers.contains(ids.particles);
    ids.rakes = selected == ids.lines || !has_particles ? ids.lines : ids.particles;
    return ids;
}

const model::Layer* find_layer(const model::Document& document, const std::string& id)
{
    const auto found = document.layers.find(id);
    return found == document.layers.end() ? nullptr : &found->second;
}

void patch_params(model::Document& document, const std::string& id, const model::Json& patch)
{
    const auto found = document.layers.find(id);
    if (found == document.layers.end()) return;
    found->second.params.merge_patch(patch);
    found->second.params = kind_of(found->second).params(found->second.params, "params");
}

void patch_style(model::Document& document, const std::string& id, const model::Json& patch)
{
    const auto found = document.layers.find(id);
    if (found == document.layers.end()) return;
    found->second.style.merge_patch(patch);
    found->second.style = kind_of(found->second).style(found->second.style, "style");
}

FlowColours colours_of(const model::Document& document, const EditedIds& ids)
{
    for (const std::string& id : {ids.particles, ids.lines})
        if (const model::Layer* layer = find_layer(document, id)) return colours_of(*layer);
    return {};
}

void set_colours_of(model::Layer& layer, const FlowColours& colours)
{
    set_or_erase(layer.params, "scalar", colours.scalar);
    set_or_erase(layer.style, "range", colours.range);
    layer.style["colour_map"] = model::name_of(colours.map);
    layer.style = kind_of(layer).style(layer.style, "style");
}

void set_colours(model::Document& document, const EditedIds& ids, const FlowColours& colours)
{
    const FlowColours before = colours_of(document, ids);
    const auto particles = document.layers.find(ids.particles), lines = document.layers.find(ids.lines);
    if (lines != document.layers.end())
        set_colours_of(lines->second, shared(colours_of(lines->second), before, colours));
    if (particles != document.layers.end()) set_colours_of(particles->second, colours);
}

}  // namespace farfield::app
