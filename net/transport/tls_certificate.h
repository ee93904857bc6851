#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

struct evp_pkey_st;
struct x509_st;

/// Keys and certificates of nodes. What OpenSSL refuses is thrown as std::runtime_error in its words.
namespace farfield::net {

struct FreeKey {
    void operator()(evp_pkey_st* key) const noexcept;
};
struct FreeCertificate {
    void operator()(x509_st* certificate) const noexcept;
};
using TlsKey = std::unique_ptr<evp_pkey_st, FreeKey>;
using TlsCertificate = std::unique_ptr<x509_st, FreeCertificate>;

/// A new one, on the curve P-256.
[[nodiscard]] TlsKey make_key();
/// The key of a PEM file, which is made with a new one (mode 0600) where there is none. Throws
/// std::runtime_error where others than its owner may read or change it.
[[nodiscard]] TlsKey kept_key(const std::filesystem::path& file);
/// $XDG_STATE_HOME/farfield/node-key.pem, or below ~/.local/state. Throws std::runtime_error where neither
/// variable is set.
[[nodiscard]] std::filesystem::path own_key_file();

/// When a certificate holds, as seconds from now.
struct Validity {
    std::chrono::seconds from{-std::chrono::hours(24)};
    std::chrono::seconds until{std::chrono::hours(24) * 365};
};
/// A certificate that the key signs itself, for hosts by name or address; the first is its common name.
[[nodiscard]] TlsCertificate sign_own(evp_pkey_st& key, const std::vector<std::string>& hosts,
                                      Validity validity = {});
/// The name of this machine, localhost and the loopback addresses.
[[nodiscard]] std::vector<std::string> own_hosts();

/// "sha256:" and the digest of the public key (SubjectPublicKeyInfo, DER) in hexadecimal: it stays when the
/// certificate is renewed with the same key.
[[nodiscard]] std::string pin_of(const x509_st& certificate);

/// As PEM.
[[nodiscard]] std::string text_of(const x509_st& certificate);
[[nodiscard]] std::string text_of(const evp_pkey_st& key);

/// What OpenSSL says of its last failure; clears its queue of errors.
[[nodiscard]] std::string tls_words();

}  // namespace farfield::net
