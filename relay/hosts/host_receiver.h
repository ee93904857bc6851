#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "net/message/clock.h"
#include "relay/hosts/host_intake.h"
#include "relay/sockets/datagram_batch.h"
#include "relay/sockets/multicast_socket.h"

namespace farfield::net::relay {

/// The socket of a UDP host: it passes datagrams to an intake, and sends the intake's acknowledgements to
/// the origin of the datagrams. Threads: one.
class HostReceiver {
public:
    /// at: group to join, or an own address. interface: name or address; empty: the system chooses.
    /// Throws SocketError.
    HostReceiver(const Endpoint& at, const std::string& interface);

    /// Must be called before the first receive().
    void begin(const HostTicket& ticket) { intake_.emplace(ticket); }

    /// Waits for datagrams at most so long, then calls use(record, preamble) for each message of those that
    /// are there.
    void receive(std::chrono::milliseconds at_most, auto&& use)
    {
        if (wait(at_most)) {
            forget_silent_relay();
            (void)batch_.receive(socket_, [&](const Datagram& datagram) {
                if (relay_.port != 0 && datagram.from != relay_) return intake_->pass_over();
                if (!intake_->take(datagram.bytes, use)) return;
                relay_ = datagram.from;
                heard_ns_ = now_ns();
            });
        }
        report_if_due();
    }

    [[nodiscard]] HostCounts counts() const { return intake_->counts(); }
    /// Datagrams that the system dropped before they were read.
    [[nodiscard]] std::uint32_t drops() const { return socket_.drops(); }
    [[nodiscard]] std::uint16_t port() const { return socket_.bound().port; }

private:
    [[nodiscard]] bool wait(std::chrono::milliseconds at_most) const;
    void report_if_due();
    void forget_silent_relay();

    MulticastSocket socket_;
    DatagramBatch batch_;
    std::optional<HostIntake> intake_;
    Endpoint relay_;  ///< origin of the last bundle; the only one accepted until it is silent for a while
    std::uint64_t heard_ns_ = 0;
    std::uint64_t reported_ns_ = 0;
};

}  // namespace farfield::net::relay
