#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "app/show/frames/intake.h"
#include "app/show/frames/plain_ring.h"

namespace farfield::app {

/// Frames in plain memory, for programs that need no OpenGL: tiles and raster overlays.
class PlainIntake final : public Intake {
public:
    explicit PlainIntake(std::size_t slots) : slots_(slots) {}

    net::FrameRing& open(const ProgramRequest& request, std::uint64_t slot_bytes) override;
    [[nodiscard]] bool serves(const ProgramRequest& request) const override;
    [[nodiscard]] std::optional<std::uint64_t> grown_to(const ProgramRequest& request,
                                                        std::uint64_t frame_bytes) const override;
    void close() override { ring_.reset(); }

    using Take = std::function<void(const net::MessageHeader& header, std::span<const std::byte> payload)>;
    /// Passes every frame that has arrived to `take`, oldest first, and releases it. Returns their number.
    std::size_t take_all(const Take& take);
    [[nodiscard]] std::size_t waiting() const noexcept { return ring_ ? ring_->ring().waiting() : 0; }
    /// True when slots were released since the last call, so that the client is to be notified.
    [[nodiscard]] bool has_released() noexcept { return std::exchange(has_released_, false); }

private:
    std::size_t slots_;
    std::unique_ptr<PlainRing> ring_;
    bool has_released_ = false;
};

}  // namespace farfield::app
