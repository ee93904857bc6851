#pragma once

#include <memory>
#include <optional>

#include "app/show/frames/intake.h"
#include "app/show/frames/line_stream.h"
#include "app/show/frames/stage.h"

namespace farfield::app {

/// Result sets of lines that come in parts, coarse first. Contexts: shown() needs the stage's context
/// current.
class LineIntake final : public Intake {
public:
    explicit LineIntake(const Stage& stage) : stage_(stage) {}
    LineIntake(const LineIntake&) = delete;
    LineIntake& operator=(const LineIntake&) = delete;
    ~LineIntake() override { LineIntake::close(); }

    net::FrameRing& open(const ProgramRequest& request, std::uint64_t slot_bytes) override;
    [[nodiscard]] bool serves(const ProgramRequest& request) const override
    {
        return request.parts == parts_;
    }
    /// With headroom, so that lines may become somewhat longer.
    [[nodiscard]] std::optional<std::uint64_t> grown_to(const ProgramRequest& request,
                                                        std::uint64_t frame_bytes) const override;
    void close() override;

    /// Null: none is open.
    [[nodiscard]] LineStream* shown() noexcept { return shown_.get(); }
    [[nodiscard]] const LineStream* shown() const noexcept { return shown_.get(); }

private:
    const Stage& stage_;
    std::uint32_t parts_ = 0;
    std::unique_ptr<LineStream> shown_;
};

}  // namespace farfield::app
