#pragma once

#include "app/layers/dataset_layer.h"
#include "app/layers/kinds/slice_kind.h"
#include "app/show/frames/frame_intake.h"
#include "render/layers/volumes/slice_drawing.h"

namespace farfield::app {

/// A scalar on a plane. With `clock` a playback has one for each tick, else one for all pictures.
class SliceLayer final : public DatasetLayer {
public:
    SliceLayer(const Stage& stage, model::Use /*use*/) : DatasetLayer("slice"), frames_(stage) {}

    [[nodiscard]] std::vector<Request> wanted(const LayerState& state) override;
    [[nodiscard]] Intake& intake(std::string_view /*key*/) override { return frames_; }
    /// Throws std::runtime_error where a frame is no slice.
    bool take(const ShowClock& clock, std::uint32_t outdated_before) override;
    [[nodiscard]] bool is_ready() const override;
    [[nodiscard]] bool ticks() const override { return ticks_; }
    [[nodiscard]] std::optional<LayerFrame> frame() const override;
    [[nodiscard]] const FrameStream* frames_opened() const override { return frames_.opened(); }

private:
    void take_style(const LayerState& state) override;
    void add_drawings(const LayerState& state, render::Scene& scene) override;
    [[nodiscard]] const net::FrameInfo* shown_result() const override { return &frames_.shown()->info(); }

    FrameIntake frames_;
    bool ticks_ = false;
    model::SlicePreamble preamble_;  ///< of the newest frame
    render::SliceDrawing slice_;
};

}  // namespace farfield::app
