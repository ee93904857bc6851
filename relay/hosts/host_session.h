#pragma once

#include <chrono>
#include <mutex>
#include <string>

#include "net/client/client.h"
#include "relay/hosts/host_receiver.h"

namespace farfield::net::relay {

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
