#include <algorithm>
#include <vector>

#include "net/message/part_cutter.h"
#include "net/message/part_reader.h"
#include "tests/fuzz/fuzz_targets.h"

namespace farfield::fuzz {

using namespace farfield::net;

namespace {

constexpr std::size_t most_bytes = 100;  // of a part
constexpr std::size_t place_bytes = 400;
constexpr std::uint32_t streams = 4;

/// Takes messages of streams 0 to 3: placed, buffered, read past, refused.
class Cuts final : public MessageSink {
public:
    ReceiveTarget receive_target(const MessageHeader& header) override
    {
        require(is_cut(header.type), "a message of a type that is not cut");
        ReceiveTarget target{.kind = ReceiveTarget::Kind::Skip, .memory = {}, .reason = {}};
        if (header.payload_bytes > place_bytes || header.stream >= streams) {
            target = {.kind = ReceiveTarget::Kind::Refuse, .memory = {}, .reason = "too long"};
        } else if (header.stream == 0) {
            target = {.kind = ReceiveTarget::Kind::Into, .memory = place_, .reason = {}};
        } else if (header.stream == 1) {
            target.kind = ReceiveTarget::Kind::Buffered;
        }
        return target;
    }
    void received(const MessageHeader& header, std::span<const std::byte> payload) override
    {
        require(header.stream < 2, "a message that was to be read past");
        require(payload.size() == header.payload_bytes, "a payload of another length than its header says");
    }

private:
    std::vector<std::byte> place_ = std::vector<std::byte>(place_bytes);
};

/// A connection on which everything is Parts. False: it has ended.
class Parts final : public MessageSink {
public:
    ReceiveTarget receive_target(const MessageHeader& header) override
    {
        if (header.type == MessageType::Part) return reader_.receive_target(header);
        return {.kind = ReceiveTarget::Kind::Refuse, .memory = {}, .reason = "no Part"};
    }
    void received(const MessageHeader& header, std::span<const std::byte> payload) override
    {
        has_ended = has_ended || reader_.received(header, payload).has_value();
    }
    void forget(std::uint32_t stream, MessageReader& bytes)
    {
        if (reader_.forget_placed_memory(stream)) bytes.forget_placed_memory();
    }

    bool has_ended = false;

private:
    Cuts cuts_;
    PartReader reader_{cuts_, most_bytes};
};

void put(std::vector<std::byte>& bytes, const PartCutter::Part& part)
{
    const auto head = encode_header(part.header);
    bytes.insert(bytes.end(), head.begin(), head.end());
    bytes.insert(bytes.end(), part.before.begin(), part.before.end());
    bytes.insert(bytes.end(), part.payload.begin(), part.payload.end());
}

/// Parts of up to four messages, which alternate; some are lost or doubled.
void add_parts(std::vector<std::byte>& bytes, Mutator& mutator)
{
    const std::vector<std::byte> payload(mutator.below(place_bytes + 10), std::byte{7});
    std::vector<PartCutter> cutters;
    for (std::uint32_t stream = 0; stream < streams; ++stream) {
        const auto type = mutator.one_in(9) ? MessageType::Block : MessageType::Particles;
        cutters.emplace_back(header_bytes + mutator.below(most_bytes - header_bytes + 2));
        cutters.back().begin({.type = type, .stream = stream, .payload_bytes = payload.size()}, payload);
    }
    while (!std::ranges::all_of(cutters, &PartCutter::is_done)) {
        PartCutter& cutter = cutters[mutator.below(cutters.size())];
        if (cutter.is_done()) continue;
        auto part = cutter.next();
        if (mutator.one_in(40)) continue;
        if (mutator.one_in(40)) part.header.flags = static_cast<std::uint16_t>(mutator.below(4));
        put(bytes, part);
        if (mutator.one_in(40)) put(bytes, part);
    }
}

}  // namespace

void fuzz_parts(Mutator& mutator)
{
    std::vector<std::byte> bytes;
    for (auto left = 1 + mutator.below(4); left > 0; --left) add_parts(bytes, mutator);
    if (mutator.one_in(2)) mutator.spoil(bytes);
    Parts parts;
    MessageReader reader(parts);
    for (std::size_t done = 0; done < bytes.size();) {
        const auto chunk = std::min(bytes.size() - done, std::size_t{1} + mutator.below(300));
        std::size_t poured = 0;
        for (const auto piece : reader.prepare()) {
            const auto count = std::min(piece.size(), chunk - poured);
            std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(done + poured), count, piece.begin());
            poured += count;
        }
        if (reader.commit(poured) || parts.has_ended) return;
        done += poured;
        if (mutator.one_in(20)) parts.forget(0, reader);
    }
}

}  // namespace farfield::fuzz
