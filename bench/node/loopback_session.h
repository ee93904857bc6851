#pragma once

#include "compute_node/node/compute_service.h"
#include "net/client/client.h"
#include "net/client/frame_ring.h"
#include "net/session/session_server.h"
#include "net/transport/wake_semaphore.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace farfield::node {

/// A node that serves a free port of the loopback interface, in this process.
class LoopbackNode {
public:
    LoopbackNode();
    ~LoopbackNode();

    [[nodiscard]] std::uint16_t port() const { return server_.port(); }

private:
    ComputeService service_;
    net::SessionServer server_;
    std::thread thread_;
};

/// A viewer's session over TCP with one program. It takes the frames and draws none.
class LoopbackSession {
public:
    /// Opens the dataset and starts the program with as many slots as viewers have for answers in `parts`.
    LoopbackSession(const LoopbackNode& node, const net::ProgramStart& start, std::size_t parts);

    /// Calls program.update, and does not wait for its answer.
    void update(const net::Json& params);
    /// Waits for a frame's last byte; returns its payload, valid until the next call. Throws
    /// std::runtime_error when none comes or a call failed.
    [[nodiscard]] std::span<const std::byte> next_frame();

private:
    void fail(const std::string& why);

    std::uint32_t stream_ = 0;
    bool holds_frame_ = false;
    net::WakeSemaphore arrived_;
    std::mutex mutex_;
    std::string failure_;  ///< guarded by the mutex
    std::vector<std::byte> memory_;
    std::unique_ptr<net::FrameRing> ring_;
    net::Client client_;  ///< last: its thread uses what stands above
};

}  // namespace farfield::node
