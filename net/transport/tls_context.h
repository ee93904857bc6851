#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include "net/transport/tls_certificate.h"

struct ssl_ctx_st;

namespace farfield::net {

/// Settings that all TLS connections of one side share: only TLS 1.3, the protocol farfield/1 (ALPN), and a
/// node's key and certificate. From the first object on the process ignores SIGPIPE, since OpenSSL writes to
/// sockets that may be closed. Threads: any, once it is constructed.
class TlsContext {
public:
    /// Context of a node. Both files are PEM; the certificate's file may also hold those of its authorities
    /// after it. Throws std::runtime_error that names the file.
    TlsContext(const std::filesystem::path& certificate, const std::filesystem::path& key);
    /// Context of a node, whose certificate need not come from an authority.
    TlsContext(evp_pkey_st& key, x509_st& certificate);

    /// Means by which a viewer verifies a node.
    enum class Check {
        Authorities,  ///< the system's authorities and the node's name, in the handshake
        Later,        ///< the node's pin, after the handshake
    };
    explicit TlsContext(Check check);
    ~TlsContext();
    TlsContext(const TlsContext&) = delete;
    TlsContext& operator=(const TlsContext&) = delete;

    [[nodiscard]] ssl_ctx_st& get() const noexcept { return *context_; }
    [[nodiscard]] bool is_node() const noexcept { return !pin_.empty(); }
    /// Pin of the node's key; empty: the context is a viewer's.
    [[nodiscard]] const std::string& pin() const noexcept { return pin_; }
    [[nodiscard]] Check check() const noexcept { return check_; }

private:
    struct Free {
        void operator()(ssl_ctx_st* context) const noexcept;
    };
    std::unique_ptr<ssl_ctx_st, Free> context_;
    std::string pin_;
    Check check_ = Check::Later;
};

/// Bytes that OpenSSL reads at once: several records.
inline constexpr std::size_t tls_read_bytes = 64 << 10;

/// Context of a node with the key kept in key_file and a certificate made today.
[[nodiscard]] std::shared_ptr<const TlsContext> self_signed(const std::filesystem::path& key_file);

}  // namespace farfield::net
