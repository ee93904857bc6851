#include "net/session/stream_set.h"

#include <algorithm>
#include <utility>

namespace farfield::net {
StreamSet::StreamSet(boost::asio::io_context& io, MemoryBudget& memory, Events events)
    : io_(io), memory_(memory), events_(std::move(events))
{}

// Workers may also be kept by news that nobody will read any more.
StreamSet::~StreamSet()
{
    for (const Stream& stream : streams_) stream.worker->join();
    for (const auto& worker : leaving_) worker->join();
}

ProgramState StreamSet::add(std::unique_ptr<FrameSource> source, const ProgramStart& start)
{
    const std::uint32_t stream = last_stream_ + 1;
    const auto tell = [self = weak_from_this()] {
        if (const auto set = self.lock()) set->news();
    };
    auto worker = std::make_shared<StreamWorker>(io_, memory_, stream, std::move(source), start, tell);
    ProgramState state = worker->state();
    if (connection_) worker->attach();
    worker->run();
    last_stream_ = stream;
    streams_.push_back({std::move(worker), start.policy});
    adapt_connection();
    return state;
}

StreamWorker& StreamSet::at(std::uint32_t stream) const
{
    const auto found =
        std::ranges::find(streams_, stream, [](const Stream& s) { return s.worker->stream(); });
    if (found == streams_.end())
        throw RpcError(RpcCode::NotFound, "there is no stream " + std::to_string(stream) + " (any more)");
    return *found->worker;
}

void StreamSet::remove(std::uint32_t stream)
{
    at(stream).stop();
    const auto found =
        std::ranges::find(streams_, stream, [](const Stream& s) { return s.worker->stream(); });
    leaving_.push_back(std::move(found->worker));
    streams_.erase(found);
    forget_exited();
}

void StreamSet::attach(std::shared_ptr<Connection> connection)
{
    detach();
    connection_ = std::move(connection);
    for (const Stream& stream : streams_) stream.worker->attach();
    adapt_connection();
}

void StreamSet::detach()
{
    connection_.reset();
    sending_.reset();
    for (const Stream& stream : streams_) stream.worker->detach();
    for (const auto& worker : leaving_) worker->detach();
    forget_exited();
}

void StreamSet::frame_sent()
{
    if (const auto worker = std::exchange(sending_, nullptr)) worker->frame_sent();
    news();
}

std::optional<std::string> StreamSet::credit(const MessageHeader& header)
{
    for (const Stream& stream : streams_) {
        if (stream.worker->stream() != header.stream) continue;
        auto fault = stream.worker->grant(header.sequence);
        send_next();
        return fault;
    }
    return std::nullopt;
}

void StreamSet::stop_all()
{
    stopping_ = true;
    detach();
    while (!streams_.empty()) remove(streams_.back().worker->stream());
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
    if (!connection_ || sending_) return;
    for (std::size_t tried = 0; tried < streams_.size(); ++tried) {
        turn_ = (turn_ + 1) % streams_.size();
        const auto frame = streams_[turn_].worker->take_frame();
        if (!frame) continue;
        sending_ = streams_[turn_].worker;
        return connection_->send_frame(frame->header, frame->payload, *this);
    }
}

void StreamSet::remove_ended()
{
    for (std::size_t i = streams_.size(); i-- > 0;) {
        const auto end = streams_[i].worker->ended();
        if (!end) continue;
        const std::uint32_t stream = streams_[i].worker->stream();
        remove(stream);
        events_.ended(stream, *end);
    }
}

void StreamSet::forget_exited()
{
    std::erase_if(leaving_, [](const auto& worker) { return worker->has_exited() && !worker->is_sending(); });
    if (stopping_ && is_empty()) {
        stopping_ = false;  // told once
        events_.all_gone();
    }
}

// One connection carries all streams: a single one that is looked at live decides.
void StreamSet::adapt_connection()
{
    const auto is_latest = [](const Stream& stream) { return stream.policy == Policy::Latest; };
    if (!connection_ || std::ranges::none_of(streams_, is_latest)) return;
    connection_->limit_unsent(latest_unsent_bytes);
}

}  // namespace farfield::net
