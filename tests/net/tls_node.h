#pragma once

#include <string>
#include <vector>

#include "net/client/client.h"
#include "tests/net/scripted_node.h"

namespace farfield::net::test {

/// A context of a node with a new key and a certificate of its own for these hosts.
inline std::shared_ptr<const TlsContext> own_context(const std::vector<std::string>& hosts = {"localhost"},
                                                     Validity validity = {})
{
    const TlsKey key = make_key();
    const TlsCertificate certificate = sign_own(*key, hosts, validity);
    return std::make_shared<const TlsContext>(*key, *certificate);
}

inline ServerSettings with_tls(std::shared_ptr<const TlsContext> tls = own_context())
{
    ServerSettings settings;
    settings.tls = std::move(tls);
    return settings;
}

inline ClientSettings by_pin(std::uint16_t port, const std::string& pin)
{
    ClientSettings settings;
    settings.port = port;
    settings.tls = TlsTerms{.check = TlsTerms::Check::Pin, .pin = pin, .file = {}};
    return settings;
}

/// Why no session can be had; empty: it can.
inline std::string refusal_of(const ClientSettings& settings)
{
    try {
        Client client(settings, {});
        client.close();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

}  // namespace farfield::net::test
