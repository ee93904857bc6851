#include "relay/files/played_content.h"

#include "tests/catch.h"
#include "tests/net/recording/packets.h"
#include "tests/relay/recording/exercise.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;

namespace {

PlayedContent content_of(const PlayedMessage& played, std::vector<Message>& messages)
{
    return read_played(played, {.input = 2, .arrival_ns = 77, .sender = 9},
                       [&messages](const Message& message) { messages.push_back(message); });
}

}  // namespace

TEST_CASE("read_played: datagrams, addressed messages, names and values become messages", "[relay]")
{
    std::vector<Message> messages;
    Payload two = state_of(1);
    const Payload second = state_of(2), addressed = farfield::net::test::octets({1, 2, 3, 4});
    two.insert(two.end(), second.begin(), second.end());
    CHECK(content_of({.bytes = two, .flags = model::record_local}, messages).verdict == Verdict::Ordinary);
    CHECK(content_of({.bytes = addressed, .kind = RecordKind::Addressed}, messages).verdict ==
          Verdict::Ordinary);
    CHECK(content_of({.bytes = departure_of(5), .kind = RecordKind::Name}, messages).verdict ==
          Verdict::Ordinary);
    REQUIRE(messages.size() == 4);
    CHECK(messages[1].entity == 0x100010002);
    CHECK(messages[1].flags == model::record_local);
    CHECK(messages[1].arrival_ns == 77);
    CHECK(messages[1].sender == 9);
    CHECK(messages[2].source == 0x102);
    CHECK(messages[3].kind == RecordKind::Name);
    CHECK(messages[3].entity == 0x100010005);
    CHECK(messages[3].input == 2);
}

TEST_CASE("read_played: what is too long, too short or no PDU is malformed", "[relay]")
{
    std::vector<Message> messages;
    CHECK(content_of({.bytes = Payload(8'193, std::byte{7})}, messages).verdict == Verdict::Malformed);
    CHECK(content_of({.bytes = Payload(30, std::byte{0xff})}, messages).verdict == Verdict::Malformed);
    CHECK(content_of({.bytes = Payload(1), .kind = RecordKind::Addressed}, messages).verdict ==
          Verdict::Malformed);
    CHECK(content_of({.bytes = Payload(7), .kind = RecordKind::Values}, messages).verdict ==
          Verdict::Malformed);
    CHECK(messages.empty());
}
