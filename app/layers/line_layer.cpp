#include "app/layers/line_layer.h"

#include <utility>

#include "app/layers/flow_layer.h"
#include "model/programs/polylines.h"

namespace farfield::app {
namespace {

constexpr ProgramWords line_words{.no_room = "cannot make room for the lines",
                                  .start_refused = "cannot trace the lines",
                                  .change_refused = "cannot trace the lines",
                                  .failed = "The lines have ended",
                                  .may_end = false};
constexpr std::uint32_t coarse_to_fine = 4;  // parts: an eighth of the lines, as many more, twice, four times
constexpr std::uint64_t least_slot_bytes = 1 << 20;
constexpr std::uint64_t patience_ns = 60'000'000;  // time for an answer before it is shown in parts

/// Most points drawn smooth by a software renderer, in 30 ms; beyond it lines are one pixel wide.
constexpr std::size_t most_smooth_points = 20'000;

std::size_t points_in(const render::LineDrawing& lines)
{
    std::size_t points = 0;
    for (const auto& part : lines.parts) points += part.points;
    return points;
}

/// Preamble of a part; zero points where its size does not match its counts.
model::PolylinePreamble line_preamble_in(std::span<const std::byte> payload)
{
    if (payload.size() < model::polyline_preamble_bytes) return {};
    auto preamble = model::decode_polyline_preamble(payload.first<model::polyline_preamble_bytes>());
    if (model::polyline_payload_bytes(preamble.points, preamble.lines) != payload.size())
        preamble.points = preamble.lines = 0;
    return preamble;
}

}  // namespace

LineLayer::LineLayer(const Stage& stage, model::Use use)
    : DatasetLayer("lines"),
      stage_(stage),
      plays_(use != model::Use::Window),
      frames_(stage),
      parts_(stage, patience_ns),
      part_count_(plays_ ? 1 : coarse_to_fine)
{}

std::vector<Request> LineLayer::wanted(const LayerState& state)
{
    restyle();
    if (!state.data.is_computed() && !plays_) return {};  // its frames go to a layer of particles
    expect_velocity(state, "lines");
    model::LineParams params = model::read<model::LineLayerParams>(state.layer.params, "params");
    params.rakes = rakes_for(state);
    begins_nowhere_ = params.rakes.empty();
    if (begins_nowhere_) return {};
    params.parts = part_count_;
    params.repeat = plays_;
    const auto& clock = state.document.clock;
    if (plays_)
        model::take_times(params, clock, state.data.time_span());
    else if (state.layer.clock.value_or(model::line_kind.ticks))
        model::take_time(params, clock, state.tick, state.data.time_span());
    // Kinds other than streamlines begin at their time and go on from there.
    is_led_ = params.kind == model::LineKind::Streamline && state.is_led_on();
    if (params.kind == model::LineKind::Streamline && state.led_seconds) params.time = state.led_seconds;
    ProgramRequest request;
    request.is_numbered = !state.plays();
    request.start = flow_program(state, "lines");
    request.start.params = model::write(params);
    request.is_led = params.kind == model::LineKind::Streamline && state.may_be_led();
    if (!plays_) {
        request.start.policy = net::Policy::Every;
        request.start.rate = 0.0;
    }
    request.frame_bytes = plays_ ? particle_frame_bytes(params.rakes) : least_slot_bytes;
    request.parts = part_count_;
    request.words = &line_words;
    request.difference = difference_of<model::LineParams>;
    return {{"lines", request}};
}

Intake& LineLayer::intake(std::string_view /*key*/)
{
    if (plays_) return frames_;
    return parts_;
}

bool LineLayer::shrink(std::string_view /*key*/)
{
    return std::exchange(part_count_, 1) != 1;
}

bool LineLayer::take(const ShowClock& clock, std::uint32_t outdated_before)
{
    if (plays_) return frames_.take(clock.policy, outdated_before).has_value();
    AnswerStream* shown = parts_.shown();
    if (shown == nullptr || !shown->take(is_led_ ? 0 : clock.now_ns)) return false;
    if (shown->is_complete()) note_result();
    return true;
}

bool LineLayer::is_ready() const
{
    if (plays_) return frames_.waiting() > 0;
    return begins_nowhere_ || (parts_.shown() != nullptr && parts_.shown()->is_complete());
}

std::optional<LayerFrame> LineLayer::frame() const
{
    const FrameStream* shown = frames_.shown();
    if (shown == nullptr || !shown->has_frame()) return std::nullopt;
    return LayerFrame{shown->info(), shown->stamp(), shown->time(), shown->payload()};
}

void LineLayer::take_style(const LayerState& state)
{
    const auto style = model::read<model::LineStyle>(state.layer.style, "style");
    const auto& legend = take_legend(scalar(state, scalar_name(state.layer)), style.range, style.colour_map);
    lines_.placement = state.frame.placement_of(state.data);
    lines_.colour_map = style.colour_map;
    lines_.range = legend.range;
    lines_.style = {.drawn = style.drawn,
                    .width = static_cast<float>(style.line_width),
                    .opacity = static_cast<float>(style.line_opacity),
                    .lit = style.lit};
}

void LineLayer::add_drawings(const LayerState& /*state*/, render::Scene& scene)
{
    const FrameStream* frames = frames_.shown();
    const AnswerStream* parts = parts_.shown();
    if (frames == nullptr && parts == nullptr) return;
    lines_.clear();
    if (frames != nullptr) frames->describe(lines_);
    if (parts != nullptr) {
        lines_.slots = &parts->slots();
        parts->each_shown([this](std::size_t slot, std::span<const std::byte> payload) {
            lines_.parts.push_back({.slot = slot, .points = line_preamble_in(payload).points});
        });
    }
    lines_.style.smooth = stage_.smooth_lines || points_in(lines_) <= most_smooth_points;
    scene.drawings.push_back(&lines_);
}

const net::FrameInfo* LineLayer::shown_result() const
{
    return parts_.shown() != nullptr ? parts_.shown()->newest() : nullptr;
}

std::uint64_t LineLayer::lines_shown() const
{
    std::uint64_t lines = 0;
    if (parts_.shown() != nullptr)
        parts_.shown()->each_shown([&lines](std::size_t /*slot*/, std::span<const std::byte> payload) {
            lines += line_preamble_in(payload).lines;
        });
    return lines;
}

}  // namespace farfield::app
