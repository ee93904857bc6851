#include "net/service/upstream_intake.h"

#include <algorithm>

#include "net/message/limits.h"

namespace farfield::net {
namespace {

ReceiveTarget refuse_frame(const MessageHeader& header, const std::string& why)
{
    return {.kind = ReceiveTarget::Kind::Refuse,
            .memory = {},
            .reason = "a frame from the viewer to stream " + std::to_string(header.stream) + " " + why};
}

std::string too_long(const MessageHeader& header, std::uint64_t most)
{
    return "has " + std::to_string(header.payload_bytes) + " bytes; expected at most " + std::to_string(most);
}

}  // namespace

void UpstreamIntake::add(std::uint32_t stream, std::shared_ptr<UpstreamFrames> frames)
{
    if (frames) entries_.push_back({.stream = stream, .frames = std::move(frames)});
}

void UpstreamIntake::remove(std::uint32_t stream)
{
    const auto found = std::ranges::find(entries_, stream, &Entry::stream);
    if (found == entries_.end()) return;
    found->frames->listen({});
    entries_.erase(found);
}

void UpstreamIntake::begin_connection()
{
    for (Entry& entry : entries_) entry.granted = entry.received = 0;
}

ReceiveTarget UpstreamIntake::receive_target(const MessageHeader& header) const
{
    const auto found = std::ranges::find(entries_, header.stream, &Entry::stream);
    const std::uint64_t most = found != entries_.end() ? found->frames->most_bytes() : max_skipped_bytes;
    if (header.payload_bytes > most) return refuse_frame(header, too_long(header, most));
    if (found == entries_.end()) return {.kind = ReceiveTarget::Kind::Skip, .memory = {}, .reason = {}};
    if (found->received >= found->granted) return refuse_frame(header, "came without a credit");
    return {.kind = ReceiveTarget::Kind::Buffered, .memory = {}, .reason = {}};
}

std::optional<std::string> UpstreamIntake::received(const MessageHeader& header,
                                                    std::span<const std::byte> payload)
{
    const auto found = std::ranges::find(entries_, header.stream, &Entry::stream);
    if (found == entries_.end()) return std::nullopt;
    ++found->received;
    return found->frames->take(payload);
}

}  // namespace farfield::net
