#include "app/viewer/session/context_layers.h"

#include <algorithm>
#include <fmt/format.h>

#include "model/layers/boundary_kind.h"
#include "model/layers/isosurface_kind.h"
#include "model/layers/line_kind.h"
#include "model/layers/particle_kind.h"
#include "model/layers/ray_kind.h"
#include "model/layers/slice_kind.h"

namespace farfield::app {
namespace {

constexpr double order_of_context = 1.0, order_of_particles = 2.0, order_of_lines = 3.0;

/// Id of a slice of a dataset; number: from 0.
std::string slice_id(std::size_t number)
{
    return fmt::format("slice-{}", number + 1);
}

model::Layer context_layer(const model::LayerKind& kind, const std::string& data)
{
    model::Layer layer;
    layer.kind = kind.name;
    layer.data = data;
    layer.order = order_of_context;
    return layer;
}

/// A layer of the dataset's first scalar on a plane.
model::Layer slice_layer(const model::SlicePlane& plane, const model::DatasetInfo& dataset,
                         const std::string& data)
{
    model::Layer layer = context_layer(model::slice_kind, data);
    layer.params = {{"planes", model::Json::array({model::write(plane)})}};
    if (!dataset.grows) return layer;
    layer.params["follow"] = true;
    // The data so far have almost no range.
    if (const auto& range = dataset.scalars.front().shown_range()) layer.style["range"] = *range;
    layer.style["colour_map"] = "cool-warm";
    return layer;
}

/// Adds the isosurface that a growing dataset suggests.
void add_growing_surface(const model::DatasetInfo& dataset, const std::string& data,
                         model::Document& document)
{
    model::Layer layer = context_layer(model::isosurface_kind, data);
    layer.params = {{"scalar", dataset.suggested.isovalue->scalar},
                    {"values", {dataset.suggested.isovalue->value}},
                    {"follow", true}};
    layer.style = {{"colour", "#d8a531"}, {"opacity", 0.7}};
    document.layers.insert_or_assign(model::isosurface_kind.name, std::move(layer));
}

/// Adds the rays along which the waves ran: red where they arrived later than predicted.
void add_rays(const std::string& data, model::Document& document)
{
    model::Layer layer = context_layer(model::ray_kind, data);
    layer.params = {{"follow", true}, {"every", 20}};
    layer.style = {{"colour_map", "cool-warm"}, {"line_width", 1.2}};
    document.layers.insert_or_assign(model::ray_kind.name, std::move(layer));
}

/// Adds lines through the whole domain.
void add_lines(const model::DatasetInfo& dataset, const std::string& data, model::Document& document)
{
    model::Layer layer = context_layer(model::line_kind, data);
    layer.title = "Flow";
    layer.rakes = {context_lines};
    layer.params = {{"direction", "both"}};
    if (dataset.time_span) layer.clock = true;
    model::SharedRake& rake = document.rakes[context_lines];
    rake.rake.shape = model::ListRake{.at = dataset.suggested.seeds};
    rake.data = data;
    document.layers.insert_or_assign(context_lines, std::move(layer));
}

}  // namespace

void set_context(const model::DatasetInfo& dataset, const std::string& data, model::Document& document)
{
    std::erase_if(document.layers, [&](const auto& entry) {
        const model::Layer& layer = entry.second;
        return layer.data == data && layer.order == order_of_context &&
               (layer.kind == model::slice_kind.name || layer.kind == model::boundary_kind.name ||
                layer.kind == model::isosurface_kind.name || layer.kind == model::ray_kind.name ||
                entry.first == context_lines);
    });
    if (!dataset.suggested.boundary.empty()) {
        model::Layer layer = context_layer(model::boundary_kind, data);
        if (dataset.grid_changes) layer.clock = true;
        document.layers.insert_or_assign(model::boundary_kind.name, std::move(layer));
    }
    if (dataset.velocity && !dataset.suggested.seeds.empty()) add_lines(dataset, data, document);
    if (dataset.velocity) return;
    const auto& slices = dataset.suggested.slices;
    // Only one slice beside a surface: three would hide it.
    const bool has_surface = dataset.grows && dataset.suggested.isovalue;
    for (std::size_t i = has_surface && !slices.empty() ? slices.size() - 1 : 0; i < slices.size(); ++i)
        document.layers.insert_or_assign(slice_id(i), slice_layer(slices[i], dataset, data));
    if (has_surface) add_growing_surface(dataset, data, document);
    if (dataset.rays) add_rays(data, document);
}

model::Layer first_particles(const model::DatasetInfo& dataset, const std::string& data)
{
    model::Layer layer = context_layer(model::particle_kind, data);
    layer.order = order_of_particles;
    layer.params = {{"developed", true}};
    const auto is_speed = [](const model::ScalarInfo& scalar) { return scalar.name == "speed"; };
    const auto speed = std::ranges::find_if(dataset.scalars, is_speed);
    // Absent, the first scalar counts.
    if (speed != dataset.scalars.end() && speed != dataset.scalars.begin()) layer.params["scalar"] = "speed";
    return layer;
}

model::Layer first_lines(const model::DatasetInfo& dataset, const std::string& data)
{
    constexpr int release_steps = 10;  // with one at every step, timelines hide each other
    model::Layer layer = context_layer(model::line_kind, data);
    layer.order = order_of_lines;
    layer.params = {{"release_steps", release_steps}};
    if (dataset.time_span) layer.clock = true;
    return layer;
}

}  // namespace farfield::app
