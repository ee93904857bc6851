#pragma once

#include "app/layers/answer_layer.h"
#include "model/layers/ray_kind.h"
#include "render/layers/line_drawing.h"

namespace farfield::app {

/// Rays of travel times, coloured by their residuals.
class RayLayer final : public AnswerLayer {
public:
    RayLayer(const Stage& stage, model::Use use);
    [[nodiscard]] std::vector<Request> wanted(const LayerState& state) override;

private:
    void take_part(std::size_t slot, std::span<const std::byte> payload, bool is_first) override;
    void take_style(const LayerState& state) override;
    void add_drawings(const LayerState& state, render::Scene& scene) override;

    render::LineDrawing lines_;
};

}  // namespace farfield::app
