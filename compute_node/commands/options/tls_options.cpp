#include "compute_node/commands/options/tls_options.h"

#include <CLI/CLI.hpp>

#include <stdexcept>

namespace farfield::node {

std::shared_ptr<const net::TlsContext> TlsOptions::context() const
{
    if (is_self_signed) return net::self_signed(net::own_key_file());
    if (certificate.empty() && is_only)
        throw std::runtime_error(
            "--tls-only: there is no key; add --tls-self-signed, or --tls-cert and --tls-key");
    if (certificate.empty()) return nullptr;
    return std::make_shared<const net::TlsContext>(certificate, key);
}

void add_tls_options(CLI::App& command, TlsOptions& options)
{
    CLI::Option* const certificate =
        command.add_option("--tls-cert", options.certificate,
                           "PEM file of the node's certificate, with those of its authorities behind it: "
                           "connections from other machines must then use TLS 1.3");
    CLI::Option* const key = command.add_option("--tls-key", options.key, "PEM file of its key (mode 600)");
    certificate->needs(key);
    key->needs(certificate);
    command
        .add_flag("--tls-self-signed", options.is_self_signed,
                  "TLS 1.3 with a key of the node's own, which is made once and kept in "
                  "$XDG_STATE_HOME/farfield/node-key.pem; viewers know it by the pin of the ready line")
        ->excludes(certificate)
        ->excludes(key);
    command.add_flag("--tls-only", options.is_only,
                     "Take no connection in the clear from this machine either, such as the end of an SSH "
                     "tunnel; the local socket of this user stays");
}

}  // namespace farfield::node
