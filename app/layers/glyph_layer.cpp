#include "app/layers/glyph_layer.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/layers/flow_layer.h"
#include "app/show/frame_to_scene.h"
#include "model/geometry/byte_access.h"
#include "render/scene/drawn_place.h"

namespace farfield::app {
namespace {

constexpr ProgramWords glyph_words{.no_room = "cannot make room for the arrows",
                                   .start_refused = "cannot make the arrows",
                                   .change_refused = "cannot make the arrows",
                                   .failed = "The arrows have ended",
                                   .may_end = false};
constexpr std::size_t value_bytes = model::glyph_components * sizeof(float);

}  // namespace

GlyphLayer::GlyphLayer(const Stage& stage, model::Use /*use*/) : AnswerLayer("glyphs", stage, glyph_words) {}

std::vector<Request> GlyphLayer::wanted(const LayerState& state)
{
    expect_velocity(state, "arrows");
    model::GlyphParams params = model::read<model::GlyphLayerParams>(state.layer.params, "params");
    take_times(state, params.planes.size(), params);
    const std::uint64_t arrows = std::uint64_t{params.size[0]} * params.size[1];
    return {request_of(state, params, static_cast<std::uint32_t>(params.planes.size()),
                       model::slice_payload_bytes(arrows, model::glyph_components))};
}

void GlyphLayer::take_part(std::size_t slot, std::span<const std::byte> payload, bool is_first)
{
    if (is_first) planes_.clear();
    const auto preamble = model::decode_slice_preamble(payload);
    if (!preamble || preamble->components != model::glyph_components)
        throw std::runtime_error("what the node sent are no arrows");
    planes_.push_back({slot, *preamble, payload});
    is_measured_ = false;
}

void GlyphLayer::take_style(const LayerState& state)
{
    const auto style = model::read<model::GlyphStyle>(state.layer.style, "style");
    glyphs_.placement = state.frame.placement_of(state.data);
    glyphs_.range = take_legend(scalar(state, scalar_name(state.layer)), style.range, style.colour_map).range;
    glyphs_.colour_map = style.colour_map;
    glyphs_.scale = static_cast<float>(style.scale);
    are_equal_ = style.equal;
    is_measured_ = false;
}

/// Length of the longest vector shown, as drawn. Computed once for each answer.
float GlyphLayer::longest_as_drawn(glm::dvec3 origin, float vertical_scale) const
{
    float longest = 0.0F;
    for (const Plane& plane : planes_) {
        const glm::dvec3 middle =
            model::vec_of(plane.preamble.origin) - origin +
            0.5 * (model::vec_of(plane.preamble.edge_u) + model::vec_of(plane.preamble.edge_v));
        const auto upright = glm::vec3(1.0F, 1.0F, vertical_scale);
        const glm::mat3 growth(render::drawn_growth(glyphs_.placement, glm::dvec2(middle)));
        for (auto values = plane.payload.subspan(model::slice_preamble_bytes); values.size() >= value_bytes;
             values = values.subspan(value_bytes)) {
            const glm::vec3 vector(model::load_big<float>(values.data()),
                                   model::load_big<float>(values.data() + sizeof(float)),
                                   model::load_big<float>(values.data() + 2 * sizeof(float)));
            // A missing vector is NaN, and compares false.
            if (const float length = glm::length(upright * (growth * vector)); length > longest)
                longest = length;
        }
    }
    return longest;
}

void GlyphLayer::add_drawings(const LayerState& state, render::Scene& scene)
{
    glyphs_.clear();
    glyphs_.slots = slots();
    if (glyphs_.slots == nullptr) return;
    if (!std::exchange(is_measured_, true)) {
        glyphs_.longest =
            are_equal_ ? 0.0F : longest_as_drawn(origin_of(*state.data.dataset), scene.vertical_scale);
    }
    for (const Plane& plane : planes_)
        glyphs_.frames.push_back({.slot = plane.slot,
                                  .width = static_cast<int>(plane.preamble.width),
                                  .height = static_cast<int>(plane.preamble.height),
                                  .origin = to_place(plane.preamble.origin, origin_of(*state.data.dataset)),
                                  .edge_u = glm::vec3(model::vec_of(plane.preamble.edge_u)),
                                  .edge_v = glm::vec3(model::vec_of(plane.preamble.edge_v))});
    scene.drawings.push_back(&glyphs_);
}

std::vector<PlaneFrame> GlyphLayer::plane_frames() const
{
    std::vector<PlaneFrame> frames;
    for (const Plane& plane : planes_) frames.push_back(frame_of(plane.preamble));
    return frames;
}

}  // namespace farfield::app
