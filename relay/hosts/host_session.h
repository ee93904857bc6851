#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "net/client/client.h"
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

struct HostSessionSettings {
    std::string interface = {};  ///< interface on which the group is joined; empty: see HostSession
    std::optional<Endpoint> at =
        {};  ///< address to listen at instead of the relay's; for tests of paths between
};

/// A UDP host of a relay: a session that tells its interest and gets its bit, and the socket that receives
/// the bundles. Without an interface a group is joined on the loopback one when the relay's address belongs
/// to it, else on the system's choice. Threads: the owner's only.
class HostSession {
public:
    /// params: of the program `entities`. Throws std::runtime_error, RpcError and SocketError.
    HostSession(const ClientSettings& relay, Json params, const HostSessionSettings& settings = {});
    ~HostSession();
    HostSession(const HostSession&) = delete;
    HostSession& operator=(const HostSession&) = delete;

    /// Receives like HostReceiver::receive(). Throws std::runtime_error when the session has ended.
    void receive(std::chrono::milliseconds at_most, auto&& use)
    {
        expect_alive();
        receiver_->receive(at_most, use);
    }
    [[nodiscard]] const HostReceiver& receiver() const { return *receiver_; }
    [[nodiscard]] Client& client() { return client_; }
    [[nodiscard]] const HostTicket& ticket() const { return ticket_; }
    [[nodiscard]] std::uint32_t stream() const { return stream_; }

private:
    void open(Json params, const ClientSettings& relay, const HostSessionSettings& settings);
    void note(const std::string& method, const Json& params);
    void fail(const std::string& why);
    void expect_alive();

    std::mutex mutex_;
    std::string failure_;  ///< under the mutex
    std::optional<HostReceiver> receiver_;
    HostTicket ticket_;
    std::uint32_t stream_ = 0;
    Client client_;  ///< last, since its thread uses the members above
};

}  // namespace farfield::net::relay
