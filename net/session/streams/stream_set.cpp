#include "net/session/streams/stream_set.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <utility>

namespace farfield::net {
StreamSet::StreamSet(boost::asio::io_context& io, MemoryBudget& memory, bool is_acknowledged,
                     std::shared_ptr<const Notices> notices, Events events)
    : io_(io),
      memory_(memory),
      is_acknowledged_(is_acknowledged),
      notices_(std::move(notices)),
      events_(std::move(events))
{}

// Streams may also be kept by news that are never read.
StreamSet::~StreamSet()
{
    for (const auto& stream : streams_) stream->join();
    for (const auto& stream : leaving_) stream->join();
}

Json StreamSet::add(std::unique_ptr<Program> program, const ProgramStart& start)
{
    const std::uint32_t number = last_stream_ + 1;
    const auto news = [self = weak_from_this()] {
        if (const auto set = self.lock()) set->news();
    };
    auto added =
        std::make_shared<Stream>(io_, memory_, number, std::move(program), start, is_acknowledged_, news);
    Json answer = added->answer();
    if (connection_) added->begin_connection();
    const auto frames = added->upstream();
    added->run([notices = notices_, number](const std::string& method, Json members) {
        members["stream"] = number;
        notices->send(method, members);
    });
    last_stream_ = number;
    streams_.push_back(std::move(added));
    if (frames) {
        upstream_.add(number, frames);
        listen_to(*frames);
    }
    adapt_connection();
    return answer;
}

StreamSet::Streams::const_iterator StreamSet::find(std::uint32_t stream) const
{
    const auto found =
        std::ranges::find(streams_, stream, [](const std::shared_ptr<Stream>& s) { return s->stream(); });
    if (found == streams_.end())
        throw RpcError(RpcCode::NotFound, "there is no stream " + std::to_string(stream) + " (any more)");
    return found;
}

std::vector<StreamStats> StreamSet::stats() const
{
    std::vector<StreamStats> stats;
    for (const auto& stream : streams_) stats.push_back(stream->stats());
    return stats;
}

std::vector<std::pair<std::uint32_t, std::uint64_t>> StreamSet::next_sequences() const
{
    std::vector<std::pair<std::uint32_t, std::uint64_t>> next;
    for (const auto& stream : streams_) next.emplace_back(stream->stream(), stream->next_sequence());
    return next;
}

std::uint64_t StreamSet::buffer_bytes() const
{
    std::uint64_t bytes = 0;
    for (const auto& stream : streams_) bytes += stream->buffer_bytes();
    return bytes;
}

void StreamSet::remove(std::uint32_t stream)
{
    const auto found = find(stream);
    upstream_.remove(stream);
    (*found)->stop();
    leaving_.push_back(*found);
    ended_.erase(stream);
    streams_.erase(found);
    forget_exited();
}

void StreamSet::attach(std::shared_ptr<Connection> connection)
{
    detach();
    connection_ = std::move(connection);
    for (const auto& stream : streams_) stream->begin_connection();
    upstream_.begin_connection();
    raise_grants();
    adapt_connection();
}

void StreamSet::detach()
{
    connection_.reset();
    is_sending_ = false;
    sending_.reset();
    bytes_.clear();
    for (const auto& stream : streams_) stream->end_connection();
    for (const auto& stream : leaving_) stream->end_connection();
    forget_exited();
}

void StreamSet::frame_sent()
{
    is_sending_ = false;
    if (const auto stream = std::exchange(sending_, nullptr))
        stream->sent();
    else
        bytes_.sent();
    news();
}

std::optional<std::string> StreamSet::credit(const MessageHeader& header)
{
    for (const auto& stream : streams_) {
        if (stream->stream() != header.stream) continue;
        auto fault = stream->grant(header.sequence, header.interaction);
        news();
        return fault;
    }
    return std::nullopt;
}

void StreamSet::stop_all()
{
    stopping_ = true;
    detach();
    while (!streams_.empty()) remove(streams_.back()->stream());
    forget_exited();
}

void StreamSet::news()
{
    send_next();
    remove_ended();
    forget_exited();
}

void StreamSet::send_next()
{
    if (!connection_ || is_sending_) return;
    const std::size_t turns = streams_.size() + 1;
    for (std::size_t tried = 0; tried < turns; ++tried) {
        turn_ = (turn_ + 1) % turns;
        const auto frame = next_of(turn_);
        if (!frame) continue;
        is_sending_ = true;
        if (turn_ < streams_.size()) sending_ = streams_[turn_];
        return connection_->send_frame(frame->header, frame->payload, *this);
    }
}

std::optional<ReadyFrame> StreamSet::next_of(std::size_t turn)
{
    return turn < streams_.size() ? streams_[turn]->next() : bytes_.next();
}

void StreamSet::send_bytes(std::uint32_t call, SharedBytes bytes)
{
    if (!connection_) return;
    bytes_.add(call, std::move(bytes));
    send_next();
}

// ---- what the viewer sends

void StreamSet::listen_to(UpstreamFrames& frames)
{
    frames.listen([&io = io_, self = weak_from_this()] {
        boost::asio::post(io, [self] {
            if (const auto set = self.lock()) set->raise_grants();
        });
    });
    raise_grants();
}

void StreamSet::raise_grants()
{
    if (!connection_) return;
    upstream_.raise_grants([this](std::uint32_t stream, std::uint64_t frames) {
        connection_->send({.type = MessageType::Credit, .stream = stream, .sequence = frames}, {});
    });
}

std::optional<std::string> StreamSet::upstream(const MessageHeader& header,
                                               std::span<const std::byte> payload)
{
    return upstream_.received(header, payload);
}

// ---- the end

/// What has ended stays for as long as the viewer may not have all of its frames.
void StreamSet::remove_ended()
{
    for (std::size_t i = streams_.size(); i-- > 0;) {
        const auto end = streams_[i]->ended();
        if (!end) continue;
        const std::uint32_t stream = streams_[i]->stream();
        const bool is_news = ended_.insert(stream).second;
        if (!streams_[i]->keeps_frames()) remove(stream);
        if (is_news) events_.ended(stream, *end);
    }
}

void StreamSet::forget_exited()
{
    std::erase_if(leaving_, [](const auto& stream) { return stream->has_exited() && !stream->is_sending(); });
    if (stopping_ && is_empty()) {
        stopping_ = false;  // reported once
        events_.all_finished();
    }
}

// One connection carries all streams: the least of their limits holds.
void StreamSet::adapt_connection()
{
    if (!connection_) return;
    std::size_t least = 0;
    for (const auto& stream : streams_)
        if (const std::size_t bytes = stream->unsent_bytes(); bytes != 0)
            least = least == 0 ? bytes : std::min(least, bytes);
    if (least != 0) connection_->limit_unsent(least);
}

}  // namespace farfield::net
