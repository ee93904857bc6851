#pragma once

#include <memory>

#include "app/layers/kinds/particle_kind.h"
#include "app/show/frames/frame_intake.h"
#include "app/show/layer.h"
#include "model/programs/program_answer.h"
#include "render/layers/line_drawing.h"
#include "render/layers/particle_drawing.h"
#include "render/layers/terrain/terrain_drawing.h"

namespace farfield::app {

/// Particles that a node advances frame by frame, with trails; or whatever frames a recording has.
class ParticleLayer final : public Layer {
public:
    ParticleLayer(const Stage& stage, model::Use use);

    [[nodiscard]] std::vector<Request> wanted(const LayerState& state) override;
    [[nodiscard]] Intake& intake(std::string_view key) override;
    std::optional<std::string> take_answer(std::string_view key, const net::Json& answer,
                                           std::uint32_t part) override;
    bool take(const ShowClock& clock, std::uint32_t outdated_before) override;
    [[nodiscard]] bool is_ready() const override { return frames_.waiting() > 0; }
    [[nodiscard]] bool ticks() const override { return true; }
    [[nodiscard]] std::optional<LayerFrame> frame() const override;
    [[nodiscard]] const FrameStream* frames_opened() const override { return frames_.opened(); }
    [[nodiscard]] const render::Legend* legend() const override { return &legend_; }
    void describe(const LayerState& state, const Drape& drape, render::Scene& scene) override;
    void completed(std::vector<Shown>& shown) override;
    void drawn() override;
    bool release_finished() override;

    /// The node's last answer about the program; nothing before the first.
    [[nodiscard]] const std::optional<model::ProgramAnswer>& program() const noexcept { return program_; }
    [[nodiscard]] const FrameIntake& frames() const noexcept { return frames_; }
    /// Since the start: frames that were shown, and frames that were passed over.
    [[nodiscard]] std::uint64_t frames_taken() const noexcept { return taken_; }
    [[nodiscard]] std::uint64_t frames_skipped() const noexcept { return skipped_; }

private:
    [[nodiscard]] model::ScalarInfo scalar(const LayerState& state) const;
    void take_style(const LayerState& state);

    const Stage& stage_;
    FrameIntake frames_;
    std::optional<model::ProgramAnswer> program_;
    std::uint64_t seeds_ = 0;  ///< asked for
    std::uint64_t taken_ = 0, skipped_ = 0;
    bool is_new_ = false;     ///< a frame was taken since the last picture
    bool is_styled_ = false;  ///< as document and node have it
    std::size_t trail_frames_ = 0;
    render::Legend legend_;
    render::ParticleDrawing particles_;
    render::LineDrawing lines_;
    render::TerrainDrawing ground_;
};

}  // namespace farfield::app
