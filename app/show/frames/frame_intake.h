#pragma once

#include <memory>
#include <optional>

#include "app/show/frames/frame_stream.h"
#include "app/show/frames/intake.h"
#include "app/show/frames/stage.h"
#include "app/show/frames/stream_plan.h"

namespace farfield::app {

/// Intake of a program whose frames each hold a picture's state: particles, views, lines of a playback.
/// Contexts: shown() and take() need the stage's context current.
class FrameIntake final : public Intake {
public:
    explicit FrameIntake(const Stage& stage) : stage_(stage) {}
    FrameIntake(const FrameIntake&) = delete;
    FrameIntake& operator=(const FrameIntake&) = delete;
    ~FrameIntake() override { FrameIntake::close(); }

    net::FrameRing& open(const ProgramRequest& request, std::uint64_t slot_bytes) override;
    [[nodiscard]] bool serves(const ProgramRequest& request) const override;
    [[nodiscard]] std::optional<std::uint64_t> grown_to(const ProgramRequest& request,
                                                        std::uint64_t frame_bytes) const override;
    void close() override;
    void drawn() override;
    bool release_finished() override;

    /// Takes a frame as FrameStream::take(), from the ring that was opened last once that has one.
    std::optional<net::FrameRing::Taken> take(net::Policy policy, std::uint32_t outdated_before = 0);
    /// Takes a frame as FrameStream::take_until(), from the same ring.
    std::optional<net::FrameRing::Taken> take_until(double time);
    /// The stream that is shown; null before the first frame.
    [[nodiscard]] FrameStream* shown() noexcept { return shown_.get(); }
    [[nodiscard]] const FrameStream* shown() const noexcept { return shown_.get(); }
    /// Number of frames that have not been taken.
    [[nodiscard]] std::size_t waiting() const noexcept;
    /// The stream that was opened last; null: none.
    [[nodiscard]] const FrameStream* opened() const noexcept { return next_ ? next_.get() : shown_.get(); }
    /// Slots of the stream that was opened last; null: none.
    [[nodiscard]] const render::FrameSlots* slots_opened() const noexcept
    {
        return opened() != nullptr ? &opened()->slots() : nullptr;
    }
    [[nodiscard]] const StreamPlan& plan() const noexcept { return plan_; }

private:
    void show_opened();
    [[nodiscard]] StreamPlan plan_for(const ProgramRequest& request, std::uint64_t slot_bytes) const;

    const Stage& stage_;
    StreamPlan plan_;
    std::unique_ptr<FrameStream> shown_;
    std::unique_ptr<FrameStream> next_;  ///< opened, no frame yet
};

}  // namespace farfield::app
