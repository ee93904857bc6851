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

}  // namespace

SliceLayer::SliceLayer(const Stage& stage, model::Use /*use*/) : AnswerLayer("slice", stage, slice_words) {}

std::vector<Request> SliceLayer::wanted(const LayerState& state)
{
    model::SliceParams params = model::read<SliceLayerParams>(state.layer.params, "params");
    take_times(state, params.planes.size(), params);
    return {request_of(state, params, static_cast<std::uint32_t>(params.planes.size()),
                       model::slice_payload_bytes(std::uint64_t{params.size[0]} * params.size[1]))};
}

void SliceLayer::take_part(std::size_t slot, std::span<const std::byte> payload, bool is_first)
{
    if (is_first) planes_.clear();
    const auto preamble = model::decode_slice_preamble(payload);
    if (!preamble) throw std::runtime_error("what the node sent is no slice");
    planes_.emplace_back().preamble = *preamble;
    planes_.back().drawing.frame = {.slot = slot,
                                    .width = static_cast<int>(preamble->width),
                                    .height = static_cast<int>(preamble->height),
                                    .edge_u = glm::vec3(model::vec_of(preamble->edge_u)),
                                    .edge_v = glm::vec3(model::vec_of(preamble->edge_v))};
}

void SliceLayer::take_style(const LayerState& state)
{
    const auto style = model::read<model::SliceStyle>(state.layer.style, "style");
    style_.placement = state.frame.placement_of(state.data);
    style_.range = take_legend(scalar(state, scalar_name(state.layer)), style.range, style.colour_map).range;
    style_.colour_map = style.colour_map;
    style_.opacity = static_cast<float>(style.opacity);
}

void SliceLayer::add_drawings(const LayerState& state, render::Scene& scene)
{
    if (slots() == nullptr) return;
    for (Plane& plane : planes_) {
        auto frame = plane.drawing.frame;
        frame->origin = to_place(plane.preamble.origin, origin_of(*state.data.dataset));
        plane.drawing = style_;
        plane.drawing.slots = slots();
        plane.drawing.frame = frame;
        scene.drawings.push_back(&plane.drawing);
    }
}

}  // namespace farfield::app
