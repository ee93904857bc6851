#pragma once

#include <memory>
#include <string>

#include "model/calls/relay.h"
#include "relay/hosts/host_sender.h"

namespace farfield::net::relay {

/// The path to UDP hosts, opened as configured. Threads: as HostSender.
class HostPath {
public:
    /// text: GROUP:PORT[@IFACE]. Throws SpecError; a path that cannot be opened is only listed.
    HostPath(const std::string& text, std::size_t mtu_bytes);

    /// Null when it could not be opened.
    [[nodiscard]] HostSender* sender() const { return sender_.get(); }
    [[nodiscard]] const model::RelayHosts& info() const { return info_; }
    /// An entry of entities.input if messages with priority were lost; at most one a second.
    [[nodiscard]] std::optional<model::RelayInput> news(std::uint64_t now_ns);

private:
    model::RelayHosts info_;
    std::unique_ptr<HostSender> sender_;
    std::uint64_t reported_lost_ = 0, next_news_ns_ = 0;
};

}  // namespace farfield::net::relay
