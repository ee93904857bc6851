#include "relay/commands/host_port.h"

#include <fmt/format.h>
#include <stdexcept>
#include <string_view>

#include "net/client/reach/host_port.h"
#include "net/message/printable.h"
#include "net/service/token.h"
#include "relay/sockets/input_spec.h"

namespace farfield::net::relay {

bool is_own_input(const std::string& text)
{
    constexpr std::string_view peer = "peer:";
    if (text.starts_with(peer))
        throw std::runtime_error(fmt::format("'{}': expected HOST[:PORT] of the relay, '{}'",
                                             printable(text, 400), printable(text.substr(peer.size()), 400)));
    return is_input_spec(text);
}

ClientSettings session_at(const std::string& host_and_port, const std::string& token_file)
{
    try {
        const HostPort relay = parse_host_port(host_and_port, default_relay_port);
        ClientSettings settings;
        settings.host = relay.host;
        settings.port = relay.port;
        settings.client_name = "farfield-relay";
        if (!token_file.empty()) settings.token = read_token_file(token_file);
        return settings;
    } catch (const std::invalid_argument& error) {
        throw std::runtime_error(error.what());
    }
}

}  // namespace farfield::net::relay
