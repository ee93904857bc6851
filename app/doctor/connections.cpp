#include "app/doctor/connections.h"

#include <utility>

namespace farfield::app {

namespace {

/// A connection that breaks at the next read once its flag is set.
class BreakableStream final : public net::ByteStream {
public:
    BreakableStream(std::unique_ptr<net::ByteStream> stream, std::shared_ptr<std::atomic<bool>> is_cut_due)
        : stream_(std::move(stream)), is_cut_due_(std::move(is_cut_due))
    {}

    void wait_readable(std::shared_ptr<net::StreamWaiter> waiter) override
    {
        stream_->wait_readable(std::move(waiter));
    }
    void wait_writable(std::shared_ptr<net::StreamWaiter> waiter) override
    {
        stream_->wait_writable(std::move(waiter));
    }
    [[nodiscard]] net::IoResult read_some(std::array<std::span<std::byte>, 2> into) override
    {
        if (!is_cut_due_->exchange(false)) return stream_->read_some(into);
        return {.kind = net::IoResult::Kind::Failed,
                .error = std::make_error_code(std::errc::connection_reset)};
    }
    [[nodiscard]] net::IoResult write_some(std::span<const std::span<const std::byte>> from) override
    {
        return stream_->write_some(from);
    }
    void tune(const net::StreamTuning& tuning) override { stream_->tune(tuning); }
    void end_writing() noexcept override { stream_->end_writing(); }
    void close() noexcept override { stream_->close(); }
    [[nodiscard]] std::string peer() const override { return stream_->peer(); }
    [[nodiscard]] std::string local() const override { return stream_->local(); }
    [[nodiscard]] std::string why_ended() override { return stream_->why_ended(); }
    [[nodiscard]] net::Trust trust() const noexcept override { return stream_->trust(); }

private:
    const std::unique_ptr<net::ByteStream> stream_;
    const std::shared_ptr<std::atomic<bool>> is_cut_due_;
};

}  // namespace

Connections::Connections(net::StreamMaker connect, std::function<void()> second)
    : connect_(std::move(connect)), second_(std::move(second))
{}

std::unique_ptr<net::ByteStream> Connections::make(boost::asio::io_context& io)
{
    const int number = ++made_;
    if (number == 1) return connect_(io);
    if (number == 2) second_();
    return std::make_unique<BreakableStream>(connect_(io), is_cut_due_);
}

}  // namespace farfield::app
