#include "app/layers/slice_layer.h"

#include "app/layers/flow_layer.h"
#include "app/show/frame_to_scene.h"

#include <algorithm>
#include <stdexcept>

namespace farfield::app {
namespace {

static_assert(render::SliceFrame::preamble_bytes == model::slice_preamble_bytes);

constexpr ProgramWords slice_words{.no_room = "cannot make room for the slice",
                                   .start_refused = "cannot cut the slice",
                                   .change_refused = "cannot cut the slice",
                                   .failed = "The slice has ended",
                                   .may_end = false};

void take_contours(const model::SliceContours& contours, render::SliceDrawing& style)
{
    static_assert(render::SliceDrawing::max_lines >= model::max_contours);
    style.contours = static_cast<float>(contours.every);
    style.lines = 0;
    for (const double value : contours.values_in(style.range.low, style.range.high))
        style.line_values[style.lines++] = static_cast<float>(value);
}

/// Most values on a plane. With `"nodes"`, the product of the grid's two longest axes.
std::uint64_t most_values(const model::SliceParams& params, const model::DatasetInfo& dataset)
{
    std::uint64_t most = std::uint64_t{params.size.values[0]} * params.size.values[1];
    if (!params.size.of_nodes || dataset.dims.size() != 3) return most;
    for (std::size_t across = 0; across < 3; ++across)
        most = std::max(most, std::uint64_t{dataset.dims[across]} * dataset.dims[(across + 1) % 3]);
    return std::min(most, model::max_slice_pixels);
}

}  // namespace

SliceLayer::SliceLayer(const Stage& stage, model::Use /*use*/) : AnswerLayer("slice", stage, slice_words) {}

std::vector<Request> SliceLayer::wanted(const LayerState& state)
{
    model::SliceParams params = model::read<model::SliceLayerParams>(state.layer.params, "params");
    take_times(state, params.planes.size(), params);
    scalar_ = params.scalar.value_or("");
    if (state.plays()) params.coarse_first = false;  // the first frame must be the final slice
    return {request_of(state, params, static_cast<std::uint32_t>(params.planes.size()),
                       model::slice_payload_bytes(most_values(params, *state.data.dataset)))};
}

void SliceLayer::take_part(std::size_t slot, std::span<const std::byte> payload, bool is_first)
{
    if (is_first) planes_.clear();
    const auto preamble = model::decode_slice_preamble(payload);
    if (!preamble || preamble->components != model::slice_components)
        throw std::runtime_error("what the node sent is no slice");
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
    take_contours(style.contours.value_or(model::SliceContours{}), style_);
    style_.cells = style.cells;
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

std::optional<ProbedPlace> SliceLayer::probe(const render::Ray& ray) const
{
    std::optional<ProbedPlace> nearest;
    for (const Plane& plane : planes_) {
        const auto hit = plane.drawing.hit(ray);
        if (!hit || (nearest && nearest->distance <= hit->distance)) continue;
        const model::SlicePreamble& slice = plane.preamble;
        const glm::dvec3 at = model::vec_of(slice.origin) + hit->u * model::vec_of(slice.edge_u) +
                              hit->v * model::vec_of(slice.edge_v);
        nearest = {hit->distance, at, scalar_, slice.time};
    }
    return nearest;
}

std::vector<PlaneFrame> SliceLayer::plane_frames() const
{
    std::vector<PlaneFrame> frames;
    for (const Plane& plane : planes_) frames.push_back(frame_of(plane.preamble));
    return frames;
}

}  // namespace farfield::app
