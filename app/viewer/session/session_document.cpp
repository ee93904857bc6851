#include "app/viewer/session/session_document.h"

#include <algorithm>

#include "app/show/frame_to_scene.h"
#include "app/viewer/session/context_layers.h"
#include "model/document/layer_edits.h"
#include "model/layers/layer_kinds.h"
#include "model/layers/line_kind.h"
#include "model/layers/particle_kind.h"
#include "model/layers/terrain_kind.h"

namespace farfield::app {
namespace {

/// Ticks a second of a window where the clock gives no rate (docs/scripts.md).
constexpr double usual_rate = 60.0;

/// Colour members that lines may share with the particles.
struct Colours {
    model::ColourMap map = model::ColourMap::Viridis;
    model::ColourRange range = std::nullopt;
    std::optional<std::string> scalar = std::nullopt;
};

template <class Params, class Style>
Colours colours_of(const model::Layer& layer)
{
    const auto style = model::read<Style>(layer.style, "style");
    return {style.colour_map, style.range, model::read<Params>(layer.params, "params").scalar};
}

Colours colours_of(const FlowSettings& flow)
{
    const ColourSettings& colour = flow.colour;
    const bool is_own = !colour.automatic_range && colour.manual_range.low < colour.manual_range.high;
    return {colour.map,
            is_own
                ? std::optional(std::array{double{colour.manual_range.low}, double{colour.manual_range.high}})
                : std::nullopt,
            flow.particles.scalar};
}

void take_colours(const Colours& colours, FlowSettings& flow)
{
    flow.colour.map = colours.map;
    flow.colour.automatic_range = !colours.range;
    if (colours.range)
        flow.colour.manual_range = {static_cast<float>((*colours.range)[0]),
                                    static_cast<float>((*colours.range)[1])};
    flow.particles.scalar = colours.scalar.value_or(flow.particles.scalar);
}

/// True when the clock sets step and time of a layer.
bool is_on_clock(const model::Document& document, const model::Layer& layer)
{
    return document.clock.step && model::has_clock(layer, model::particle_kind);
}

void write_particles(const FlowSettings& flow, model::Layer& layer, model::Document& document)
{
    const ParticleSettings& settings = flow.particles;
    auto params = model::read<model::ParticleLayerParams>(layer.params, "params");
    params.steps_per_frame = settings.steps_per_frame;
    params.max_age_frames = settings.max_age_frames;
    params.scalar = settings.scalar;
    params.developed = settings.developed;
    if (is_on_clock(document, layer)) {
        auto& clock = document.clock;
        clock.start = settings.time.start;
        clock.loop = settings.time.loop;
        if (settings.step != *clock.step / settings.steps_per_frame)
            clock.step = settings.step * settings.steps_per_frame;
    } else {
        params.step = settings.step;
        params.time = settings.time;
    }
    layer.params = model::particle_kind.params(model::write_all(params), "params");
    layer.visible = flow.colour.particles_shown;
    auto style = model::read<model::ParticleStyle>(layer.style, "style");
    const Colours colours = colours_of(flow);
    style.colour_map = colours.map;
    style.range = colours.range;
    style.point_size = double{flow.colour.point_size};
    style.trail_frames = flow.colour.trail_frames;
    layer.style = model::write(style);
}

void write_lines(const LineSettings& settings, const Colours& colours, model::Layer& layer)
{
    const bool released =
        settings.kind == model::LineKind::Streakline || settings.kind == model::LineKind::Timeline;
    auto params = model::read<model::LineLayerParams>(layer.params, "params");
    params.kind = settings.kind;
    params.direction = released ? model::LineDirection::Forward : settings.direction;
    params.integrator = settings.integrator;
    params.step = settings.step;
    params.steps = settings.steps;
    params.release_steps = settings.release_steps;
    params.scalar = colours.scalar;
    layer.params = model::line_kind.params(model::write_all(params), "params");
    layer.visible = settings.shown;
    auto style = model::read<model::LineStyle>(layer.style, "style");
    style.colour_map = colours.map;
    style.range = colours.range;
    layer.style = model::write(style);
}

/// Colours of lines after the particles' changed: members that were shared before are shared still.
Colours shared(const Colours& own, const Colours& before, const Colours& after)
{
    return {own.map == before.map ? after.map : own.map, own.range == before.range ? after.range : own.range,
            own.scalar == before.scalar ? after.scalar : own.scalar};
}

void read_particles(const model::Document& document, const model::Layer& layer, FlowSettings& flow)
{
    const auto params = model::read<model::ParticleLayerParams>(layer.params, "params");
    ParticleSettings& settings = flow.particles;
    settings.step = params.step.value_or(settings.step);
    settings.steps_per_frame = params.steps_per_frame;
    if (layer.params.contains("max_age_frames")) settings.max_age_frames = params.max_age_frames;
    settings.developed = params.developed;
    settings.time = params.time;
    if (is_on_clock(document, layer)) {
        settings.step = *document.clock.step / settings.steps_per_frame;
        settings.time = {.start = document.clock.start, .loop = document.clock.loop};
    }
    take_colours(colours_of<model::ParticleLayerParams, model::ParticleStyle>(layer), flow);
    const auto style = model::read<model::ParticleStyle>(layer.style, "style");
    flow.colour.particles_shown = layer.visible;
    flow.colour.point_size = static_cast<float>(style.point_size);
    flow.colour.trail_frames = style.trail_frames;
}

void read_lines(const model::Layer& layer, LineSettings& settings)
{
    const auto params = model::read<model::LineLayerParams>(layer.params, "params");
    settings.shown = layer.visible;
    settings.kind = params.kind;
    settings.direction = params.direction;
    settings.integrator = params.integrator;
    settings.step = params.step.value_or(settings.step);
    settings.steps = params.steps;
    settings.release_steps = params.release_steps;
}

const model::Layer* find_layer(const model::Document& document, const std::string& id)
{
    const auto found = document.layers.find(id);
    return found == document.layers.end() ? nullptr : &found->second;
}

}  // namespace

void write(const FlowSettings& flow, const EditedIds& ids, const model::DatasetInfo& dataset,
           model::Document& document)
{
    auto& source = document.data[ids.flow];
    source.kind = model::DataKind::Dataset;
    source.name = dataset.dataset;
    source.velocity = dataset.velocity_name();
    for (std::size_t i = 0; i < flow.rakes.size(); ++i)
        document.rakes[flow.rake_ids[i]] = {.rake = flow.rakes[i], .data = ids.flow};
    const auto* const with_rakes = find_layer(document, ids.rakes);
    const auto rakes_before = with_rakes == nullptr ? std::nullopt : with_rakes->rakes;
    const auto* const particles_before = find_layer(document, ids.particles);
    const auto* const lines_before = find_layer(document, ids.lines);
    const Colours colours = colours_of(flow);
    Colours of_lines = colours;
    if (particles_before != nullptr && lines_before != nullptr)
        of_lines =
            shared(colours_of<model::LineLayerParams, model::LineStyle>(*lines_before),
                   colours_of<model::ParticleLayerParams, model::ParticleStyle>(*particles_before), colours);
    const auto layer = [&](const std::string& id, const model::LayerKind& kind,
                           double order) -> model::Layer& {
        const auto [entry, is_new] = document.layers.try_emplace(id);
        if (is_new) {
            entry->second.kind = kind.name;
            entry->second.data = ids.flow;
            entry->second.order = order;
        }
        if (is_new || entry->second.rakes == rakes_before) entry->second.rakes = flow.rake_ids;
        return entry->second;
    };
    if (particles_before != nullptr || flow.colour.particles_shown)
        write_particles(flow, layer(ids.particles, model::particle_kind, 2.0), document);
    if (lines_before != nullptr || flow.lines.shown) {
        model::Layer& lines = layer(ids.lines, model::line_kind, 3.0);
        if (lines_before == nullptr && dataset.time_span) lines.clock = true;
        write_lines(flow.lines, of_lines, lines);
    }
    std::erase_if(document.rakes, [&](const auto& rake) { return model::is_unused(document, rake.first); });
    const bool usual = flow.vertical_scale == double{usual_vertical_scale(dataset)};
    document.scene.vertical_scale = usual ? std::nullopt : std::optional(flow.vertical_scale);
}

void read(const model::Document& document, const EditedIds& ids, const model::DatasetSuggestions* suggested,
          FlowSettings& flow)
{
    if (suggested != nullptr) {
        flow.particles.step = flow.lines.step = suggested->step;
        flow.particles.max_age_frames = suggested->max_age_frames;
    }
    const auto* const particles = find_layer(document, ids.particles);
    const auto* const lines = find_layer(document, ids.lines);
    flow.lines.shown = flow.colour.particles_shown = false;
    if (lines != nullptr) read_lines(*lines, flow.lines);
    if (particles != nullptr)
        read_particles(document, *particles, flow);
    else if (lines != nullptr)
        take_colours(colours_of<model::LineLayerParams, model::LineStyle>(*lines), flow);
    flow.rake_ids.clear();
    flow.rakes.clear();
    const auto* const with_rakes = find_layer(document, ids.rakes);
    if (with_rakes == nullptr) return;
    if (!with_rakes->rakes) {
        if (suggested != nullptr) flow.rakes = suggested->rakes;
        return;
    }
    flow.rake_ids = *with_rakes->rakes;
    for (const std::string& id : flow.rake_ids) flow.rakes.push_back(document.rakes.at(id).rake);
}

void write(const TerrainSettings& settings, const model::TerrainDescription& terrain, model::Layer& layer)
{
    auto params = model::read<model::TerrainLayerParams>(layer.params, "params");
    params.detail = settings.detail;
    params.curved = settings.curved;
    params.refraction = settings.refraction;
    layer.params = model::terrain_kind.params(model::write_all(params), "params");
    const auto& shown = settings.style;
    auto style = model::read<model::TerrainStyle>(layer.style, "style");
    style.colour_map = shown.map;
    const std::array heights{double{shown.heights.x}, double{shown.heights.y}};
    const auto own = glm::vec2(terrain.heights[0], terrain.heights[1]);
    style.heights =
        shown.heights == own || !(heights[0] < heights[1]) ? std::nullopt : std::optional(heights);
    style.sea = shown.sea;
    style.sun_azimuth = double{shown.sun_azimuth_degrees};
    style.sun_elevation = double{shown.sun_elevation_degrees};
    style.haze_metres = double{shown.haze_metres};
    style.contour_metres = double{shown.contour_metres};
    style.grid_metres = double{shown.grid_metres};
    style.views_per_second = settings.views_per_second;
    layer.style = model::write(style);
}

void write(const PlaybackSettings& settings, model::Clock& clock)
{
    clock.playing = !settings.paused;
    clock.max_rate = settings.rate == usual_rate ? std::nullopt : std::optional(settings.rate);
    clock.policy =
        settings.policy == net::Policy::Latest ? std::nullopt : std::optional(model::FramePolicy::Every);
}

void read(const model::Layer& layer, TerrainSettings& settings)
{
    const auto params = model::read<model::TerrainLayerParams>(layer.params, "params");
    settings.detail = params.detail;
    settings.curved = params.curved;
    settings.refraction = params.refraction;
    const auto style = model::read<model::TerrainStyle>(layer.style, "style");
    settings.style.map = style.colour_map;
    if (style.heights)
        settings.style.heights = {static_cast<float>((*style.heights)[0]),
                                  static_cast<float>((*style.heights)[1])};
    settings.style.sea = style.sea;
    settings.style.sun_azimuth_degrees = static_cast<float>(style.sun_azimuth);
    settings.style.sun_elevation_degrees = static_cast<float>(style.sun_elevation);
    settings.style.haze_metres = static_cast<float>(style.haze_metres);
    settings.style.contour_metres = static_cast<float>(style.contour_metres);
    settings.style.grid_metres = static_cast<float>(style.grid_metres);
    settings.views_per_second = style.views_per_second;
}

void read(const model::Clock& clock, PlaybackSettings& settings)
{
    settings.paused = !clock.playing;
    settings.rate = clock.max_rate.value_or(usual_rate);
    settings.policy = clock.policy == model::FramePolicy::Every ? net::Policy::Every : net::Policy::Latest;
}

EditedIds edited_of(const model::Document& document, const std::string& selected)
{
    const auto order = model::layers_in_order(document);
    /// Id of the data of the lowest layer of particles or lines, or else of any layer that shows such data.
    const auto data_of = [&](model::DataKind kind, const std::string& otherwise) {
        const auto shows = [&](const std::string& id) {
            return model::find_kind(model::layer_kinds(), document.layers.at(id).kind)->data == kind;
        };
        const auto has_rakes = [&](const std::string& id) {
            return shows(id) &&
                   model::find_kind(model::layer_kinds(), document.layers.at(id).kind)->has_rakes;
        };
        auto found = std::ranges::find_if(order, has_rakes);
        if (found == order.end()) found = std::ranges::find_if(order, shows);
        return found == order.end() ? otherwise : document.layers.at(*found).data;
    };
    const auto layer_of = [&](std::string_view kind, const std::string& data) {
        const auto fits = [&](const std::string& id) {
            return document.layers.at(id).kind == kind && document.layers.at(id).data == data;
        };
        if (!selected.empty() && fits(selected)) return selected;
        const auto found =
            std::ranges::find_if(order, [&](const auto& id) { return id != context_lines && fits(id); });
        if (found != order.end()) return *found;
        for (std::size_t number = 1;; ++number) {
            auto id = std::string(kind) + "-" + std::to_string(number);
            if (!document.layers.contains(id)) return id;
        }
    };
    EditedIds ids;
    ids.flow = data_of(model::DataKind::Dataset, ids.flow);
    ids.ground = data_of(model::DataKind::Terrain, ids.ground);
    ids.particles = layer_of("particles", ids.flow);
    ids.lines = layer_of("lines", ids.flow);
    ids.terrain = layer_of("terrain", ids.ground);
    ids.picture = layer_of("picture", ids.ground);
    ids.overlay = layer_of("overlay", ids.ground);
    const bool has_particles = document.layers.contains(ids.particles);
    ids.rakes = selected == ids.lines || !has_particles ? ids.lines : ids.particles;
    return ids;
}

}  // namespace farfield::app
