#include "app/layers/line_layer.h"

#include <utility>

#include "app/layers/flow_layer.h"

namespace farfield::app {
namespace {

constexpr ProgramWords line_words{.no_room = "cannot make room for the lines",
                                  .start_refused = "cannot trace the lines",
                                  .change_refused = "cannot trace the lines",
                                  .failed = "The lines have ended",
                                  .may_end = false};
constexpr std::uint32_t coarse_to_fine = 4;  // parts: an eighth of the lines, as many more, twice, four times
constexpr std::uint64_t least_slot_bytes = 1 << 20;

}  // namespace

LineLayer::LineLayer(const Stage& stage, model::Use use)
    : stage_(stage),
      plays_(use != model::Use::Window),
      frames_(stage),
      parts_(stage),
      part_count_(plays_ ? 1 : coarse_to_fine)
{}

std::vector<Request> LineLayer::wanted(const LayerState& state)
{
    is_styled_ = false;
    if (!state.data.is_computed() && !plays_) return {};  // its frames go to a layer of particles
    expect_velocity(state, "lines");
    model::LineParams params = model::read<LineLayerParams>(state.layer.params, "params");
    params.rakes = rakes_for(state);
    if (params.rakes.empty()) return {};
    params.parts = part_count_;
    params.repeat = plays_;
    const auto& clock = state.document.clock;
    if (plays_)
        model::take_times(params, clock, state.data.time_span());
    else if (state.layer.clock.value_or(line_kind.ticks))
        model::take_time(params, clock, state.tick, state.data.time_span());
    ProgramRequest request;
    request.is_numbered = !state.plays();
    request.start = flow_program(state, "lines");
    request.start.params = model::write(params);
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

std::optional<std::string> LineLayer::take_answer(std::string_view /*key*/, const net::Json& answer,
                                                  std::uint32_t /*part*/)
{
    is_styled_ = false;
    program_ = model::read_answer<model::ProgramAnswer>(answer);
    return std::nullopt;
}

bool LineLayer::shrink(std::string_view /*key*/)
{
    return std::exchange(part_count_, 1) != 1;
}

bool LineLayer::take(const ShowClock& clock, std::uint32_t outdated_before)
{
    if (plays_) return frames_.take(clock.policy, outdated_before).has_value();
    LineStream* shown = parts_.shown();
    if (shown == nullptr || !shown->take(clock.now_ns)) return false;
    is_new_ = is_new_ || shown->is_complete();
    return true;
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
    const auto name = scalar_name(state.layer);
    const bool is_answered = program_ && (!name || program_->scalar.name == *name);
    const auto scalar = is_answered ? program_->scalar : scalar_of(*state.data.dataset, name);
    legend_ = legend_of(scalar, style.range, style.colour_map);
    lines_.placement = state.frame.placement_of(state.data);
    lines_.colour_map = style.colour_map;
    lines_.range = legend_.range;
    lines_.style = {.drawn = style.drawn,
                    .smooth = stage_.smooth_lines,
                    .width = static_cast<float>(style.line_width),
                    .opacity = static_cast<float>(style.line_opacity)};
}

void LineLayer::describe(const LayerState& state, const Drape& /*drape*/, render::Scene& scene)
{
    if (!std::exchange(is_styled_, true)) take_style(state);
    const FrameStream* frames = frames_.shown();
    const LineStream* parts = parts_.shown();
    if (frames == nullptr && parts == nullptr) return;
    if (frames != nullptr) frames->describe(lines_);
    if (parts != nullptr) parts->describe(lines_);
    scene.drawings.push_back(&lines_);
}

void LineLayer::completed(std::vector<Shown>& shown)
{
    if (!std::exchange(is_new_, false)) return;
    if (const LineStream* lines = parts_.shown(); lines != nullptr && lines->newest() != nullptr)
        shown.push_back({"lines", lines->newest()->header.interaction, lines->newest()->received_ns});
}

void LineLayer::drawn()
{
    if (FrameStream* shown = frames_.shown()) shown->drawn();
    if (LineStream* shown = parts_.shown()) shown->drawn();
}

bool LineLayer::release_finished()
{
    FrameStream* frames = frames_.shown();
    LineStream* parts = parts_.shown();
    const bool of_frames = frames != nullptr && frames->release_finished();
    return (parts != nullptr && parts->release_finished()) || of_frames;
}

std::uint64_t LineLayer::lines_shown() const noexcept
{
    return parts_.shown() != nullptr ? parts_.shown()->lines() : 0;
}

}  // namespace farfield::app
