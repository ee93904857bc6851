#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <memory>

#include "net/transport/byte_stream.h"
#include "net/transport/tcp_stream.h"
#include "net/transport/tls_context.h"

namespace farfield::net {

/// A connection accepted by a node with TLS: its first byte tells if it is TLS or unencrypted.
class AcceptedStream final : public ByteStream {
public:
    AcceptedStream(boost::asio::ip::tcp::socket socket, std::shared_ptr<const TlsContext> tls);

    void wait_readable(std::shared_ptr<StreamWaiter> waiter) override
    {
        stream_->wait_readable(std::move(waiter));
    }
    void wait_writable(std::shared_ptr<StreamWaiter> waiter) override
    {
        stream_->wait_writable(std::move(waiter));
    }
    [[nodiscard]] IoResult read_some(std::array<std::span<std::byte>, 2> into) override;
    [[nodiscard]] IoResult write_some(std::span<const std::span<const std::byte>> from) override
    {
        return stream_->write_some(from);
    }
    void tune(const StreamTuning& tuning) override { stream_->tune(tuning); }
    void end_writing() noexcept override { stream_->end_writing(); }
    void close() noexcept override { stream_->close(); }
    [[nodiscard]] std::string peer() const override { return stream_->peer(); }
    [[nodiscard]] std::string local() const override { return stream_->local(); }
    [[nodiscard]] std::string pin() const override { return stream_->pin(); }
    [[nodiscard]] std::string why_ended() override { return stream_->why_ended(); }
    [[nodiscard]] Trust trust() const noexcept override { return stream_->trust(); }

private:
    const std::shared_ptr<const TlsContext> tls_;
    std::unique_ptr<ByteStream> stream_;
    TcpStream* unknown_;  ///< stream_, until the first byte has come; then null
};

}  // namespace farfield::net
