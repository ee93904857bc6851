#include "net/session/frame_sender.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <utility>

#include "net/session/streams/frame_interval.h"

namespace farfield::net {

SendPaces::~SendPaces()
{
    while (!paces_.empty()) remove(paces_.begin()->first);
}

void SendPaces::remove(std::uint32_t stream)
{
    const auto pace = paces_.extract(stream);
    if (pace.empty()) return;
    pace.mapped()->is_set = false;
    pace.mapped()->timer.cancel();
}

void SendPaces::set(std::uint32_t stream, double rate)
{
    remove(stream);
    if (rate <= 0.0) return;
    const auto pace = std::make_shared<Pace>(io_);
    pace->interval = interval_of(rate);
    paces_.emplace(stream, pace);
}

void SendPaces::sent(std::uint32_t stream)
{
    const auto found = paces_.find(stream);
    if (found == paces_.end()) return;
    const auto& pace = found->second;
    const auto now = Clock::now();
    if (now - pace->next > pace->interval) pace->next = now;
    pace->next += pace->interval;
    pace->timer.expires_at(pace->next);
    auto ended = [this, stream, pace](const boost::system::error_code& error) {
        if (!error && pace->is_set) due_(stream);
    };
    pace->timer.async_wait(RecycledHandler(pace->memory, std::move(ended)));
}

void SendPaces::begin_connection()
{
    for (const auto& [stream, pace] : paces_) {
        pace->timer.cancel();
        pace->next = Clock::now();
    }
}

std::shared_ptr<Stream> FrameSender::find(std::uint32_t stream) const noexcept
{
    const auto found =
        std::ranges::find_if(streams_, [stream](const auto& one) { return one->stream() == stream; });
    return found == streams_.end() ? nullptr : *found;
}

void FrameSender::add(std::shared_ptr<Stream> stream, double rate)
{
    if (connection_) stream->begin_connection(member_);
    paces_.set(stream->stream(), rate);
    if (!find(stream->stream())) streams_.push_back(std::move(stream));
    adapt_connection();
}

void FrameSender::add_upstream(std::uint32_t stream, const std::shared_ptr<UpstreamFrames>& frames)
{
    if (!frames) return;
    upstream_.add(stream, frames);
    listen_to(*frames);
}

void FrameSender::remove(std::uint32_t stream)
{
    upstream_.remove(stream);
    paces_.remove(stream);
    std::erase_if(streams_, [stream](const auto& one) { return one->stream() == stream; });
}

std::vector<std::pair<std::uint32_t, std::uint64_t>> FrameSender::next_sequences() const
{
    std::vector<std::pair<std::uint32_t, std::uint64_t>> next;
    for (const auto& stream : streams_) next.emplace_back(stream->stream(), stream->next_sequence(member_));
    return next;
}

void FrameSender::attach(std::shared_ptr<Connection> connection)
{
    detach();
    connection_ = std::move(connection);
    for (const auto& stream : streams_) stream->begin_connection(member_);
    paces_.begin_connection();
    upstream_.begin_connection();
    raise_grants();
    adapt_connection();
}

void FrameSender::detach()
{
    connection_.reset();
    is_sending_ = false;
    bytes_.clear();
    if (const auto stream = std::exchange(sending_, nullptr)) stream->end_connection(member_);
    for (const auto& stream : streams_) stream->end_connection(member_);
}

void FrameSender::frame_sent()
{
    is_sending_ = false;
    if (const auto stream = std::exchange(sending_, nullptr))
        stream->sent(member_);
    else
        bytes_.sent();
    send_next();
    news_();
}

std::optional<std::string> FrameSender::credit(const MessageHeader& header)
{
    const auto stream = find(header.stream);
    if (!stream) return std::nullopt;
    auto fault = stream->grant(member_, header.sequence, header.interaction, header.flags);
    send_next();
    news_();
    return fault;
}

void FrameSender::send_next()
{
    if (!connection_ || is_sending_) return;
    const std::size_t turns = streams_.size() + 1;
    for (std::size_t tried = 0; tried < turns; ++tried) {
        turn_ = (turn_ + 1) % turns;
        const auto frame = next_of(turn_);
        if (!frame) continue;
        is_sending_ = true;
        if (turn_ < streams_.size()) {
            sending_ = streams_[turn_];
            paces_.sent(sending_->stream());
        }
        return connection_->send_frame(frame->header, frame->payload, *this);
    }
}

/// Permits one more frame of a stream with a rate: it may leave, or be made.
void FrameSender::allow_next(std::uint32_t number)
{
    const auto stream = find(number);
    if (!stream) return;
    stream->allow_next(member_);
    send_next();
}

std::optional<ReadyFrame> FrameSender::next_of(std::size_t turn)
{
    return turn < streams_.size() ? streams_[turn]->next(member_) : bytes_.next();
}

void FrameSender::send_bytes(std::uint32_t call, SharedBytes bytes)
{
    if (!connection_) return;
    bytes_.add(call, std::move(bytes));
    send_next();
}

// What the viewer sends.

void FrameSender::listen_to(UpstreamFrames& frames)
{
    frames.listen([&io = io_, self = weak_from_this()] {
        boost::asio::post(io, [self] {
            if (const auto sender = self.lock()) sender->raise_grants();
        });
    });
    raise_grants();
}

void FrameSender::raise_grants()
{
    if (!connection_) return;
    upstream_.raise_grants([this](std::uint32_t stream, std::uint64_t frames) {
        connection_->send({.type = MessageType::Credit, .stream = stream, .sequence = frames}, {});
    });
}

// Limits the connection's unsent bytes: the least limit of all its streams holds.
void FrameSender::adapt_connection()
{
    if (!connection_) return;
    std::size_t least = 0;
    for (const auto& stream : streams_)
        if (const std::size_t bytes = stream->unsent_bytes(member_); bytes != 0)
            least = least == 0 ? bytes : std::min(least, bytes);
    if (least != 0) connection_->limit_unsent(least);
}

}  // namespace farfield::net
