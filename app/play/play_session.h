#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "app/link/interrupt.h"
#include "net/client/client.h"
#include "net/transport/wake_semaphore.h"

namespace farfield::app {

/// Why no frame will follow.
struct StreamEnd {
    enum class Reason { Finished, Failed, NodeLost };
    Reason reason = Reason::Finished;
    std::string message;
};

/// What a node answered. Throws std::runtime_error, which blames the node, when that cannot be read.
template <typename Read>
auto understood(const std::string& method, const Read& read)
{
    try {
        return read();
    } catch (const model::FieldError& error) {
        throw std::runtime_error(
            fmt::format("cannot understand the node's answer to {}: {}", method, error.what()));
    }
}

/// A session with a node for one who waits: for as long as the node lives, and Ctrl-C is noticed meanwhile.
/// Threads: the owner's only.
class PlaySession {
public:
    /// Throws std::runtime_error (no connection) or net::RpcError (the node said no).
    explicit PlaySession(const net::ClientSettings& settings);

    /// As Client::call(), however long it takes: a node may read a large dataset or terrain for many minutes.
    /// Throws net::RpcError (the node said no), or std::runtime_error when it is lost or Ctrl-C was pressed.
    [[nodiscard]] net::Json call(const std::string& method, const net::Json& params,
                                 const Interrupt& interrupt);

    using Take = std::function<void(const net::MessageHeader& header, std::span<const std::byte> payload)>;
    /// Starts a program, has its first frames taken one after the other, and stops it.
    /// Throws as call() does, and std::runtime_error when the program ends before.
    void take_frames(const net::ProgramStart& start, std::size_t frames, const Take& take,
                     const Interrupt& interrupt);

    /// Waits until a frame arrives or a stream ends, unless that has happened since the last call; at most so
    /// long.
    void wait_for_news(std::chrono::milliseconds at_most) { news_.wait_for(at_most); }
    /// Set once the node has said so, or is gone. Frames on their way may still arrive after Finished.
    [[nodiscard]] std::optional<StreamEnd> end_of(std::uint32_t stream) const;

    [[nodiscard]] std::string node_name() const;  ///< "farfield-node 0.1.0"
    [[nodiscard]] net::Client& client() noexcept { return client_; }

private:
    net::ClientEvents events();
    void heard(const std::string& method, const net::Json& params);
    void lost(const std::string& message);
    void check_goes_on(const net::ProgramStart& start, std::uint32_t stream,
                       const Interrupt& interrupt) const;

    net::WakeSemaphore news_;
    mutable std::mutex mutex_;
    std::map<std::uint32_t, StreamEnd> ends_;  ///< by stream
    std::optional<StreamEnd> lost_;
    net::Client client_;  // last: its thread uses what stands above
};

}  // namespace farfield::app
