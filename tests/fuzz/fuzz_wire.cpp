#include <algorithm>
#include <cstring>
#include <limits>

#include "net/client/frame_receiver.h"
#include "net/message/message_reader.h"
#include "tests/fuzz/fuzz_targets.h"

namespace farfield::fuzz {

using namespace farfield::net;

namespace {
constexpr std::size_t slot_bytes = 512;
constexpr std::size_t slots = 3;
constexpr std::uint64_t max_bytes = 100'000;  // above the staging memory: payloads of both kinds

/// A viewer's side that checks its messages.
class Viewer final : public MessageSink {
public:
    Viewer() : memory_(slots * slot_bytes), ring_(slices())
    {
        intake_.set_max_unclaimed_bytes(max_bytes);
        intake_.attach(1, ring_);
        intake_.raise_grants([](const FrameReceiver::Grant&) {});
    }

    ReceiveTarget receive_target(const MessageHeader& header) override
    {
        require(!is_inside_, "place() before the last message was whole");
        is_inside_ = true;
        if (header.type == MessageType::Particles) return remember(header, intake_.receive_target(header));
        if (header.payload_bytes > max_bytes)
            return {.kind = ReceiveTarget::Kind::Refuse, .memory = {}, .reason = "too long"};
        const auto kind =
            header.type == MessageType::Control ? ReceiveTarget::Kind::Buffered : ReceiveTarget::Kind::Skip;
        return remember(header, {.kind = kind, .memory = {}, .reason = {}});
    }
    void received(const MessageHeader& header, std::span<const std::byte> payload) override
    {
        require(is_inside_ && header == expected_, "received() of another message than was placed");
        require(payload.size() == header.payload_bytes, "a payload of another length than its header says");
        is_inside_ = false;
        if (header.type == MessageType::Particles) intake_.received(header);
        require(ring_.published() <= slots, "more frames than were granted");
    }

private:
    ReceiveTarget remember(const MessageHeader& header, ReceiveTarget target)
    {
        expected_ = header;
        if (target.kind == ReceiveTarget::Kind::Skip) is_inside_ = false;  // nothing is heard of these again
        return target;
    }
    std::vector<std::span<std::byte>> slices()
    {
        std::vector<std::span<std::byte>> spans;
        for (std::size_t i = 0; i < slots; ++i)
            spans.push_back(std::span(memory_).subspan(i * slot_bytes, slot_bytes));
        return spans;
    }

    std::vector<std::byte> memory_;
    FrameRing ring_;
    FrameReceiver intake_;
    MessageHeader expected_;
    bool is_inside_ = false;
};

void add_message(std::vector<std::byte>& bytes, Mutator& mutator)
{
    MessageHeader header{.type = static_cast<MessageType>(mutator.below(12)),
                         .stream = static_cast<std::uint32_t>(mutator.below(3)),
                         .sequence = mutator.below(5),
                         .payload_bytes = mutator.below(mutator.one_in(20) ? max_bytes : slot_bytes)};
    const auto payload_bytes = header.payload_bytes;
    if (mutator.one_in(30))
        header.payload_bytes = std::numeric_limits<std::uint64_t>::max() >> mutator.below(64);
    const auto head = encode_header(header);
    bytes.insert(bytes.end(), head.begin(), head.end());
    bytes.resize(bytes.size() + payload_bytes, static_cast<std::byte>(mutator.below(256)));
}
}  // namespace

void fuzz_wire(Mutator& mutator)
{
    std::vector<std::byte> bytes;
    for (auto left = mutator.below(12); left > 0; --left) add_message(bytes, mutator);
    if (mutator.one_in(2)) mutator.spoil(bytes);

    Viewer viewer;
    MessageReader reader(viewer);
    const auto most = mutator.one_in(2) ? bytes.size() : 1 + mutator.below(300);
    for (std::size_t done = 0; done < bytes.size();) {
        std::size_t poured = 0;
        const auto chunk = std::min(bytes.size() - done, 1 + mutator.below(most));
        for (const auto piece : reader.prepare()) {
            const auto count = std::min(piece.size(), chunk - poured);
            if (count > 0) std::memcpy(piece.data(), bytes.data() + done + poured, count);
            poured += count;
        }
        require(poured > 0, "the reader has no room left");
        if (reader.commit(poured)) return;
        done += poured;
        if (mutator.one_in(50)) return;  // the peer is gone inside a message
    }
}

}  // namespace farfield::fuzz
