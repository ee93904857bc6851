#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "app/show/frames/answer_stream.h"
#include "app/show/frames/intake.h"
#include "app/show/frames/stage.h"

namespace farfield::app {

/// Intake of answers that arrive in parts. Contexts: shown() needs the stage's context current.
class AnswerIntake final : public Intake {
public:
    /// patience_ns: as AnswerStream::Settings::patience_ns.
    explicit AnswerIntake(const Stage& stage, std::optional<std::uint64_t> patience_ns = std::nullopt)
        : stage_(stage), patience_ns_(patience_ns)
    {}
    AnswerIntake(const AnswerIntake&) = delete;
    AnswerIntake& operator=(const AnswerIntake&) = delete;
    ~AnswerIntake() override { AnswerIntake::close(); }

    net::FrameRing& open(const ProgramRequest& request, std::uint64_t slot_bytes) override;
    [[nodiscard]] bool serves(const ProgramRequest& request) const override
    {
        return request.parts == parts_;
    }
    /// Adds headroom, so that an answer may become somewhat larger.
    [[nodiscard]] std::optional<std::uint64_t> grown_to(const ProgramRequest& request,
                                                        std::uint64_t frame_bytes) const override;
    void close() override;
    void drawn() override;
    bool release_finished() override;

    /// The stream of answers; null: none is open.
    [[nodiscard]] AnswerStream* shown() noexcept { return shown_.get(); }
    [[nodiscard]] const AnswerStream* shown() const noexcept { return shown_.get(); }
    /// Number of parts that have not been taken.
    [[nodiscard]] std::size_t waiting() const noexcept { return shown_ ? shown_->ring().waiting() : 0; }

private:
    const Stage& stage_;
    std::optional<std::uint64_t> patience_ns_;
    std::uint32_t parts_ = 0;
    std::unique_ptr<AnswerStream> shown_;
};

}  // namespace farfield::app
