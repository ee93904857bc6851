#pragma once

#include <stop_token>
#include <utility>

#include "relay/files/played_output.h"
#include "relay/peers/bundle_publisher.h"

namespace farfield::net::relay {

/// Sends played messages to a relay, in bundles over a session: each message unchanged, with the flags of its
/// place. Threads: one.
class SessionSender final : public PlayedOutput {
public:
    /// Same arguments as BundlePublisher.
    SessionSender(const ClientSettings& relay, std::stop_token stop) : publisher_{relay, std::move(stop)} {}

    void take(const PlayedMessage& played) override;
    void flush() override { publisher_.flush(); }
    /// Returns when the relay has taken all messages.
    void finish() override { publisher_.finish(); }

    [[nodiscard]] std::uint64_t sent() const override { return publisher_.sent(); }
    [[nodiscard]] std::uint64_t malformed() const override { return malformed_; }
    [[nodiscard]] std::uint64_t left_out() const override { return 0; }

private:
    BundlePublisher publisher_;
    std::uint64_t malformed_ = 0;
};

}  // namespace farfield::net::relay
