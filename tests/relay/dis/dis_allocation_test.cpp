#include <array>

#include "relay/dis/entity_head.h"
#include "relay/dis/entity_writer.h"
#include "relay/dis/events.h"
#include "tests/net/counting_allocator.h"
#include "tests/relay/dis/pdus.h"

using namespace farfield::net::dis;
using namespace farfield::net::dis::test;

TEST_CASE("walk_pdus: reading, reckoning and writing allocate nothing", "[dis]")
{
    Bytes datagram = foreign_entity_state();
    append(datagram, foreign_fire());
    append(datagram, blank_pdu(26, 100));
    std::array<std::byte, entity_state_bytes> written{};
    double sum = 0.0;
    const std::size_t before = farfield::net::test::allocations();
    const WalkResult result = walk_pdus(datagram, [&](const Pdu& pdu) {
        EntityHead head;
        EntityState state;
        EntityEvent event;
        if (read_entity_head(pdu, head) != PduFault::None) return;
        if (pdu.header.type == PduType::Fire && read_event(pdu, event) == PduFault::None)
            sum += event.location.x;
        if (pdu.header.type != PduType::EntityState) return;
        if (read_entity_state(pdu, state) != PduFault::None) return;
        state.appearance = 0;
        sum += reckon(in_world_axes(reckoning_of(state)), 1.0).location.x;
        write_entity_state(state, written);
    });
    CHECK(farfield::net::test::allocations() == before);
    CHECK(result.pdus == 3);
    // 8 E, and 121.9 W after a second at 10.5 m/s and 1 m/s^2.
    CHECK(sum == Approx(4355710.7277722877 - 2709125.6496028173 + 11.0).epsilon(1e-13));
}
