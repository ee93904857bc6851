#pragma once

#include "net/transport/tls_context.h"

#include <memory>
#include <string>

namespace CLI {
class App;
}

namespace farfield::node {

/// A node's key and certificate: none, those of two files, or its own.
struct TlsOptions {
    std::string certificate, key;
    bool is_self_signed = false;
    bool is_only = false;  ///< TLS alone is served, also to viewers on this machine

    /// The context; null where no TLS is wanted. Throws std::runtime_error as TlsContext does, and where TLS
    /// alone is wanted but there is no key.
    [[nodiscard]] std::shared_ptr<const net::TlsContext> context() const;
};

/// Adds --tls-cert, --tls-key, --tls-self-signed and --tls-only.
void add_tls_options(CLI::App& command, TlsOptions& options);

}  // namespace farfield::node
