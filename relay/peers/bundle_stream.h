#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "net/client/client.h"
#include "net/client/frame_ring.h"
#include "net/transport/wake_semaphore.h"
#include "relay/core/bundle_reader.h"

namespace farfield::net::relay {

/// A session with a relay that receives the bundles of one program `entities`. Threads: the owner's only.
class BundleStream {
public:
    /// params: of the program. Throws std::runtime_error and RpcError as Client does.
    BundleStream(const ClientSettings& relay, const Json& params, Policy policy);
    ~BundleStream();
    BundleStream(const BundleStream&) = delete;
    BundleStream& operator=(const BundleStream&) = delete;

    /// The next bundle, valid until the next call; nullopt when none came within at_most. Throws
    /// std::runtime_error for a malformed bundle, and when the stream or the session has ended.
    [[nodiscard]] std::optional<BundleReader> next(std::chrono::milliseconds at_most);
    [[nodiscard]] Client& client() { return client_; }
    [[nodiscard]] std::uint32_t stream() const { return stream_; }

private:
    void note(const std::string& method, const Json& params);
    void fail(const std::string& why);
    void expect_alive();

    std::vector<std::byte> memory_;
    FrameRing ring_;
    bool holds_bundle_ = false;
    std::uint64_t releases_ = 0;
    WakeSemaphore arrived_;
    std::mutex mutex_;
    std::string failure_;  ///< under the mutex
    std::uint32_t stream_ = 0;
    Client client_;  ///< last, since its thread uses the members above
};

}  // namespace farfield::net::relay
