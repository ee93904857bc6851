#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

struct evp_pkey_st;
struct x509_st;

/// Keys and certificates of nodes. Errors of OpenSSL are thrown as std::runtime_error in OpenSSL's words.
namespace farfield::net {

struct FreeKey {
    void operator()(evp_pkey_st* key) const noexcept;
};
struct FreeCertificate {
    void operator()(x509_st* certificate) const noexcept;
};
using TlsKey = std::unique_ptr<evp_pkey_st, FreeKey>;
using TlsCertificate = std::unique_ptr<x509_st, FreeCertificate>;

/// Makes a new key, on the curve P-256.
[[nodiscard]] TlsKey make_key();
/// Reads the key of a PEM file; makes the file with a new key (mode 0600) when it does not exist. Throws
/// std::runtime_error when others than its owner may read or change the file.
[[nodiscard]] TlsKey kept_key(const std::filesystem::path& file);
/// $XDG_STATE_HOME/farfield/node-key.pem, or below ~/.local/state. Throws std::runtime_error when neither
/// XDG_STATE_HOME nor HOME is set.
[[nodiscard]] std::filesystem::path own_key_file();

/// Period in which a certificate is valid, relative to now.
struct Validity {
    std::chrono::seconds from{-std::chrono::hours(24)};
    std::chrono::seconds until{std::chrono::hours(24) * 365};
};
/// Makes a self-signed certificate for hosts by name or address; the first host is its common name.
[[nodiscard]] TlsCertificate sign_own(evp_pkey_st& key, const std::vector<std::string>& hosts,
                                      Validity validity = {});
/// The name of this machine, localhost and the loopback addresses.
[[nodiscard]] std::vector<std::string> own_hosts();

/// "sha256:" and the digest of the public key (SubjectPublicKeyInfo, DER) in hexadecimal: it does not change
/// when the certificate is renewed with the same key.
[[nodiscard]] std::string pin_of(const x509_st& certificate);

/// PEM text of a certificate or a key.
[[nodiscard]] std::string text_of(const x509_st& certificate);
[[nodiscard]] std::string text_of(const evp_pkey_st& key);

/// OpenSSL's text for its last failure; clears its queue of errors.
[[nodiscard]] std::string tls_words();

}  // namespace farfield::net
