#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include "net/transport/tls_certificate.h"

struct ssl_ctx_st;

namespace farfield::net {

/// What all connections of one side over TLS share: TLS 1.3 alone, the protocol farfield/1 (ALPN), and a
/// node's key and certificate. From the first one on the process ignores SIGPIPE: OpenSSL writes to sockets
/// that may be closed. Threads: any, once it is made.
class TlsContext {
public:
    /// A node's. Both files are PEM; the certificate's may have those of its authorities behind it. Throws
    /// std::runtime_error that names the file.
    TlsContext(const std::filesystem::path& certificate, const std::filesystem::path& key);
    /// A node's, with a certificate that need not be of an authority.
    TlsContext(evp_pkey_st& key, x509_st& certificate);

    /// Of a viewer: how it knows a node.
    enum class Check {
        Authorities,  ///< of the system, by the node's name, in the handshake
        Later,        ///< by its pin, after the handshake
    };
    explicit TlsContext(Check check);
    ~TlsContext();
    TlsContext(const TlsContext&) = delete;
    TlsContext& operator=(const TlsContext&) = delete;

    [[nodiscard]] ssl_ctx_st& get() const noexcept { return *context_; }
    [[nodiscard]] bool is_node() const noexcept { return !pin_.empty(); }
    /// Of a node's key.
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

/// OpenSSL reads so much at once: several records.
inline constexpr std::size_t tls_read_bytes = 64 << 10;

/// A node's with the key that is kept for it, and a certificate of today.
[[nodiscard]] std::shared_ptr<const TlsContext> self_signed(const std::filesystem::path& key_file);

}  // namespace farfield::net
