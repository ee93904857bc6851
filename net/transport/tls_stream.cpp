#include "net/transport/tls_stream.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace farfield::net {

namespace {

constexpr std::string_view tls_protocol = "farfield/1";

std::size_t bytes_in(std::span<const std::span<const std::byte>> places)
{
    std::size_t bytes = 0;
    for (const auto& place : places) bytes += place.size();
    return bytes;
}

/// The next record's bytes, from `begin` on: in place where they are contiguous, else copied into `room`.
std::span<const std::byte> next_record(std::span<const std::span<const std::byte>> from, std::size_t begin,
                                       std::span<std::byte> room)
{
    std::size_t gathered = 0;
    for (auto place : from) {
        const auto passed = std::min(begin, place.size());
        begin -= passed;
        place = place.subspan(passed);
        if (place.empty()) continue;
        const bool is_last = place.data() + place.size() == from.back().data() + from.back().size();
        if (gathered == 0 && (is_last || place.size() >= room.size()))
            return place.first(std::min(place.size(), room.size()));
        const auto taken = std::min(place.size(), room.size() - gathered);
        std::memcpy(room.data() + gathered, place.data(), taken);
        gathered += taken;
    }
    return room.first(gathered);
}

/// Makes the system join written bytes into full segments during its lifetime: OpenSSL writes, and
/// TCP_NODELAY sends, each record by itself, which on loopback costs the sender two fifths more time. The
/// destructor sends what is left.
class Cork {
public:
    /// descriptor: a socket's, or -1 for none.
    explicit Cork(int descriptor) noexcept : descriptor_(descriptor) { set(1); }
    ~Cork() { set(0); }
    Cork(const Cork&) = delete;
    Cork& operator=(const Cork&) = delete;

private:
    /// Sets TCP_CORK. Ignores errors: a system without the option only sends more segments.
    void set(int on) const noexcept
    {
        if (descriptor_ >= 0) (void)::setsockopt(descriptor_, IPPROTO_TCP, TCP_CORK, &on, sizeof on);
    }
    const int descriptor_;
};

/// The reason of a failure, if it is not a refused certificate.
std::string reason_of(const SSL& ssl)
{
    const bool has_answered = SSL_get_current_cipher(&ssl) != nullptr;
    const int reason = ERR_GET_REASON(ERR_peek_error());
    if (reason == SSL_R_WRONG_VERSION_NUMBER && !has_answered)
        return "it speaks no TLS, or its answer was changed on the way";
    const std::string words = "TLS: " + tls_words();
    switch (reason) {
    case SSL_R_UNSUPPORTED_PROTOCOL:
    case SSL_R_TLSV1_ALERT_PROTOCOL_VERSION:
        return "both sides have no version of TLS in common; expected TLS 1.3";
    case SSL_R_DECRYPTION_FAILED_OR_BAD_RECORD_MAC:
    case SSL_R_DIGEST_CHECK_FAILED:
    case SSL_R_BAD_SIGNATURE:
        return words + "; what came, or what was sent before, was changed on the way";
    case SSL_R_SSLV3_ALERT_BAD_RECORD_MAC:
    case SSL_R_TLSV1_ALERT_DECRYPT_ERROR:
        return words + "; what reached the other side was changed on the way";
    case SSL_R_TLSV1_ALERT_UNKNOWN_CA:
    case SSL_R_SSLV3_ALERT_BAD_CERTIFICATE:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN:
    case SSL_R_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE:
        return words + "; the other side refuses the certificate";
    case SSL_R_NO_APPLICATION_PROTOCOL:
    case SSL_R_TLSV1_ALERT_NO_APPLICATION_PROTOCOL:
        return words;
    default:  // other errors: neither side sends what the other does not understand
        return words + "; it is no TLS, or was changed on the way";
    }
}

}  // namespace

void TlsStream::Free::operator()(ssl_st* ssl) const noexcept
{
    SSL_free(ssl);
}

TlsStream::TlsStream(boost::asio::ip::tcp::socket socket, std::shared_ptr<const TlsContext> context,
                     const std::string& host)
    : context_(std::move(context)), tcp_(std::move(socket)), ssl_(SSL_new(&context_->get()))
{
    if (!ssl_ || SSL_set_fd(ssl_.get(), tcp_.socket().native_handle()) != 1)
        throw std::runtime_error("no TLS: " + tls_words());
    if (context_->is_node()) {
        SSL_set_accept_state(ssl_.get());
    } else {
        SSL_set_connect_state(ssl_.get());
        expect_certificate_of(host);
    }
}

