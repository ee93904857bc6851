#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "relay/files/played_output.h"
#include "relay/sockets/datagram_sender.h"
#include "relay/sockets/slot_ring.h"

namespace farfield::net::relay {

/// A socket that sends single PDUs to `dis:GROUP|ADDR[:PORT][@IFACE]`. Throws SpecError for a malformed text,
/// and SocketError.
[[nodiscard]] DatagramSender dis_sender(const std::string& output);

/// Sends played PDUs in small batches, each PDU in a datagram of its own. Threads: one.
class PduSender final : public PlayedOutput {
public:
    /// Throws as dis_sender().
    explicit PduSender(const std::string& output);

    /// Throws SocketError when the system refuses to send.
    void take(const PlayedMessage& played) override;
    void flush() override;

    [[nodiscard]] std::uint64_t sent() const override { return sent_; }
    [[nodiscard]] std::uint64_t malformed() const override { return malformed_; }
    /// Number of records that are no PDUs, or of entities with places in a scene's frame.
    [[nodiscard]] std::uint64_t left_out() const override { return left_out_; }

private:
    static constexpr std::size_t most = 64;  ///< PDUs of a batch

    void add(std::span<const std::byte> pdu);

    std::string output_;
    DatagramSender sender_;
    std::vector<std::byte> memory_;
    std::array<std::span<const std::byte>, most> datagrams_;
    std::size_t count_ = 0;
    std::uint64_t sent_ = 0, malformed_ = 0, left_out_ = 0;
};

}  // namespace farfield::net::relay
