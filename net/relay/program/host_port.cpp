#include "net/relay/program/host_port.h"

#include <fmt/format.h>
#include <stdexcept>

#include "net/relay/sockets/input_spec.h"

namespace farfield::net::relay {

ClientSettings session_at(const std::string& host_and_port)
{
    try {
        const auto peer = std::get<PeerSpec>(parse_input_spec("peer:" + host_and_port));
        ClientSettings settings;
        settings.host = peer.host;
        settings.port = peer.port;
        settings.client_name = "farfield-relay";
        return settings;
    } catch (const SpecError&) {
        throw std::runtime_error(fmt::format("expected HOST[:PORT], found '{}'", host_and_port));
    }
}

}  // namespace farfield::net::relay
