#include "net/relay/program/host_port.h"

#include <stdexcept>

#include "net/client/host_port.h"

namespace farfield::net::relay {

ClientSettings session_at(const std::string& host_and_port)
{
    try {
        const HostPort relay = parse_host_port(host_and_port, default_relay_port);
        ClientSettings settings;
        settings.host = relay.host;
        settings.port = relay.port;
        settings.client_name = "farfield-relay";
        return settings;
    } catch (const std::invalid_argument& error) {
        throw std::runtime_error(error.what());
    }
}

}  // namespace farfield::net::relay
