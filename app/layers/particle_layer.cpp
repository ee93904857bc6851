#include "app/layers/particle_layer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <utility>

#include "app/layers/flow_layer.h"

namespace farfield::app {
namespace {

constexpr ProgramWords particle_words{.start_refused = "cannot start the particles"};
constexpr std::size_t least_history = 24;  // trails up to this length need no new stream in a window

model::ParticleParams particle_params_of(const LayerState& state)
{
    const auto& suggested = state.data.dataset->suggested;
    model::ParticleParams params = model::read<model::ParticleLayerParams>(state.layer.params, "params");
    params.rakes = rakes_for(state);
    if (!params.step) params.step = suggested.step;
    if (!state.layer.params.contains("max_age_frames")) params.max_age_frames = suggested.max_age_frames;
    if (!state.layer.clock.value_or(model::particle_kind.ticks)) return params;
    if (state.live_start)
        model::take_live_time(params, state.document.clock, *state.live_start, state.data.time_span());
    else
        model::take_time(params, state.document.clock);
    return params;
}

double frame_seconds(const model::ParticleParams& params)
{
    return std::abs(params.step.value_or(0.0)) * params.steps_per_frame;
}

std::uint64_t particles_of(const std::vector<model::Rake>& rakes)
{
    std::uint64_t sum = 0;
    for (const auto& rake : rakes)
        sum += std::min(rake.particles(), std::numeric_limits<std::uint64_t>::max() - sum);
    return sum;
}

}  // namespace

ParticleLayer::ParticleLayer(const Stage& stage, model::Use use)
    : DatasetLayer("particles"), stage_(stage), plays_(use != model::Use::Window), frames_(stage)
{}

std::vector<Request> ParticleLayer::wanted(const LayerState& state)
{
    restyle();
    is_live_ = state.live_start && state.data.is_computed() &&
               state.layer.clock.value_or(model::particle_kind.ticks);
    expect_velocity(state, "particles");
    const auto style = model::read<model::ParticleStyle>(state.layer.style, "style");
    ProgramRequest request;
    request.is_numbered = !state.plays();
    request.start = flow_program(state, "particles");
    request.history =
        state.plays() ? style.trail_frames : std::max<std::size_t>(least_history, style.trail_frames);
    request.send = SendChange::OnceAnswered;
    request.words = &particle_words;
    request.difference = difference_of<model::ParticleParams>;
    if (!state.plays()) request.start.paused = !state.document.clock.playing;
    if (!state.data.is_computed() && !state.plays()) return {{"particles", request}};
    const auto params = particle_params_of(state);
    seeds_ = 0;
    for (const auto& rake : params.rakes) seeds_ += rake.seeds();
    begins_nowhere_ = params.rakes.empty();
    if (begins_nowhere_) return {};
    seconds_of_frame_ = frame_seconds(params);
    if (is_live_) {
        request.start.rate = seconds_of_frame_ > 0.0 ? 1.0 / seconds_of_frame_ : 0.0;
        request.start.frames = 0;  // unlimited
    }
    request.frame_bytes = particle_frame_bytes(params.rakes);
    request.start.params = model::write(params);
    // Refused here, since the node is asked only once there is room for its frames.
    const auto asked = particles_of(params.rakes);
    const auto most = state.link.session_limit("max_particles", std::numeric_limits<std::uint64_t>::max());
    if (asked > most && !state.plays())
        request.refusal =
            fmt::format("cannot trace so many: {}", net::limit_error("max_particles", most, asked).what());
    return {{"particles", request}};
}

Intake& ParticleLayer::intake(std::string_view /*key*/)
{
    return frames_;
}

std::optional<std::string> ParticleLayer::take_answer(std::string_view key, const net::Json& answer,
                                                      std::uint32_t part)
{
    (void)DatasetLayer::take_answer(key, answer, part);
    if (program()->seeds_outside == 0) return std::nullopt;
    return fmt::format("{} of {} seeds lie outside the domain: they release no particles.",
                       program()->seeds_outside, seeds_);
}

bool ParticleLayer::take(const ShowClock& clock, std::uint32_t outdated_before)
{
    const bool is_due = is_live_ && clock.moment;
    const auto taken =
        is_due ? frames_.take_until(clock.moment->seconds) : frames_.take(clock.policy, outdated_before);
    if (!taken) return false;
    note_result();
    ++taken_;
    skipped_ += taken->skipped;
    return true;
}

std::optional<LayerFrame> ParticleLayer::frame() const
{
    const FrameStream* shown = frames_.shown();
    if (shown == nullptr || !shown->has_frame()) return std::nullopt;
    return LayerFrame{shown->info(), shown->stamp(), shown->time(), shown->payload()};
}

void ParticleLayer::take_style(const LayerState& state)
{
    const auto style = model::read<model::ParticleStyle>(state.layer.style, "style");
    const auto& legend = take_legend(scalar(state, scalar_name(state.layer)), style.range, style.colour_map);
    trail_frames_ = style.trail_frames;
    particles_.placement = lines_.placement = state.frame.placement_of(state.data);
    particles_.colour_map = lines_.colour_map = style.colour_map;
    particles_.range = lines_.range = legend.range;
    particles_.style = {.drawn = style.drawn,
                        .size = static_cast<float>(style.point_size),
                        .perspective = style.perspective,
                        .shaded = style.shaded};
    particles_.trail_style = {.drawn = style.trail_frames > 0,
                              .smooth = stage_.smooth_lines,
                              .width = static_cast<float>(style.trail_width),
                              .opacity = static_cast<float>(style.trail_opacity)};
    lines_.style.smooth = stage_.smooth_lines;
    lines_.style.lit = true;
}

void ParticleLayer::add_drawings(const LayerState& /*state*/, render::Scene& scene)
{
    const FrameStream* shown = frames_.shown();
    if (shown == nullptr) return;
    shown->describe(particles_);
    shown->describe(lines_);
    if (particles_.trail.size() > trail_frames_ + 1) particles_.trail.resize(trail_frames_ + 1);
    scene.drawings.push_back(&particles_);
    scene.drawings.push_back(&lines_);
}

const net::FrameInfo* ParticleLayer::shown_result() const
{
    return &frames_.shown()->info();
}

}  // namespace farfield::app
