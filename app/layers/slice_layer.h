#pragma once

#include <optional>

#include "app/layers/kinds/slice_kind.h"
#include "app/show/frames/frame_intake.h"
#include "app/show/layer.h"
#include "model/programs/program_answer.h"
#include "render/layers/volumes/slice_drawing.h"

namespace farfield::app {

/// A scalar on a plane. With `clock` a playback has one for each tick, else one for all pictures.
class SliceLayer final : public Layer {
public:
    SliceLayer(const Stage& stage, model::Use /*use*/) : frames_(stage) {}

    [[nodiscard]] std::vector<Request> wanted(const LayerState& state) override;
    [[nodiscard]] Intake& intake(std::string_view /*key*/) override { return frames_; }
    std::optional<std::string> take_answer(std::string_view key, const net::Json& answer,
                                           std::uint32_t part) override;
    /// Throws std::runtime_error where a frame is no slice.
    bool take(const ShowClock& clock, std::uint32_t outdated_before) override;
    [[nodiscard]] bool is_ready() const override;
    [[nodiscard]] bool ticks() const override { return ticks_; }
    [[nodiscard]] std::optional<LayerFrame> frame() const override;
    [[nodiscard]] const FrameStream* frames_opened() const override { return frames_.opened(); }
    [[nodiscard]] const render::Legend* legend() const override { return &legend_; }
    void describe(const LayerState& state, const Drape& drape, render::Scene& scene) override;
    void completed(std::vector<Shown>& shown) override;
    void drawn() override;
    bool release_finished() override;

private:
    void take_style(const LayerState& state);

    FrameIntake frames_;
    bool ticks_ = false;
    std::optional<model::ProgramAnswer> program_;
    model::SlicePreamble preamble_;  ///< of the newest frame
    bool is_new_ = false;            ///< a slice came since the last picture
    bool is_styled_ = false;         ///< as document and node have it
    render::Legend legend_;
    render::SliceDrawing slice_;
};

}  // namespace farfield::app
