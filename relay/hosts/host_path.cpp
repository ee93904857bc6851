#include "relay/hosts/host_path.h"

#include <fmt/format.h>

#include "net/message/clock.h"

namespace farfield::net::relay {

HostPath::HostPath(const std::string& text, std::size_t mtu_bytes)
{
    const DisSpec spec = parse_hosts_spec(text);
    info_ = {.hosts = text, .message = {}, .address = to_text(spec.at.address), .port = spec.at.port};
    try {
        sender_ = std::make_unique<HostSender>(spec, mtu_bytes);
    } catch (const SocketError& error) {
        info_.state = model::InputState::Failed;
        info_.message = fmt::format("hosts '{}': {}", text, error.what());
    }
}

std::optional<model::RelayInput> HostPath::news(std::uint64_t now_ns)
{
    if (!sender_ || now_ns < next_news_ns_) return std::nullopt;
    const std::uint64_t lost = sender_->counters().priority_lost;
    if (lost == reported_lost_) return std::nullopt;
    reported_lost_ = lost;
    next_news_ns_ = now_ns + ns_per_second;
    return model::RelayInput{.input = "hosts:" + info_.hosts,
                             .message = fmt::format("priority lost: {}", lost),
                             .port = info_.port};
}

}  // namespace farfield::net::relay
