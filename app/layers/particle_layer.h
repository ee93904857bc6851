#pragma once

#include "app/layers/dataset_layer.h"
#include "app/show/frames/frame_intake.h"
#include "model/layers/particle_kind.h"
#include "render/layers/line_drawing.h"
#include "render/layers/particle_drawing.h"
#include "render/layers/terrain/terrain_drawing.h"

namespace farfield::app {

/// Particles that a node advances frame by frame, with trails; or all kinds of frames of a recording. On a
/// live clock it shows the newest frame that is not later than the clock, and no picture waits for one.
class ParticleLayer final : public DatasetLayer, public TickingRole {
public:
    ParticleLayer(const Stage& stage, model::Use use);

    [[nodiscard]] std::vector<Request> wanted(const LayerState& state) override;
    [[nodiscard]] Intake& intake(std::string_view key) override;
    std::optional<std::string> take_answer(std::string_view key, const net::Json& answer,
                                           std::uint32_t part) override;
    bool take(const ShowClock& clock, std::uint32_t outdated_before) override;
    [[nodiscard]] bool is_ready() const override
    {
        return frames_.waiting() > 0 || begins_nowhere_ ||
               ((is_live_ || !plays_) && frame().has_value());
    }
    [[nodiscard]] const TickingRole* ticking() const override { return this; }
    [[nodiscard]] bool ticks() const override { return true; }
    [[nodiscard]] std::optional<LayerFrame> frame() const override;
    [[nodiscard]] double seconds_of_frame() const override { return is_live_ ? seconds_of_frame_ : 0.0; }
    [[nodiscard]] const render::FrameSlots* slots_opened() const override { return frames_.slots_opened(); }

    [[nodiscard]] const FrameIntake& frames() const noexcept { return frames_; }
    /// Counts since the start: frames shown, and frames passed over.
    [[nodiscard]] std::uint64_t frames_taken() const noexcept { return taken_; }
    [[nodiscard]] std::uint64_t frames_skipped() const noexcept { return skipped_; }

private:
    void take_style(const LayerState& state) override;
    void add_drawings(const LayerState& state, render::Scene& scene) override;
    [[nodiscard]] const net::FrameInfo* shown_result() const override;

    const Stage& stage_;
    bool plays_;
    FrameIntake frames_;
    bool begins_nowhere_ = false;    ///< no rake, so no frame to wait for
    bool is_live_ = false;           ///< follows a live clock
    double seconds_of_frame_ = 0.0;  ///< data time between frames
    std::uint64_t seeds_ = 0;        ///< requested number
    std::uint64_t taken_ = 0, skipped_ = 0;
    std::size_t trail_frames_ = 0;
    render::ParticleDrawing particles_;
    render::LineDrawing lines_;
    render::TerrainDrawing ground_;
};

}  // namespace farfield::app