TlsStream::~TlsStream() = default;

void TlsStream::expect_certificate_of(const std::string& host)
{
    boost::system::error_code is_name;
    static_cast<void>(boost::asio::ip::make_address(host, is_name));
    if (is_name) SSL_set_tlsext_host_name(ssl_.get(), host.c_str());
    if (context_->check() != TlsContext::Check::Authorities) return;
    if (is_name)
        SSL_set1_host(ssl_.get(), host.c_str());
    else
        X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl_.get()), host.c_str());
}

// The handshake.

IoResult TlsStream::shake_hands()
{
    if (!why_.empty()) return {.kind = IoResult::Kind::Failed};
    if (is_open_) return {};
    ERR_clear_error();
    IoResult result = outcome_of(SSL_do_handshake(ssl_.get()), reading_wants_);
    writing_wants_ = reading_wants_;
    if (result.kind == IoResult::Kind::End) return fail("the connection ended in the handshake of TLS");
    if (result.kind != IoResult::Kind::Done) return result;
    const unsigned char* chosen = nullptr;
    unsigned bytes = 0;
    SSL_get0_alpn_selected(ssl_.get(), &chosen, &bytes);
    if (std::string_view(reinterpret_cast<const char*>(chosen), bytes) != tls_protocol)
        return fail("it does not speak farfield/1 over TLS (ALPN)");
    is_open_ = true;
    reading_wants_ = Wants::Read;
    writing_wants_ = Wants::Write;
    return result;
}

bool TlsStream::is_certificate_refused() const noexcept
{
    return context_->check() == TlsContext::Check::Authorities &&
           SSL_get_verify_result(ssl_.get()) != X509_V_OK;
}

TlsFacts TlsStream::facts() const
{
    const TlsCertificate certificate(SSL_get1_peer_certificate(ssl_.get()));
    TlsFacts facts{.version = SSL_get_version(ssl_.get()),
                   .cipher = SSL_get_cipher_name(ssl_.get()),
                   .name = {},
                   .pin = certificate ? pin_of(*certificate) : std::string()};
    if (!certificate) return facts;
    std::array<char, 256> name{};
    X509_NAME_get_text_by_NID(X509_get_subject_name(certificate.get()), NID_commonName, name.data(),
                              static_cast<int>(name.size()));
    facts.name = name.data();
    int days = 0, seconds = 0;
    ASN1_TIME_diff(&days, &seconds, nullptr, X509_get0_notAfter(certificate.get()));
    constexpr double seconds_of_a_day = 86'400.0;
    facts.days_left = days + seconds / seconds_of_a_day;
    return facts;
}

IoResult TlsStream::fail(std::string why, std::error_code error)
{
    why_ = std::move(why);
    ERR_clear_error();
    return {.kind = IoResult::Kind::Failed, .error = error};
}

/// returned: result of an OpenSSL function, called with an empty queue of errors.
IoResult TlsStream::outcome_of(int returned, Wants& wants)
{
    const int system_error = errno;
    switch (SSL_get_error(ssl_.get(), returned)) {
    case SSL_ERROR_NONE:
        return {};
    case SSL_ERROR_WANT_READ:
        wants = Wants::Read;
        return {.kind = IoResult::Kind::WouldBlock};
    case SSL_ERROR_WANT_WRITE:
        wants = Wants::Write;
        return {.kind = IoResult::Kind::WouldBlock};
    case SSL_ERROR_ZERO_RETURN:
        return {.kind = IoResult::Kind::End};
    case SSL_ERROR_SYSCALL: {
        const std::error_code error(system_error, std::system_category());
        return fail("the connection broke: " + error.message(), error);
    }
    default:
        return fail(is_certificate_refused()
                        ? std::string("its certificate is refused: ") +
                              X509_verify_cert_error_string(SSL_get_verify_result(ssl_.get()))
                        : reason_of(*ssl_));
    }
}

// Waiting.

