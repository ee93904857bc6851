#pragma once

#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <memory>
#include <string>

#include "net/transport/byte_stream.h"
#include "net/transport/handler_memory.h"
#include "net/transport/tcp_stream.h"
#include "net/transport/tls_context.h"

struct ssl_st;

namespace farfield::net {

/// Facts about a TLS connection, known after the handshake.
struct TlsFacts {
    std::string version;  ///< "TLSv1.3"
    std::string cipher;
    std::string name;  ///< common name in the peer's certificate
    std::string pin;   ///< pin of the peer's key
    double days_left = 0.0;
};

/// TLS 1.3 over a connected TCP socket. OpenSSL works on the descriptor itself, and decrypts into the places
/// that read_some() is given. Sets TCP_NODELAY. Tuning: as TcpStream. The handshake is part of the first
/// reads and writes, or of shake_hands().
class TlsStream final : public ByteStream {
public:
    /// host: for a viewer, the name or address that the node's certificate must have.
    TlsStream(boost::asio::ip::tcp::socket socket, std::shared_ptr<const TlsContext> context,
              const std::string& host = {});
    ~TlsStream() override;

    /// Continues the handshake; Done once it is over. WouldBlock: call it again when wait_readable() reports.
    [[nodiscard]] IoResult shake_hands();
    /// The connection's facts; for a viewer, after shake_hands().
    [[nodiscard]] TlsFacts facts() const;
    /// True when no authority vouches for the peer's name, or no longer does. False where the pin decides:
    /// OpenSSL gives a verdict there, too, but it stops nothing.
    [[nodiscard]] bool is_certificate_refused() const noexcept;

    void wait_readable(std::shared_ptr<StreamWaiter> waiter) override;
    void wait_writable(std::shared_ptr<StreamWaiter> waiter) override;
    [[nodiscard]] IoResult read_some(std::array<std::span<std::byte>, 2> into) override;
    [[nodiscard]] IoResult write_some(std::span<const std::span<const std::byte>> from) override;
    void tune(const StreamTuning& tuning) override;
    void end_writing() noexcept override;
    void close() noexcept override;
    [[nodiscard]] std::string peer() const override { return tcp_.peer(); }
    [[nodiscard]] std::string local() const override { return tcp_.local(); }
    [[nodiscard]] std::string pin() const override { return context_->pin(); }
    [[nodiscard]] std::string why_ended() override { return why_; }
    [[nodiscard]] Trust trust() const noexcept override { return Trust::Tls; }

private:
    static constexpr std::size_t record_bytes = 16384;  ///< bytes of one TLS record, at most
    enum class Wants { Read, Write };
    struct Free {
        void operator()(ssl_st* ssl) const noexcept;
    };

    [[nodiscard]] IoResult outcome_of(int returned, Wants& wants);
    [[nodiscard]] IoResult fail(std::string why, std::error_code error = {});
    void expect_certificate_of(const std::string& host);
    /// Reads until the place is full. `result` gets the bytes read so far and, if reading ended, its cause.
    void fill(std::span<std::byte> place, IoResult& result);
    [[nodiscard]] IoResult write_record(std::span<const std::byte> record);

    const std::shared_ptr<const TlsContext> context_;
    TcpStream tcp_;
    std::unique_ptr<ssl_st, Free> ssl_;  ///< destroyed before the socket is closed
    bool is_open_ = false;               ///< the handshake is over
    bool is_drained_ = true;             ///< reading stopped because the socket had no more
    bool has_ended_ = false;             ///< reading has ended
    Wants reading_wants_ = Wants::Read, writing_wants_ = Wants::Write;
    /// A record that OpenSSL has taken, but not yet the system. Until then its last byte counts as not
    /// written, so that the caller writes again. held_bytes_: length of the record; record_: a copy of it.
    std::size_t held_bytes_ = 0;
    std::array<std::byte, record_bytes> record_{};
    std::string why_;
    HandlerMemory ready_memory_;
};

}  // namespace farfield::net
