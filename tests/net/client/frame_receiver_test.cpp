#include "net/client/frame_receiver.h"

#include "tests/catch.h"
#include "tests/net/bytes.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {
constexpr std::size_t intake_slot_bytes = 64;

struct IntakeRing {
    explicit IntakeRing(std::size_t slots)
        : memory(slots, Bytes(intake_slot_bytes)), ring({memory.begin(), memory.end()})
    {}
    std::vector<Bytes> memory;
    FrameRing ring;
};

MessageHeader frame(std::uint64_t sequence, std::uint64_t bytes = intake_slot_bytes)
{
    return {.type = MessageType::Particles, .stream = 1, .sequence = sequence, .payload_bytes = bytes};
}

/// The frames granted to the one stream by now, or 0 when there is no new grant.
std::uint64_t new_grant(FrameReceiver& intake)
{
    std::uint64_t frames = 0;
    intake.raise_grants([&](const FrameReceiver::Grant& grant) { frames = grant.frames; });
    return frames;
}

void take_in(FrameReceiver& intake, std::uint64_t sequence)
{
    REQUIRE(intake.receive_target(frame(sequence)).kind == ReceiveTarget::Kind::Into);
    intake.received(frame(sequence));
}

void consume(FrameRing& ring, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) REQUIRE(ring.take_next());
    ring.release_oldest(count);
}
}  // namespace

TEST_CASE("FrameReceiver: a fresh ring is granted its slots, then one frame for each released", "[intake]")
{
    IntakeRing owned(4);
    FrameReceiver intake;
    intake.attach(1, owned.ring);
    CHECK(new_grant(intake) == 4);
    CHECK(new_grant(intake) == 0);
    for (std::uint64_t i = 0; i < 4; ++i) take_in(intake, i);
    CHECK(new_grant(intake) == 0);
    consume(owned.ring, 3);
    CHECK(new_grant(intake) == 7);
}

TEST_CASE("FrameReceiver: a frame goes into the slot and to the consumer", "[intake]")
{
    IntakeRing owned(2);
    FrameReceiver intake;
    intake.attach(1, owned.ring);
    (void)new_grant(intake);
    const auto target = intake.receive_target(frame(5, 10));
    CHECK(target.memory.data() == owned.memory[0].data());
    intake.received(frame(5, 10));
    const auto taken = owned.ring.take_next();
    REQUIRE(taken);
    const auto& info = owned.ring.info(taken->slot);
    CHECK(info.header == frame(5, 10));
    CHECK(info.first_byte_ns > 0);
    CHECK(info.received_ns >= info.first_byte_ns);
    CHECK(intake.frames_received() == 1);
    CHECK(intake.last_received_ns() == info.received_ns);
}

TEST_CASE("FrameReceiver: a frame without a credit is refused", "[intake]")
{
    IntakeRing owned(1);
    FrameReceiver intake;
    intake.attach(1, owned.ring);
    (void)new_grant(intake);
    take_in(intake, 0);
    const auto target = intake.receive_target(frame(1));
    CHECK(target.kind == ReceiveTarget::Kind::Refuse);
    CHECK(target.reason == "frame 1 of stream 1 came without a credit");
    consume(owned.ring, 1);
    CHECK(intake.receive_target(frame(1)).kind ==
          ReceiveTarget::Kind::Refuse);  // released, but not granted yet
}

TEST_CASE("FrameReceiver: a frame larger than a slot is refused", "[intake]")
{
    IntakeRing owned(1);
    FrameReceiver intake;
    intake.attach(1, owned.ring);
    (void)new_grant(intake);
    CHECK(intake.receive_target(frame(0, 65)).reason ==
          "frame 0 of stream 1 has 65 bytes: there is room for 64 (slot_bytes)");
}

TEST_CASE("FrameReceiver: unclaimed frames are read past and counted, up to the limit", "[intake]")
{
    FrameReceiver intake;
    intake.set_max_unclaimed_bytes(100);
    CHECK(intake.receive_target(frame(0, 100)).kind == ReceiveTarget::Kind::Skip);
    CHECK(intake.frames_unclaimed() == 1);
    CHECK(intake.receive_target(frame(1, 101)).kind == ReceiveTarget::Kind::Refuse);
    CHECK(intake.receive_target(frame(1, 1ULL << 60)).kind == ReceiveTarget::Kind::Refuse);
}

TEST_CASE("FrameReceiver: detaching says whether a frame is half read", "[intake]")
{
    IntakeRing owned(2);
    FrameReceiver intake;
    intake.set_max_unclaimed_bytes(100);
    intake.attach(1, owned.ring);
    (void)new_grant(intake);
    take_in(intake, 0);
    REQUIRE(intake.receive_target(frame(1)).kind == ReceiveTarget::Kind::Into);
    CHECK(intake.detach(1));
    CHECK_FALSE(intake.detach(1));
    CHECK(owned.ring.published() == 1);
}

TEST_CASE("FrameReceiver: a second ring of a stream is granted what it has room for", "[intake]")
{
    IntakeRing large(4);
    IntakeRing small(2);
    FrameReceiver intake;
    intake.set_max_unclaimed_bytes(100);
    intake.attach(1, large.ring);
    REQUIRE(new_grant(intake) == 4);
    take_in(intake, 0);
    REQUIRE_FALSE(intake.detach(1));
    intake.attach(1, small.ring);
    CHECK(new_grant(intake) == 0);  // three are granted still, more than it has room for
    take_in(intake, 1);
    take_in(intake, 2);
    CHECK(intake.receive_target(frame(3)).kind == ReceiveTarget::Kind::Skip);  // granted for the large ring
    CHECK(intake.receive_target(frame(4)).kind == ReceiveTarget::Kind::Refuse);
    consume(small.ring, 2);
    CHECK(new_grant(intake) == 6);
    take_in(intake, 4);
}

