#pragma once

#include <vector>

#include "app/layers/answer_layer.h"
#include "model/layers/glyph_kind.h"
#include "model/programs/slice.h"
#include "render/layers/volumes/glyph_drawing.h"

namespace farfield::app {

/// Arrows of a vector on planes, coloured by a scalar. The longest arrow shown has the length that
/// the style gives.
class GlyphLayer final : public AnswerLayer, public PlanesRole {
public:
    GlyphLayer(const Stage& stage, model::Use use);
    [[nodiscard]] std::vector<Request> wanted(const LayerState& state) override;
    [[nodiscard]] const PlanesRole* planes() const override { return this; }
    [[nodiscard]] std::vector<PlaneFrame> plane_frames() const override;

private:
    struct Plane {
        std::size_t slot = 0;
        model::SlicePreamble preamble;
        std::span<const std::byte> payload;
    };

    void take_part(std::size_t slot, std::span<const std::byte> payload, bool is_first) override;
    void take_style(const LayerState& state) override;
    void add_drawings(const LayerState& state, render::Scene& scene) override;
    [[nodiscard]] float longest_as_drawn(glm::dvec3 origin, float vertical_scale) const;

    std::vector<Plane> planes_;  ///< shown now
    render::GlyphDrawing glyphs_;
    bool are_equal_ = false;
    bool is_measured_ = false;  ///< length of the longest arrow is known
};

}  // namespace farfield::app
