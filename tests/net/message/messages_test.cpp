#include "net/message/messages.h"

#include "net/message/byte_order.h"
#include "tests/catch.h"
#include "tests/net/bytes.h"

// Every hex dump is copied from docs/protocol.md.
using namespace farfield::net;
using namespace farfield::net::test;

namespace {
constexpr std::uint64_t example_time_ns = 1'700'000'000'000'000'000;
}

TEST_CASE("encode_header: a frame's header is that of the protocol's example", "[messages]")
{
    const MessageHeader header{.type = MessageType::Particles,
                               .stream = 1,
                               .interaction = 7,
                               .sequence = 28,
                               .time_ns = example_time_ns,
                               .payload_bytes = 64 + 10 * 16};
    CHECK(copy_of(encode_header(header)) == from_hex("46 46 4c 44  01  02  00 00  00 00 00 01  00 00 00 07"
                                                     "00 00 00 00 00 00 00 1c"
                                                     "17 97 9c fe 36 2a 00 00"
                                                     "00 00 00 00 00 00 00 e0"));
}

TEST_CASE("encode_header: session.open's message is that of the protocol's example", "[messages]")
{
    const std::string call = R"({"jsonrpc":"2.0","id":1,"method":"session.open","params":{"protocol":[1]}})";
    REQUIRE(call.size() == 0x4a);
    const auto bytes = message({.type = MessageType::Control, .time_ns = example_time_ns}, bytes_of(call));
    CHECK(Bytes(bytes.begin(), bytes.begin() + 56) ==
          from_hex("46 46 4c 44  01  01  00 00  00 00 00 00  00 00 00 00"
                   "00 00 00 00 00 00 00 00"
                   "17 97 9c fe 36 2a 00 00"
                   "00 00 00 00 00 00 00 4a"
                   "7b 22 6a 73 6f 6e 72 70 63 22 3a 22 32 2e 30 22"));
}

TEST_CASE("encode_header: an Echo and its reply are those of the protocol's example", "[messages]")
{
    MessageHeader echo{.type = MessageType::Echo, .sequence = 5, .time_ns = example_time_ns};
    CHECK(copy_of(encode_header(echo)) ==
          from_hex("46 46 4c 44  01  08  00 00  00 00 00 00  00 00 00 00  00 00 00 00 00 00 00 05"
                   "17 97 9c fe 36 2a 00 00  00 00 00 00 00 00 00 00"));
    echo.flags = flag_reply;
    echo.time_ns += 0x10000;
    CHECK(copy_of(encode_header(echo)) ==
          from_hex("46 46 4c 44  01  08  00 01  00 00 00 00  00 00 00 00  00 00 00 00 00 00 00 05"
                   "17 97 9c fe 36 2b 00 00  00 00 00 00 00 00 00 00"));
}

TEST_CASE("encode_header: a Credit is that of the protocol's example", "[messages]")
{
    const MessageHeader credit{.type = MessageType::Credit,
                               .stream = 1,
                               .interaction = 9,
                               .sequence = 12,
                               .time_ns = example_time_ns};
    CHECK(copy_of(encode_header(credit)) ==
          from_hex("46 46 4c 44  01  09  00 00  00 00 00 01  00 00 00 09  00 00 00 00 00 00 00 0c"
                   "17 97 9c fe 36 2a 00 00  00 00 00 00 00 00 00 00"));
}

TEST_CASE("encode_header: a Block is that of the protocol's example", "[messages]")
{
    const MessageHeader block{.type = MessageType::Block,
                              .flags = flag_last,
                              .stream = 7,
                              .sequence = 1'048'576,
                              .time_ns = example_time_ns};
    CHECK(message(block, from_hex("ca fe")) ==
          from_hex("46 46 4c 44  01  0a  00 01  00 00 00 07  00 00 00 00  00 00 00 00 00 10 00 00"
                   "17 97 9c fe 36 2a 00 00  00 00 00 00 00 00 00 02  ca fe"));
}

TEST_CASE("is_frame: types 2 to 7, 11 and 15", "[messages]")
{
    for (int type = 0; type < 256; ++type) {
        const bool expected = (type >= 2 && type <= 7) || type == 11 || type == 15;
        CHECK(is_frame(static_cast<MessageType>(type)) == expected);
    }
}

TEST_CASE("decode_header: gives back what was encoded", "[messages]")
{
    const MessageHeader header{.type = static_cast<MessageType>(200),
                               .flags = 0xA1B2,
                               .stream = 0xFFFFFFFF,
                               .interaction = 0x01020304,
                               .sequence = ~0ULL,
                               .time_ns = 0x1122334455667788,
                               .payload_bytes = 1ULL << 60};
    MessageHeader decoded;
    REQUIRE_FALSE(decode_header(encode_header(header), decoded));
    CHECK(decoded == header);
}

TEST_CASE("decode_header: tells a bad magic from another version", "[messages]")
{
    MessageHeader header;
    auto bytes = encode_header({});
    bytes[0] = std::byte{'G'};
    CHECK(decode_header(bytes, header) == HeaderFault::BadMagic);

    bytes = encode_header({});
    bytes[4] = std::byte{2};
    std::uint8_t version = 0;
    CHECK(decode_header(bytes, header, &version) == HeaderFault::BadVersion);
    CHECK(version == 2);
}
