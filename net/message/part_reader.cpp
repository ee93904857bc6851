#include "net/message/part_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "net/message/limits.h"

namespace farfield::net {

namespace {

std::string wrong(const MessageHeader& part, const std::string& why)
{
    return "a Part of stream " + std::to_string(part.stream) + " " + why;
}

ReceiveTarget refuse_part(const MessageHeader& part, const std::string& why)
{
    return {.kind = ReceiveTarget::Kind::Refuse, .memory = {}, .reason = wrong(part, why)};
}

bool is_last(const MessageHeader& part)
{
    return (part.flags & flag_last_part) != 0;
}

/// The fault, if any, of a Part with which `done` of the message's `all` payload bytes have come.
std::optional<std::string> fault_at_end(const MessageHeader& part, std::uint64_t done, std::uint64_t all)
{
    if (done > all) return wrong(part, "goes beyond the " + std::to_string(all) + " bytes of its message");
    if (is_last(part) && done < all)
        return wrong(part, "is the last one after " + std::to_string(done) + " of " + std::to_string(all) +
                               " bytes");
    if (!is_last(part) && done == all) return wrong(part, "ends its message and does not say so");
    return std::nullopt;
}

}  // namespace

PartReader::Message* PartReader::find(std::uint32_t stream) noexcept
{
    const auto found = std::ranges::find_if(messages_, [stream](const Message& message) {
        return message.is_open && message.header.stream == stream;
    });
    return found == messages_.end() ? nullptr : &*found;
}

ReceiveTarget PartReader::receive_target(const MessageHeader& part)
{
    arriving_.reset();
    if (part.payload_bytes == 0 || part.payload_bytes > part_bytes_)
        return refuse_part(part, "has " + std::to_string(part.payload_bytes) + " bytes; expected 1 to " +
                                     std::to_string(part_bytes_) + " (part_bytes)");
    if ((part.flags & ~(flag_first_part | flag_last_part)) != 0)
        return refuse_part(part, "has flags " + std::to_string(part.flags) + "; expected 0 to 3");
    Message* const message = find(part.stream);
    if ((part.flags & flag_first_part) != 0)
        return message != nullptr ? refuse_part(part, "is a second first one") : begin(part);
    if (message == nullptr) return refuse_part(part, "came without a first one");
    if (part.sequence != message->header.sequence)
        return refuse_part(part, "is of another message than the one before it");
    const std::uint64_t before = std::exchange(message->done, message->done + part.payload_bytes);
    if (const auto fault = fault_at_end(part, message->done, message->header.payload_bytes))
        return {.kind = ReceiveTarget::Kind::Refuse, .memory = {}, .reason = *fault};
    if (message->is_skipped) {
        message->is_open = !is_last(part);
        return {.kind = ReceiveTarget::Kind::Skip, .memory = {}, .reason = {}};
    }
    arriving_ = part.stream;
    return {.kind = ReceiveTarget::Kind::Into,
            .memory = message->place.subspan(before, part.payload_bytes),
            .reason = {}};
}

ReceiveTarget PartReader::begin(const MessageHeader& part) const
{
    if (part.payload_bytes < header_bytes)
        return refuse_part(part, "is the first one and does not hold the header of its message");
    return {.kind = ReceiveTarget::Kind::Buffered, .memory = {}, .reason = {}};
}

std::optional<std::string> PartReader::received(const MessageHeader& part, std::span<const std::byte> payload)
{
    arriving_.reset();
    if ((part.flags & flag_first_part) != 0) return begun(part, payload);
    Message* const message = find(part.stream);
    if (message == nullptr || !is_last(part)) return std::nullopt;
    message->is_open = false;
    const MessageHeader header = message->header;  // a copy, since the sink may begin another message
    sink_.received(header, message->place);
    return std::nullopt;
}

std::optional<std::string> PartReader::begun(const MessageHeader& part, std::span<const std::byte> payload)
{
    MessageHeader header;
    if (decode_header(payload.first<header_bytes>(), header))
        return wrong(part, "does not begin with the header of a message");
    if (!is_cut(header.type)) return wrong(part, "holds a message of a type that is not cut");
    if (header.stream != part.stream || header.sequence != part.sequence)
        return wrong(part, "holds a message of another stream or number");
    const auto begins = payload.subspan(header_bytes);
    if (auto fault = fault_at_end(part, begins.size(), header.payload_bytes)) return fault;
    ReceiveTarget target = sink_.receive_target(header);
    if (target.kind == ReceiveTarget::Kind::Refuse) return std::move(target.reason);
    if (target.kind == ReceiveTarget::Kind::Into && target.memory.size() < header.payload_bytes)
        return "the place for this message is too small";
    return is_last(part) ? deliver(header, target, begins) : open(header, std::move(target), begins);
}

/// Takes a message that came in a single part.
std::optional<std::string> PartReader::deliver(const MessageHeader& header, const ReceiveTarget& target,
                                               std::span<const std::byte> payload)
{
    if (target.kind == ReceiveTarget::Kind::Skip) return std::nullopt;
    if (target.kind == ReceiveTarget::Kind::Into) {
        std::ranges::copy(payload, target.memory.begin());
        payload = target.memory.first(payload.size());
    }
    sink_.received(header, payload);
    return std::nullopt;
}

std::optional<std::string> PartReader::open(const MessageHeader& header, ReceiveTarget target,
                                            std::span<const std::byte> begins)
{
    auto slot = std::ranges::find(messages_, false, &Message::is_open);
    if (slot == messages_.end()) {
        if (messages_.size() >= max_cut_messages)
            return "more than " + std::to_string(max_cut_messages) +
                   " messages have begun and not ended (max_cut_messages)";
        slot = messages_.emplace(messages_.end());
    }
    slot->header = header;
    slot->is_skipped = target.kind == ReceiveTarget::Kind::Skip;
    slot->done = begins.size();
    if (target.kind == ReceiveTarget::Kind::Buffered) {
        std::uint64_t buffered = header.payload_bytes;
        for (const Message& other : messages_) buffered += &other == &*slot ? 0 : other.memory.size();
        if (buffered > max_cut_bytes)
            return "messages that have begun and not ended take " + std::to_string(buffered) +
                   " bytes; expected at most " + std::to_string(max_cut_bytes) + " (max_cut_bytes)";
        slot->memory.resize(std::max<std::size_t>(slot->memory.size(), header.payload_bytes));
        target.memory = slot->memory;
    }
    slot->place = slot->is_skipped ? std::span<std::byte>{} : target.memory.first(header.payload_bytes);
    if (!slot->is_skipped) std::ranges::copy(begins, slot->place.begin());
    slot->is_open = true;
    return std::nullopt;
}

bool PartReader::is_receiving(std::uint32_t stream) const noexcept
{
    return std::ranges::any_of(messages_, [stream](const Message& message) {
        return message.is_open && message.header.stream == stream;
    });
}

bool PartReader::forget_placed_memory(std::uint32_t stream) noexcept
{
    Message* const message = find(stream);
    if (message == nullptr || message->is_skipped || message->place.data() == message->memory.data())
        return false;
    message->is_skipped = true;
    message->place = {};
    // The sink does not get the Part that is arriving now: the message ends with it, or continues with later
    // Parts.
    const bool is_arriving = arriving_ == stream;
    if (is_arriving && message->done == message->header.payload_bytes) message->is_open = false;
    return is_arriving;
}

}  // namespace farfield::net
