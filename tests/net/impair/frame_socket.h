#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace farfield::impair {

/// Whole Ethernet frames of one interface, as they arrive there, each after the header in which the kernel
/// says what is left to be done to it (checksums): passed on with the frame, it is done where it leaves the
/// kernel. Errors: std::system_error that names the interface.
class FrameSocket {
public:
    explicit FrameSocket(const std::string& interface);
    ~FrameSocket();
    FrameSocket(const FrameSocket&) = delete;
    FrameSocket& operator=(const FrameSocket&) = delete;

    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
    /// Nothing: none waits. Valid until the next call.
    [[nodiscard]] std::optional<std::span<const std::byte>> receive(std::span<std::byte> memory);
    /// One that the interface cannot take is lost, as on any link.
    void send(std::span<const std::byte> frame);

private:
    int descriptor_;
};

}  // namespace farfield::impair
