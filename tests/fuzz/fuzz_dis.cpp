#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>

#include "net/message/byte_order.h"
#include "relay/dis/entity_head.h"
#include "relay/dis/entity_writer.h"
#include "relay/dis/events.h"
#include "relay/dis/time_stamp.h"
#include "tests/fuzz/fuzz_targets.h"

namespace farfield::fuzz {

using namespace farfield::net;
using namespace farfield::net::dis;

namespace {

constexpr std::array<std::uint8_t, 10> likely_types{1, 1, 1, 67, 2, 3, 4, 12, 13, 14};
constexpr std::size_t most_random_bytes = 400;

/// Sums what readers return, so that two readings can be compared.
class Digest {
public:
    template <typename T>
    void add(const T& value) noexcept
    {
        for (const std::byte byte : std::as_bytes(std::span(&value, 1)))
            sum_ = (sum_ ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3;
    }
    [[nodiscard]] std::uint64_t sum() const noexcept { return sum_; }

private:
    std::uint64_t sum_ = 0xcbf29ce484222325;
};

bool is_finite(const glm::dvec3& v)
{
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

void read_state_of(const Pdu& pdu, const EntityHead& head, Digest& digest)
{
    EntityState state;
    require(read_entity_state(pdu, state) == PduFault::None, "a state that only its head takes");
    require(state.id == head.id && state.location == head.location && state.has_place == head.has_place,
            "a head that differs from its state");
    for (const char c : state.marking.text()) require(c >= ' ' && c <= '~', "a marking beyond ASCII");
    for (const auto& update : {reckoning_of(state), in_world_axes(reckoning_of(state))}) {
        const Reckoned found = reckon(update, 12.0);
        require(is_finite(found.location), "an entity reckoned to no place");
        digest.add(found.location);
    }
    digest.add(state.appearance);
    digest.add(state.articulations);
}

void read_content(const Pdu& pdu, Digest& digest)
{
    EntityHead head;
    const PduFault fault = read_entity_head(pdu, head);
    require(fault == content_fault_of(pdu), "two faults of one PDU");
    digest.add(fault);
    digest.add(stamp_age_ns(pdu.header.time_stamp, 1'700'000'000'000'000'000).value_or(1));
    if (fault != PduFault::None) return;
    digest.add(head.id);
    digest.add(head.location);
    require(is_finite(head.location), "a head with a location that is not finite");
    EntityEvent event;
    switch (pdu.header.type) {
    case PduType::EntityState:
    case PduType::EntityStateUpdate:
        read_state_of(pdu, head, digest);
        break;
    case PduType::Fire:
    case PduType::Detonation:
    case PduType::Collision:
        require(read_event(pdu, event) == PduFault::None, "an event that only its head takes");
        digest.add(event.velocity);
        digest.add(event.result);
        break;
    case PduType::RemoveEntity:
    case PduType::StartResume:
    case PduType::StopFreeze:
        digest.add(read_control(pdu).request);
        break;
    }
}

/// Everything that readers find in a datagram that `behind` follows in memory.
std::uint64_t digest_of(const std::vector<std::byte>& datagram, std::size_t bytes_behind, std::byte behind)
{
    // Of exact size, so that the address sanitizer sees a read behind its end.
    const auto memory = std::make_unique<std::byte[]>(datagram.size() + bytes_behind);
    std::ranges::copy(datagram, memory.get());
    std::fill_n(memory.get() + datagram.size(), bytes_behind, behind);
    Digest digest;
    std::size_t visited = 0;
    const WalkResult result =
        walk_pdus(std::span<const std::byte>(memory.get(), datagram.size()), [&](const Pdu& pdu) {
            visited += pdu.bytes.size();
            read_content(pdu, digest);
        });
    require(visited + result.unread_bytes <= datagram.size(), "more bytes visited than there are");
    require(result.pdus > 0 || result.malformed() == 1, "a datagram that is nothing");
    digest.add(result.pdus);
    digest.add(result.fault);
    return digest.sum();
}

void add_pdu(std::vector<std::byte>& datagram, Mutator& mutator)
{
    const std::uint8_t type = mutator.one_in(5) ? static_cast<std::uint8_t>(mutator.below(256))
                                                : likely_types[mutator.below(likely_types.size())];
    const std::size_t extra = mutator.one_in(3) ? mutator.below(100) : 0;
    const std::size_t length = least_bytes_of(static_cast<PduType>(type)) + extra;
    const std::size_t begin = datagram.size();
    datagram.resize(begin + length);
    const bool is_random = mutator.one_in(2);
    for (std::size_t i = begin; i < datagram.size(); ++i)
        if (is_random) datagram[i] = static_cast<std::byte>(mutator.below(256));
    std::byte* pdu = datagram.data() + begin;
    store_big(pdu, static_cast<std::uint8_t>(5 + mutator.below(3)));
    store_big(pdu + 2, type);
    store_big(pdu + 8, static_cast<std::uint16_t>(length));
    if (type == 1 || type == 67) store_big(pdu + 19, static_cast<std::uint8_t>(extra / 16));
    datagram.resize(datagram.size() + (mutator.one_in(3) ? mutator.below(9) : 0));
}

}  // namespace

void fuzz_dis(Mutator& mutator)
{
    std::vector<std::byte> datagram;
    if (mutator.one_in(8)) {
        datagram.resize(mutator.below(most_random_bytes));
        for (auto& byte : datagram) byte = static_cast<std::byte>(mutator.below(256));
    } else {
        for (auto left = 1 + mutator.below(6); left > 0; --left) add_pdu(datagram, mutator);
        if (mutator.one_in(2)) mutator.spoil(datagram);
    }
    const std::uint64_t alone = digest_of(datagram, 0, {});
    require(digest_of(datagram, 4096, std::byte{0x00}) == alone, "bytes behind a datagram were read");
    require(digest_of(datagram, 4096, std::byte{0x06}) == alone, "bytes behind a datagram were read");
}

}  // namespace farfield::fuzz
