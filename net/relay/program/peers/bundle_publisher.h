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
#include "net/relay/bundle_builder.h"

namespace farfield::net::relay {

/// So long a relay may grant nothing that is waited for.
inline constexpr std::chrono::seconds longest_wait_for_grant{30};

/// A session with a relay that sends messages there, in bundles. It waits where the relay grants no bundle
/// yet. Threads: the owner's only.
class BundlePublisher {
public:
    /// Throws std::runtime_error and RpcError as Client does.
    /// stop: ends waiting for the relay; what it has granted nothing for is then not sent.
    explicit BundlePublisher(const ClientSettings& relay, std::stop_token stop = {},
                             std::chrono::milliseconds longest_wait = longest_wait_for_grant);
    ~BundlePublisher();
    BundlePublisher(const BundlePublisher&) = delete;
    BundlePublisher& operator=(const BundlePublisher&) = delete;

    /// Puts a record into the bundle at hand; a full one is sent before. Throws as flush().
    void add(const Record& record);
    /// Sends the bundle at hand, if there is anything in it, when the relay has granted one. Throws
    /// std::runtime_error where the relay is gone, has ended the session, or grants nothing for too long.
    void flush();
    /// Returns when the relay has taken all bundles. Throws as flush().
    void finish();

    [[nodiscard]] std::uint64_t sent() const { return sent_; }        ///< messages
    [[nodiscard]] std::uint64_t bundles() const { return bundles_; }  ///< sent
    [[nodiscard]] Client& client() { return client_; }
    [[nodiscard]] std::uint32_t stream() const { return stream_; }

private:
    void note_grant(std::uint32_t stream, std::uint64_t frames);
    void fail(const std::string& why);
    /// Until so many bundles in all are granted; whether they are.
    bool wait_for_grant(std::uint64_t bundles);
    void begin();

    const std::string name_;  ///< of the relay
    const std::stop_token stop_;
    const std::chrono::milliseconds longest_wait_;
    std::mutex mutex_;
    std::condition_variable_any is_news_;
    std::uint64_t granted_ = 0;  ///< guarded, with what follows, by the mutex
    std::string failure_;
    bool has_given_up_ = false;  ///< it was stopped, and has waited for what was on its way
    std::vector<std::byte> memory_;
    std::optional<BundleBuilder> builder_;
    std::uint64_t bundles_ = 0, sent_ = 0;
    Client client_;  ///< its thread uses what stands above
    std::uint32_t stream_ = 0;
};

}  // namespace farfield::net::relay
