#include "net/session/streams/stream_set.h"

#include <algorithm>
#include <utility>

namespace farfield::net {

StreamSet::StreamSet(boost::asio::io_context& io, MemoryBudget& memory, Events events)
    : io_(io), memory_(memory), events_(std::move(events))
{}

// Joins here, as streams may also be kept alive by posted news that never run.
StreamSet::~StreamSet()
{
    for (const auto& stream : streams_) stream->join();
    for (const auto& stream : leaving_) stream->join();
}

StreamSet::Added StreamSet::add(std::unique_ptr<Program> program, const ProgramStart& start,
                                MemberNumber member, const SubscriptionTerms& terms)
{
    const std::uint32_t number = last_stream_ + 1;
    const bool is_acknowledged = terms.keeping != FrameKeeping::UntilSent;
    auto stream = std::make_shared<Stream>(io_, memory_, number, std::move(program), start, is_acknowledged,
                                           events_of(number));
    Added added{stream, stream->answer(), stream->upstream()};
    (void)stream->subscribe(member, terms);
    stream->run([notice = events_.notice, number](const std::string& method, Json members) {
        members["stream"] = number;
        notice(method, members);
    });
    last_stream_ = number;
    streams_.push_back(std::move(stream));
    return added;
}

Stream::Events StreamSet::events_of(std::uint32_t number)
{
    const auto self = weak_from_this();
    return {.news =
                [self] {
                    if (const auto set = self.lock()) set->news();
                },
            .blocked =
                [self, number](MemberNumber member, Subscribers::Blocked what) {
                    if (const auto set = self.lock()) set->events_.blocked(member, number, what);
                }};
}

StreamSet::Streams::const_iterator StreamSet::find(std::uint32_t stream) const
{
    const auto found =
        std::ranges::find(streams_, stream, [](const std::shared_ptr<Stream>& s) { return s->stream(); });
    if (found == streams_.end())
        throw RpcError(RpcCode::NotFound, "there is no stream " + std::to_string(stream) + " (any more)");
    return found;
}

std::vector<std::uint32_t> StreamSet::numbers() const
{
    std::vector<std::uint32_t> numbers;
    for (const auto& stream : streams_) numbers.push_back(stream->stream());
    return numbers;
}

std::vector<StreamStats> StreamSet::stats() const
{
    std::vector<StreamStats> stats;
    for (const auto& stream : streams_) stats.push_back(stream->stats());
    return stats;
}

Usage StreamSet::usage() const
{
    Usage usage = usage_of_exited_;
    for (const auto& stream : streams_) usage += stream->usage();
    for (const auto& stream : leaving_) usage += stream->usage();
    return usage;
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
    (*found)->stop();
    leaving_.push_back(*found);
    std::erase_if(ended_, [stream](const auto& known) { return known.first == stream; });
    streams_.erase(found);
    forget_exited();
}

void StreamSet::stop_all()
{
    stopping_ = true;
    while (!streams_.empty()) remove(streams_.back()->stream());
    forget_exited();
}

// The end.

void StreamSet::news()
{
    events_.news();
    check_ended();
}

void StreamSet::check_ended()
{
    remove_ended();
    forget_exited();
}

/// Removes ended streams; one stays while a viewer may not have all of its frames.
void StreamSet::remove_ended()
{
    for (std::size_t i = streams_.size(); i-- > 0;) {
        if (!streams_[i]->has_exited()) continue;
        const auto stream = streams_[i];
        report_end(*stream);
        const std::uint32_t number = stream->stream();
        const auto is_known = [&](MemberNumber member) { return ended_.contains({number, member}); };
        if (stream->keeps_frames() || !std::ranges::all_of(stream->members(), is_known)) continue;
        remove(number);
        events_.removed(number);
    }
}

void StreamSet::report_end(const Stream& stream)
{
    for (const MemberNumber member : stream.members()) {
        const auto end = stream.ended(member);
        if (end && ended_.emplace(stream.stream(), member).second)
            events_.ended(member, stream.stream(), *end);
    }
}

void StreamSet::forget_exited()
{
    std::erase_if(leaving_, [this](const auto& stream) {
        const bool is_through = stream->has_exited() && !stream->is_sending();
        if (is_through) usage_of_exited_ += stream->usage();
        return is_through;
    });
    if (stopping_ && is_empty()) {
        stopping_ = false;  // reported once
        events_.all_finished();
    }
}

}  // namespace farfield::net
