#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace farfield::net {

/// The frames of one stream that its viewer sends, as its program takes them. Lifetime: shared by the program
/// and its session; either may end first. Threads: the I/O thread, but for what is said.
class UpstreamFrames {
public:
    virtual ~UpstreamFrames() = default;
    /// Of one frame, at most. The same at all times.
    [[nodiscard]] virtual std::uint64_t most_bytes() const noexcept = 0;
    /// How many more there is room for now; 0: the viewer may not send any. Any thread.
    [[nodiscard]] virtual std::size_t room() const = 0;
    /// Takes a frame, of which it copies what it needs. Returns what is wrong with it, if anything: the
    /// session ends with that.
    [[nodiscard]] virtual std::optional<std::string> take(std::span<const std::byte> payload) = 0;
    /// changed: for any thread, whenever there may be more room than before; null: not any more, from when
    /// this returns on.
    virtual void listen(std::function<void()> changed) = 0;
};

}  // namespace farfield::net
