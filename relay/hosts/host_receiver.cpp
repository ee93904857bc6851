#include "relay/hosts/host_receiver.h"

#include <poll.h>
#include <sys/socket.h>

#include "net/message/clock.h"
#include "relay/core/bundle_rule.h"

namespace farfield::net::relay {

namespace {

/// Interval of reports on the number of messages when no bundle needs acknowledgement.
constexpr std::uint64_t report_interval_ns = ns_per_second;

SocketSettings host_socket_settings(const Endpoint& at)
{
    SocketSettings settings;
    settings.bind = is_multicast(at.address) ? Endpoint{0, at.port} : at;
    settings.only_multicast = is_multicast(at.address);
    settings.shares_port = is_multicast(at.address);
    return settings;
}

}  // namespace

HostReceiver::HostReceiver(const Endpoint& at, const std::string& interface)
    : socket_{host_socket_settings(at)}
{
    if (!is_multicast(at.address)) return;
    const Interface on = interface.empty() ? Interface{} : find_interface(interface);
    (void)socket_.join(at.address, on);  // there is always room for one group
}

bool HostReceiver::wait(std::chrono::milliseconds at_most) const
{
    pollfd news{.fd = socket_.descriptor(), .events = POLLIN, .revents = 0};
    return ::poll(&news, 1, static_cast<int>(at_most.count())) > 0;
}

/// Accepts another relay after a silence: a forged datagram before the first true one must not block it.
void HostReceiver::forget_silent_relay()
{
    constexpr std::uint64_t silence = 3 * silence_ns;
    if (relay_.port != 0 && now_ns() > heard_ns_ + silence) relay_ = {};
}

void HostReceiver::report_if_due()
{
    const std::uint64_t time = now_ns();
    if (relay_.port == 0 || (!intake_->must_report() && time - reported_ns_ < report_interval_ns)) return;
    reported_ns_ = time;
    const sockaddr_in to = to_system(relay_);
    intake_->report([&](const HostReport& report) {
        const auto bytes = encode_report(report);
        (void)::sendto(socket_.descriptor(), bytes.data(), bytes.size(), MSG_DONTWAIT,
                       reinterpret_cast<const sockaddr*>(&to), sizeof to);
    });
}

}  // namespace farfield::net::relay
