#include "app/layers/slice_layer.h"

#include <stdexcept>

#include "app/layers/flow_layer.h"
#include "app/show/frame_to_scene.h"

namespace farfield::app {
namespace {

static_assert(render::SliceFrame::preamble_bytes == model::slice_preamble_bytes);

constexpr ProgramWords slice_words{.no_room = "cannot make room for the slice",
                                   .start_refused = "cannot cut the slice",
                                   .change_refused = "cannot cut the slice",
                                   .failed = "The slice has ended",
                                   .may_end = false};

/// A slice without a clock needs no ring: one is shown while the next arrives.
constexpr std::size_t slots_of_one_slice = 2;

}  // namespace

std::vector<Request> SliceLayer::wanted(const LayerState& state)
{
    restyle();
    if (!state.data.is_computed() && !state.plays())
        throw std::runtime_error("a recording of particles has no slices");
    model::SliceParams params = model::read<SliceLayerParams>(state.layer.params, "params");
    const auto& clock = state.document.clock;
    const bool has_clock = state.layer.clock.value_or(slice_kind.ticks);
    ticks_ = has_clock && state.plays();
    if (has_clock) {
        if (const auto time = model::data_time(clock, ticks_ ? 0 : state.tick, state.data.time_span()))
            params.time = time;
        if (ticks_) params.time_step = clock.step.value_or(0.0);
    }
    params.repeat = ticks_;
    ProgramRequest request;
    request.is_numbered = !state.plays();
    request.start = flow_program(state, "slice");
    request.start.params = model::write(params);
    if (!ticks_) {
        request.start.policy = net::Policy::Latest;
        request.start.rate = 0.0;
        request.start.frames = 0;
        request.ahead = slots_of_one_slice;
        request.send = SendChange::OnceShown;
    }
    request.frame_bytes = model::slice_payload_bytes(std::uint64_t{params.size[0]} * params.size[1]);
    request.words = &slice_words;
    request.difference = difference_of<model::SliceParams>;
    return {{"slice", request}};
}

bool SliceLayer::take(const ShowClock& clock, std::uint32_t outdated_before)
{
    if (!frames_.take(ticks_ ? clock.policy : net::Policy::Latest, outdated_before)) return false;
    const FrameStream& shown = *frames_.shown();
    const auto preamble = model::decode_slice_preamble(shown.payload());
    if (shown.info().header.type != net::MessageType::Slice || !preamble)
        throw std::runtime_error("what the node sent is no slice");
    preamble_ = *preamble;
    note_result();
    return true;
}

bool SliceLayer::is_ready() const
{
    if (ticks_) return frames_.waiting() > 0;
    return frames_.shown() != nullptr && frames_.shown()->has_frame();
}

std::optional<LayerFrame> SliceLayer::frame() const
{
    const FrameStream* shown = frames_.shown();
    if (!ticks_ || shown == nullptr || !shown->has_frame()) return std::nullopt;
    return LayerFrame{shown->info(), shown->stamp(), preamble_.time, shown->payload()};
}

void SliceLayer::take_style(const LayerState& state)
{
    const auto style = model::read<model::SliceStyle>(state.layer.style, "style");
    const auto& legend = take_legend(scalar(state, scalar_name(state.layer)), style.range, style.colour_map);
    slice_.placement = state.frame.placement_of(state.data);
    slice_.colour_map = style.colour_map;
    slice_.range = legend.range;
    slice_.opacity = static_cast<float>(style.opacity);
}

void SliceLayer::add_drawings(const LayerState& state, render::Scene& scene)
{
    const FrameStream* shown = frames_.shown();
    if (shown == nullptr || !shown->has_frame()) return;
    slice_.slots = &shown->slots();
    slice_.frame = {.slot = shown->ring().held_slot(0),
                    .width = static_cast<int>(preamble_.width),
                    .height = static_cast<int>(preamble_.height),
                    .origin = to_place(preamble_.origin, origin_of(*state.data.dataset)),
                    .edge_u = glm::vec3(model::vec_of(preamble_.edge_u)),
                    .edge_v = glm::vec3(model::vec_of(preamble_.edge_v))};
    scene.drawings.push_back(&slice_);
}

}  // namespace farfield::app