void TlsStream::wait_readable(std::shared_ptr<StreamWaiter> waiter)
{
    const bool is_ready = !is_drained_ && (has_ended_ || SSL_has_pending(ssl_.get()) == 1);
    if (is_ready) {
        auto ready = [waiter = std::move(waiter)] { waiter->ready({}); };
        return boost::asio::post(tcp_.socket().get_executor(),
                                 RecycledHandler(ready_memory_, std::move(ready)));
    }
    reading_wants_ == Wants::Read ? tcp_.wait_readable(std::move(waiter))
                                  : tcp_.wait_writable(std::move(waiter));
}

void TlsStream::wait_writable(std::shared_ptr<StreamWaiter> waiter)
{
    writing_wants_ == Wants::Write ? tcp_.wait_writable(std::move(waiter))
                                   : tcp_.wait_readable(std::move(waiter));
}

/// Lowers readable_bytes, since the bytes that OpenSSL has read ahead are not in the socket any more.
void TlsStream::tune(const StreamTuning& tuning)
{
    StreamTuning below = tuning;
    constexpr std::size_t ahead = tls_read_bytes + record_bytes;
    below.readable_bytes = tuning.readable_bytes > ahead ? tuning.readable_bytes - ahead : 1;
    tcp_.tune(below);
}

// Bytes.

IoResult TlsStream::read_some(std::array<std::span<std::byte>, 2> into)
{
    if (const IoResult hands = shake_hands(); hands.kind != IoResult::Kind::Done) return hands;
    IoResult result;
    for (const auto place : into)
        if (result.kind == IoResult::Kind::Done) fill(place, result);
    is_drained_ = result.kind == IoResult::Kind::WouldBlock;
    has_ended_ = result.kind == IoResult::Kind::End || result.kind == IoResult::Kind::Failed;
    if (result.bytes > 0) result.kind = IoResult::Kind::Done;  // the next call reports how it ended
    return result;
}

void TlsStream::fill(std::span<std::byte> place, IoResult& result)
{
    while (!place.empty()) {
        std::size_t bytes = 0;
        ERR_clear_error();
        const int returned = SSL_read_ex(ssl_.get(), place.data(), place.size(), &bytes);
        if (returned != 1) {
            const IoResult end = outcome_of(returned, reading_wants_);
            result.kind = end.kind;
            result.error = end.error;
            return;
        }
        result.bytes += bytes;
        place = place.subspan(bytes);
    }
}

IoResult TlsStream::write_some(std::span<const std::span<const std::byte>> from)
{
    if (const IoResult hands = shake_hands(); hands.kind != IoResult::Kind::Done) return hands;
    std::size_t written = 0;
    if (held_bytes_ > 0) {
        const IoResult result = write_record(std::span(record_).first(held_bytes_));
        if (result.kind != IoResult::Kind::Done) return result;
        held_bytes_ = 0;
        written = 1;
    }
    const std::size_t all = bytes_in(from);
    const Cork cork(all > record_bytes ? tcp_.socket().native_handle() : -1);
    while (written < all) {
        const auto record = next_record(from, written, record_);
        const IoResult result = write_record(record);
        if (result.kind == IoResult::Kind::Failed) return result;
        if (result.kind == IoResult::Kind::WouldBlock) {
            if (record.data() != record_.data()) std::memcpy(record_.data(), record.data(), record.size());
            held_bytes_ = record.size();
            written += record.size() - 1;
            break;
        }
        written += record.size();
    }
    if (written == 0) return {.kind = IoResult::Kind::WouldBlock};
    return {.kind = IoResult::Kind::Done, .bytes = written};
}

/// Writes the whole record, or none of it (WouldBlock).
IoResult TlsStream::write_record(std::span<const std::byte> record)
{
    std::size_t bytes = 0;
    ERR_clear_error();
    const int returned = SSL_write_ex(ssl_.get(), record.data(), record.size(), &bytes);
    return returned == 1 ? IoResult{} : outcome_of(returned, writing_wants_);
}

void TlsStream::end_writing() noexcept
{
    ERR_clear_error();
    if (is_open_ && held_bytes_ == 0 && why_.empty()) (void)SSL_shutdown(ssl_.get());
    ERR_clear_error();
    tcp_.end_writing();
}

void TlsStream::close() noexcept
{
    tcp_.close();
}

}  // namespace farfield::net
