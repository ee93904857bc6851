#pragma once

#include "app/layers/kinds/line_kind.h"
#include "app/show/frames/frame_intake.h"
#include "app/show/frames/line_intake.h"
#include "app/show/layer.h"
#include "model/programs/program_answer.h"
#include "render/layers/line_drawing.h"

namespace farfield::app {

/// Streamlines, pathlines, streaklines and timelines. In a window a result set comes in parts, coarse first;
/// in a playback each tick has a whole one.
class LineLayer final : public Layer {
public:
    LineLayer(const Stage& stage, model::Use use);

    [[nodiscard]] std::vector<Request> wanted(const LayerState& state) override;
    [[nodiscard]] Intake& intake(std::string_view key) override;
    std::optional<std::string> take_answer(std::string_view key, const net::Json& answer,
                                           std::uint32_t part) override;
    /// All parts at once take less memory: three slots, not nine.
    [[nodiscard]] bool shrink(std::string_view key) override;
    bool take(const ShowClock& clock, std::uint32_t outdated_before) override;
    [[nodiscard]] bool is_ready() const override { return frames_.waiting() > 0; }
    [[nodiscard]] bool ticks() const override { return plays_; }
    [[nodiscard]] std::optional<LayerFrame> frame() const override;
    [[nodiscard]] const FrameStream* frames_opened() const override { return frames_.opened(); }
    [[nodiscard]] const render::Legend* legend() const override { return &legend_; }
    void describe(const LayerState& state, const Drape& drape, render::Scene& scene) override;
    void completed(std::vector<Shown>& shown) override;
    void drawn() override;
    bool release_finished() override;

    [[nodiscard]] std::uint64_t lines_shown() const noexcept;
    [[nodiscard]] const std::optional<model::ProgramAnswer>& program() const noexcept { return program_; }
    [[nodiscard]] const FrameIntake& frames() const noexcept { return frames_; }

private:
    void take_style(const LayerState& state);

    const Stage& stage_;
    bool plays_;
    FrameIntake frames_;  ///< of a playback
    LineIntake parts_;    ///< of a window
    std::uint32_t part_count_;
    std::optional<model::ProgramAnswer> program_;
    bool is_new_ = false;     ///< a result set is complete since the last picture
    bool is_styled_ = false;  ///< as document and node have it
    render::Legend legend_;
    render::LineDrawing lines_;
};

}  // namespace farfield::app