TEST_CASE("FrameReceiver: streams are granted apart", "[intake]")
{
    IntakeRing first(2);
    IntakeRing second(5);
    FrameReceiver intake;
    intake.attach(1, first.ring);
    intake.attach(2, second.ring);
    std::vector<std::pair<std::uint32_t, std::uint64_t>> grants;
    intake.raise_grants(
        [&](const FrameReceiver::Grant& grant) { grants.emplace_back(grant.stream, grant.frames); });
    CHECK(grants == std::vector<std::pair<std::uint32_t, std::uint64_t>>{{1, 2}, {2, 5}});
}

TEST_CASE("FrameReceiver: a grant says how many frames have come whole", "[intake]")
{
    IntakeRing owned(4);
    FrameReceiver intake;
    intake.attach(1, owned.ring);
    std::vector<std::uint32_t> counts;
    const auto note = [&](const FrameReceiver::Grant& grant) { counts.push_back(grant.received); };
    intake.raise_grants(note);
    take_in(intake, 0);
    (void)intake.receive_target(frame(1));  // begun, not whole
    consume(owned.ring, 1);
    intake.raise_grants(note);
    CHECK(counts == std::vector<std::uint32_t>{0, 1});
}

TEST_CASE("FrameReceiver: frames that stay in the ring are acknowledged by the eighth", "[intake]")
{
    IntakeRing owned(20);
    FrameReceiver intake;
    intake.attach(1, owned.ring);
    (void)new_grant(intake);
    std::vector<std::uint32_t> counts;
    const auto note = [&](const FrameReceiver::Grant& grant) { counts.push_back(grant.received); };
    for (std::uint64_t i = 0; i < 20; ++i) {
        take_in(intake, i);
        CHECK(intake.is_acknowledgement_due() == (i % 8 == 7));
        intake.raise_grants(note);
    }
    CHECK(counts == std::vector<std::uint32_t>{8, 16});
    intake.raise_grants(note, FrameReceiver::Acknowledge::All);
    intake.raise_grants(note, FrameReceiver::Acknowledge::All);
    CHECK(counts == std::vector<std::uint32_t>{8, 16, 20});
}

TEST_CASE("FrameReceiver: of a stream that has ended each frame is acknowledged", "[intake]")
{
    IntakeRing owned(4);
    FrameReceiver intake;
    intake.attach(1, owned.ring);
    (void)new_grant(intake);
    take_in(intake, 0);
    CHECK_FALSE(intake.is_acknowledgement_due());
    intake.ended(1);
    CHECK(intake.is_acknowledgement_due());
}

TEST_CASE(
    "FrameReceiver: a frame that is read past has come when a message begins and no part of it is to come",
    "[intake]")
{
    IntakeRing owned(4);
    FrameReceiver intake;
    intake.set_max_unclaimed_bytes(intake_slot_bytes);
    intake.attach(1, owned.ring);
    (void)new_grant(intake);
    (void)intake.detach(1);
    CHECK(intake.receive_target(frame(0)).kind == ReceiveTarget::Kind::Skip);
    std::vector<std::uint32_t> counts;
    const auto note = [&](const FrameReceiver::Grant& grant) { counts.push_back(grant.received); };
    intake.raise_grants(note, FrameReceiver::Acknowledge::All);
    CHECK(counts.empty());
    intake.message_begins([](std::uint32_t stream) { return stream == 1; });
    intake.raise_grants(note, FrameReceiver::Acknowledge::All);
    CHECK(counts.empty());
    intake.message_begins([](std::uint32_t) { return false; });
    intake.raise_grants(note, FrameReceiver::Acknowledge::All);
    CHECK(counts == std::vector<std::uint32_t>{1});
}

TEST_CASE("FrameReceiver: a new subscription counts from 0, and frames of the one before are read past",
          "[intake]")
{
    IntakeRing owned(4);
    FrameReceiver intake;
    intake.set_max_unclaimed_bytes(100);
    intake.attach(1, owned.ring);
    CHECK(new_grant(intake) == 4);
    for (std::uint64_t i = 0; i < 3; ++i) take_in(intake, i);
    consume(owned.ring, 3);
    CHECK_FALSE(intake.subscribed(1, 2));
    std::vector<FrameReceiver::Grant> grants;
    intake.raise_grants([&](const FrameReceiver::Grant& grant) { grants.push_back(grant); });
    REQUIRE(grants.size() == 1);
    CHECK(grants[0].frames == 4);
    CHECK(grants[0].received == 0);
    CHECK(grants[0].subscription == 2);
    MessageHeader late = frame(3);
    late.flags = 1;
    CHECK(intake.receive_target(late).kind == ReceiveTarget::Kind::Skip);
    MessageHeader first = frame(0);
    first.flags = 2;
    REQUIRE(intake.receive_target(first).kind == ReceiveTarget::Kind::Into);
    intake.received(first);
    CHECK_FALSE(intake.subscribed(1, 2));  // as it is
    consume(owned.ring, 1);
    CHECK(new_grant(intake) == 5);
}
