#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "net/client/client.h"
#include "relay/core/bundle_builder.h"

namespace farfield::net::relay {

/// Time for which a relay may grant no bundle while one is awaited.
inline constexpr std::chrono::seconds longest_wait_for_grant{30};

/// A session with a relay to which it sends messages in bundles. It waits while the relay grants no
/// bundle. Threads: the owner's only.
class BundlePublisher {
public:
    /// Throws std::runtime_error and RpcError as Client does.
    /// stop: ends waiting for the relay; bundles that it has not granted are then not sent.
    explicit BundlePublisher(const ClientSettings& relay, std::stop_token stop = {},
                             std::chrono::milliseconds longest_wait = longest_wait_for_grant);
    ~BundlePublisher();
    BundlePublisher(const BundlePublisher&) = delete;
    BundlePublisher& operator=(const BundlePublisher&) = delete;

    /// Adds a record to the present bundle; sends a full one first. Throws as flush().
    void add(const Record& record);
    /// Sends the present bundle, if it is not empty, when the relay has granted one. Throws
    /// std::runtime_error when the relay is gone, has ended the session, or grants nothing for too long.
    void flush();
    /// Returns when the relay has taken all bundles. Throws as flush().
    void finish();

    [[nodiscard]] std::uint64_t sent() const { return sent_; }        ///< messages sent
    [[nodiscard]] std::uint64_t bundles() const { return bundles_; }  ///< bundles sent
    [[nodiscard]] Client& client() { return client_; }
    [[nodiscard]] std::uint32_t stream() const { return stream_; }

private:
    void note_grant(std::uint32_t stream, std::uint64_t frames);
    void fail(const std::string& why);
    /// Waits until so many bundles in all are granted; true when they are.
    bool wait_for_grant(std::uint64_t bundles);
    void begin();

    const std::string name_;  ///< name of the relay
    const std::stop_token stop_;
    const std::chrono::milliseconds longest_wait_;
    std::mutex mutex_;
    std::condition_variable_any is_news_;
    std::uint64_t granted_ = 0;  ///< this and the next two: under the mutex
    std::string failure_;
    bool has_given_up_ = false;  ///< it was stopped, and has waited for grants on their way
    std::vector<std::byte> memory_;
    std::optional<BundleBuilder> builder_;
    std::uint64_t bundles_ = 0, sent_ = 0;
    Client client_;  ///< its thread uses the members above
    std::uint32_t stream_ = 0;
};

}  // namespace farfield::net::relay
