#pragma once

#include "app/layers/answer_layer.h"
#include "model/layers/vortex_core_kind.h"
#include "render/layers/line_drawing.h"

namespace farfield::app {

/// Cores of vortices as segments of lines, coloured by their swirl.
class VortexCoreLayer final : public AnswerLayer, public ReportedRole {
public:
    VortexCoreLayer(const Stage& stage, model::Use use);
    [[nodiscard]] std::vector<Request> wanted(const LayerState& state) override;
    [[nodiscard]] const ReportedRole* reported() const override { return this; }
    /// Number of segments that are shown.
    [[nodiscard]] net::Json report() const override;

private:
    void take_part(std::size_t slot, std::span<const std::byte> payload, bool is_first) override;
    void take_style(const LayerState& state) override;
    void add_drawings(const LayerState& state, render::Scene& scene) override;

    const Stage& stage_;
    render::LineDrawing lines_;
    std::size_t points_ = 0;
    std::uint64_t segments_ = 0;
};

}  // namespace farfield::app
