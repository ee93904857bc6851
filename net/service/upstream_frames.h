#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace farfield::net {

/// Frames of one stream that its viewer sends, as its program takes them. Lifetime: shared by the program
/// and its session; either may end first. Threads: the I/O thread, except where noted.
class UpstreamFrames {
public:
    virtual ~UpstreamFrames() = default;
    /// Bytes of one frame, at most. Constant.
    [[nodiscard]] virtual std::uint64_t most_bytes() const noexcept = 0;
    /// Number of frames for which there is room now; 0: the viewer may not send any. Any thread.
    [[nodiscard]] virtual std::size_t room() const = 0;
    /// Takes a frame, copying what it needs. Returns the frame's fault, if any, which ends the
    /// session.
    [[nodiscard]] virtual std::optional<std::string> take(std::span<const std::byte> payload) = 0;
    /// changed: called on any thread whenever there may be more room than before; null: no longer called
    /// once this returns.
    virtual void listen(std::function<void()> changed) = 0;
};

}  // namespace farfield::net
