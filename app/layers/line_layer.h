#pragma once

#include "app/layers/dataset_layer.h"
#include "app/show/frames/answer_intake.h"
#include "app/show/frames/frame_intake.h"
#include "model/layers/line_kind.h"
#include "render/layers/line_drawing.h"

namespace farfield::app {

/// Streamlines, pathlines, streaklines and timelines. In a window a result set comes in parts, coarse first;
/// in a playback each tick has a complete one.
class LineLayer final : public DatasetLayer, public TickingRole {
public:
    LineLayer(const Stage& stage, model::Use use);

    [[nodiscard]] std::vector<Request> wanted(const LayerState& state) override;
    [[nodiscard]] Intake& intake(std::string_view key) override;
    /// Asks for all lines in one part, which takes less memory: four slots, not ten.
    [[nodiscard]] bool shrink(std::string_view key) override;
    bool take(const ShowClock& clock, std::uint32_t outdated_before) override;
    [[nodiscard]] bool is_ready() const override;
    [[nodiscard]] const TickingRole* ticking() const override { return this; }
    [[nodiscard]] bool ticks() const override { return plays_; }
    [[nodiscard]] std::optional<LayerFrame> frame() const override;
    [[nodiscard]] const render::FrameSlots* slots_opened() const override { return frames_.slots_opened(); }

    [[nodiscard]] std::uint64_t lines_shown() const;
    [[nodiscard]] const FrameIntake& frames() const noexcept { return frames_; }

private:
    void take_style(const LayerState& state) override;
    void add_drawings(const LayerState& state, render::Scene& scene) override;
    [[nodiscard]] const net::FrameInfo* shown_result() const override;

    const Stage& stage_;
    bool plays_;
    bool begins_nowhere_ = false;  ///< no rake, so no result to wait for
    bool is_led_ = false;          ///< results follow each other: none is shown in parts
    FrameIntake frames_;           ///< in a playback
    AnswerIntake parts_;           ///< in a window
    std::uint32_t part_count_;
    render::LineDrawing lines_;
};

}  // namespace farfield::app
