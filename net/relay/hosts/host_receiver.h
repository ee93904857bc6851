#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "net/message/clock.h"
#include "net/relay/hosts/host_intake.h"
#include "net/relay/sockets/datagram_batch.h"
#include "net/relay/sockets/multicast_socket.h"

namespace farfield::net::relay {

/// The socket of a UDP host: what comes by it goes to an intake, and what that has to acknowledge goes back
/// to where the datagrams come from. Threads: one.
class HostReceiver {
public:
    /// at: the group that it joins, or an own address. interface: name or address; empty: the system chooses.
    /// Throws SocketError.
    HostReceiver(const Endpoint& at, const std::string& interface);

    /// Before the first receive().
    void begin(const HostTicket& ticket) { intake_.emplace(ticket); }

    /// Waits for datagrams at most so long, and calls use(record, preamble) for each message in what there is
    /// then.
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
    Endpoint relay_;  ///< of the last bundle; until it has been silent for a while, the only one that counts
    std::uint64_t heard_ns_ = 0;
    std::uint64_t reported_ns_ = 0;
};

}  // namespace farfield::net::relay
