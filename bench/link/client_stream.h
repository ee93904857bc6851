#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "net/client/client.h"
#include "net/transport/wake_semaphore.h"

namespace farfield::app {

/// A session that receives streams of frames as the viewer does, with credits.
/// Threads: the owner's only.
class ClientStream {
public:
    explicit ClientStream(const net::ClientSettings& node);
    /// Connects to a ConstantService on this host's loopback interface.
    explicit ClientStream(std::uint16_t port);

    /// Starts a program and attaches the ring to its stream; returns the node's answer.
    net::Json start(const net::Json& program, net::FrameRing& ring);
    /// Begins a stream of `frames` frames of a ConstantService into the ring, policy *every*.
    void start(std::size_t frame_bytes, std::uint64_t frames, net::FrameRing& ring);
    /// Takes `frames` frames and gives each slot back at once. Throws std::runtime_error when they do not
    /// come.
    void receive(std::uint64_t frames);
    /// Ends the stream; the ring is no longer used.
    void stop();
    [[nodiscard]] net::Client& client() noexcept { return client_; }

private:
    net::WakeSemaphore arrived_;
    std::uint32_t stream_ = 0;
    net::FrameRing* ring_ = nullptr;
    net::Client client_;  // last: its thread uses the members above
};

}  // namespace farfield::app
