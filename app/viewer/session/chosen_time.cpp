#include "app/viewer/session/chosen_time.h"

#include <algorithm>

#include "model/layers/boundary_kind.h"
#include "model/layers/layer_kinds.h"
#include "model/layers/particle_kind.h"

namespace farfield::app {

namespace {

/// True for layers with a time. A boundary has one where it has a clock: its grid changes.
bool is_at_time(const model::Layer& layer)
{
    return has_time(layer.kind, layer.clock.value_or(false));
}

}  // namespace

bool has_time(std::string_view kind, bool grid_changes)
{
    if (kind == model::particle_kind.name) return false;  // they go on by themselves
    if (kind == model::boundary_kind.name && !grid_changes) return false;
    const model::LayerKind* const found = model::find_kind(model::layer_kinds(), kind);
    if (found == nullptr) return false;
    const auto is_time = [](const model::FieldDescription& member) { return member.name == "time"; };
    return std::ranges::any_of(found->params.members(), is_time);
}

model::Document with_time(model::Document document, const std::string& data, double seconds)
{
    if (document.clock.step) document.clock.start = seconds;
    for (auto& [id, layer] : document.layers) {
        if (layer.data != data) continue;
        const bool is_on_clock = document.clock.step && layer.clock.value_or(layer.kind == "particles");
        if (is_on_clock) continue;
        if (layer.kind == "particles") {
            model::Json time = layer.params.value("time", model::Json::object());
            time.erase("start");
            if (seconds != 0.0) time["start"] = seconds;
            layer.params.erase("time");
            if (!time.empty()) layer.params["time"] = time;
        } else if (is_at_time(layer)) {
            layer.params["time"] = seconds;
        }
    }
    return document;
}

double time_of(const model::Document& document, const std::string& data)
{
    if (const auto* particles = model::lowest_layer(document, "particles", data); particles != nullptr) {
        if (document.clock.step && particles->clock.value_or(true)) return document.clock.start;
        return model::read<model::ParticleLayerParams>(particles->params, "params").time.start;
    }
    for (const std::string& id : model::layers_in_order(document)) {
        const model::Layer& layer = document.layers.at(id);
        if (layer.data == data && is_at_time(layer) && layer.params.contains("time"))
            return layer.params.at("time").get<double>();
    }
    return 0.0;
}

}  // namespace farfield::app
