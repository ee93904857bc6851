#include "net/transport/tls_context.h"
#include "model/files/plain_file.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <string_view>

namespace farfield::net {

namespace {

/// Protocol list in the form of ALPN: each name follows its length.
constexpr std::string_view protocol_list = "\x0a"
                                           "farfield/1";

const unsigned char* bytes_of(std::string_view text)
{
    return reinterpret_cast<const unsigned char*>(text.data());
}

int choose_protocol(SSL* /*ssl*/, const unsigned char** chosen, unsigned char* length,
                    const unsigned char* offered, unsigned offered_length, void* /*context*/)
{
    unsigned char* found = nullptr;
    const int outcome = SSL_select_next_proto(&found, length, bytes_of(protocol_list), protocol_list.size(),
                                              offered, offered_length);
    *chosen = found;
    return outcome == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

/// Refuses a viewer that offers no protocol: OpenSSL calls choose_protocol() only when there is an offer.
int expect_protocols(SSL* ssl, int* alert, void* /*context*/)
{
    const unsigned char* offered = nullptr;
    std::size_t bytes = 0;
    if (SSL_client_hello_get0_ext(ssl, TLSEXT_TYPE_application_layer_protocol_negotiation, &offered,
                                  &bytes) == 1)
        return SSL_CLIENT_HELLO_SUCCESS;
    *alert = SSL_AD_NO_APPLICATION_PROTOCOL;
    ERR_raise(ERR_LIB_SSL, SSL_R_NO_APPLICATION_PROTOCOL);
    return SSL_CLIENT_HELLO_ERROR;
}

ssl_ctx_st* make_context(const SSL_METHOD* method)
{
    (void)std::signal(SIGPIPE, SIG_IGN);
    SSL_CTX* const context = SSL_CTX_new(method);
    if (context == nullptr) throw std::runtime_error("no TLS: " + tls_words());
    SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
    SSL_CTX_set_ciphersuites(context,
                             "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256");
    // Messages carry their lengths, so a connection that ends early is noticed as over plain TCP.
    SSL_CTX_set_options(context, SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_read_ahead(context, 1);
    SSL_CTX_set_default_read_buffer_len(context, tls_read_bytes);
    return context;
}

ssl_ctx_st* make_node_context()
{
    SSL_CTX* const context = make_context(TLS_server_method());
    SSL_CTX_set_num_tickets(context, 0);  // no tickets: Farfield resumes its sessions by their own secrets
    SSL_CTX_set_client_hello_cb(context, expect_protocols, nullptr);
    SSL_CTX_set_alpn_select_cb(context, choose_protocol, nullptr);
    return context;
}

void refuse_open_key(const std::filesystem::path& file)
{
    struct stat status {};
    if (::stat(file.c_str(), &status) == 0 && (status.st_mode & S_IRWXO) != 0)
        throw std::runtime_error("key file '" + file.string() +
                                 "' is open to every user of this machine; expected mode 600: chmod 600 it");
}

}  // namespace

void TlsContext::Free::operator()(ssl_ctx_st* context) const noexcept
{
    SSL_CTX_free(context);
}

TlsContext::TlsContext(const std::filesystem::path& certificate, const std::filesystem::path& key)
    : context_(make_node_context())
{
    refuse_open_key(key);
    ERR_clear_error();
    const model::PlainFile certificates(certificate, "certificate"), keys(key, "key");
    if (SSL_CTX_use_certificate_chain_file(&get(), certificates.same_file().c_str()) != 1)
        throw std::runtime_error("certificate file '" + certificate.string() + "': " + tls_words());
    if (SSL_CTX_use_PrivateKey_file(&get(), keys.same_file().c_str(), SSL_FILETYPE_PEM) != 1)
        throw std::runtime_error("key file '" + key.string() + "': " + tls_words());
    pin_ = pin_of(*SSL_CTX_get0_certificate(&get()));
}

TlsContext::TlsContext(evp_pkey_st& key, x509_st& certificate)
    : context_(make_node_context()), pin_(pin_of(certificate))
{
    if (SSL_CTX_use_certificate(&get(), &certificate) != 1 || SSL_CTX_use_PrivateKey(&get(), &key) != 1)
        throw std::runtime_error("no TLS with this key and certificate: " + tls_words());
}

TlsContext::TlsContext(Check check) : context_(make_context(TLS_client_method())), check_(check)
{
    SSL_CTX_set_alpn_protos(&get(), bytes_of(protocol_list), protocol_list.size());
    if (check == Check::Later) return;
    SSL_CTX_set_default_verify_paths(&get());
    SSL_CTX_set_verify(&get(), SSL_VERIFY_PEER, nullptr);
}

TlsContext::~TlsContext() = default;

std::shared_ptr<const TlsContext> self_signed(const std::filesystem::path& key_file)
{
    const TlsKey key = kept_key(key_file);
    const TlsCertificate certificate = sign_own(*key, own_hosts());
    return std::make_shared<const TlsContext>(*key, *certificate);
}

}  // namespace farfield::net
