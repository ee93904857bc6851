#include "app/viewer/session/session_document.h"

#include <algorithm>

#include "app/layers/kinds/line_kind.h"
#include "app/layers/kinds/particle_kind.h"
#include "app/layers/kinds/terrain_kind.h"
#include "app/viewer/session/session_model.h"

namespace farfield::app {
namespace {

/// 60 ticks a second is what a window shows where the clock does not say (docs/scripts.md).
constexpr double usual_rate = 60.0;

model::ColourRange range_of(const ColourSettings& colour)
{
    if (colour.automatic_range || !(colour.manual_range.low < colour.manual_range.high)) return std::nullopt;
    return std::array{double{colour.manual_range.low}, double{colour.manual_range.high}};
}

}  // namespace

void write(const ParticleSettings& settings, const ColourSettings& colour, model::Layer& layer)
{
    auto params = model::read<ParticleLayerParams>(layer.params, "params");
    params.step = settings.step;
    params.steps_per_frame = settings.steps_per_frame;
    params.max_age_frames = settings.max_age_frames;
    params.scalar = settings.scalar;
    params.developed = settings.developed;
    params.time = settings.time;
    layer.params = particle_kind.params(model::write_all(params), "params");
    layer.visible = colour.particles_shown;
    auto style = model::read<model::ParticleStyle>(layer.style, "style");
    style.colour_map = colour.map;
    style.range = range_of(colour);
    style.point_size = double{colour.point_size};
    style.trail_frames = colour.trail_frames;
    layer.style = model::write(style);
}

void write(const LineSettings& settings, const ColourSettings& colour, const std::string& scalar,
           model::Layer& layer)
{
    const bool released =
        settings.kind == model::LineKind::Streakline || settings.kind == model::LineKind::Timeline;
    auto params = model::read<LineLayerParams>(layer.params, "params");
    params.kind = settings.kind;
    params.direction = released ? model::LineDirection::Forward : settings.direction;
    params.integrator = settings.integrator;
    params.step = settings.step;
    params.steps = settings.steps;
    params.release_steps = settings.release_steps;
    params.scalar = scalar;
    layer.params = line_kind.params(model::write_all(params), "params");
    layer.visible = settings.shown;
    auto style = model::read<model::LineStyle>(layer.style, "style");
    style.colour_map = colour.map;
    style.range = range_of(colour);
    layer.style = model::write(style);
}

void write(const TerrainSettings& settings, const model::TerrainDescription& terrain, model::Layer& layer)
{
    auto params = model::read<TerrainLayerParams>(layer.params, "params");
    params.detail = settings.detail;
    params.curved = settings.curved;
    params.refraction = settings.refraction;
    layer.params = terrain_kind.params(model::write_all(params), "params");
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
    layer.style = model::write(style);
}

void write(const PlaybackSettings& settings, model::Clock& clock)
{
    clock.playing = !settings.paused;
    clock.max_rate = settings.rate == usual_rate ? std::nullopt : std::optional(settings.rate);
    clock.policy =
        settings.policy == net::Policy::Latest ? std::nullopt : std::optional(model::FramePolicy::Every);
}

void read(const model::Layer& layer, ParticleSettings& settings, ColourSettings& colour)
{
    const auto params = model::read<ParticleLayerParams>(layer.params, "params");
    settings.step = params.step.value_or(settings.step);
    settings.steps_per_frame = params.steps_per_frame;
    if (layer.params.contains("max_age_frames")) settings.max_age_frames = params.max_age_frames;
    settings.scalar = params.scalar.value_or(settings.scalar);
    settings.developed = params.developed;
    settings.time = params.time;
    const auto style = model::read<model::ParticleStyle>(layer.style, "style");
    colour.map = style.colour_map;
    colour.particles_shown = layer.visible;
    colour.automatic_range = !style.range;
    if (style.range)
        colour.manual_range = {static_cast<float>((*style.range)[0]), static_cast<float>((*style.range)[1])};
    colour.point_size = static_cast<float>(style.point_size);
    colour.trail_frames = style.trail_frames;
}

void read(const model::Layer& layer, LineSettings& settings)
{
    const auto params = model::read<LineLayerParams>(layer.params, "params");
    settings.shown = layer.visible;
    settings.kind = params.kind;
    settings.direction = params.direction;
    settings.integrator = params.integrator;
    settings.step = params.step.value_or(settings.step);
    settings.steps = params.steps;
    settings.release_steps = params.release_steps;
}

void read(const model::Layer& layer, TerrainSettings& settings)
{
    const auto params = model::read<TerrainLayerParams>(layer.params, "params");
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
}

void read(const model::Clock& clock, PlaybackSettings& settings)
{
    settings.paused = !clock.playing;
    settings.rate = clock.max_rate.value_or(usual_rate);
    settings.policy = clock.policy == model::FramePolicy::Every ? net::Policy::Every : net::Policy::Latest;
}

EditedIds edited_of(const model::Document& document)
{
    EditedIds ids;
    const auto choose = [&](const char* kind, std::string& id, std::string& data) {
        for (const std::string& layer : model::layers_in_order(document))
            if (document.layers.at(layer).kind == kind) {
                id = layer;
                data = document.layers.at(layer).data;
                return;
            }
    };
    choose("overlay", ids.overlay, ids.ground);
    choose("picture", ids.picture, ids.ground);
    choose("terrain", ids.terrain, ids.ground);
    choose("lines", ids.lines, ids.flow);
    choose("particles", ids.particles, ids.flow);
    return ids;
}

bool is_unused(const model::Document& document, const std::string& rake)
{
    return std::ranges::none_of(document.layers, [&](const auto& layer) {
        const auto& rakes = layer.second.rakes;
        return rakes && std::ranges::find(*rakes, rake) != rakes->end();
    });
}

}  // namespace farfield::app
