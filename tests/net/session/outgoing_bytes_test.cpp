#include "net/session/outgoing_bytes.h"

#include "net/message/limits.h"
#include "tests/catch.h"
#include "tests/net/bytes.h"

using namespace farfield::net;

namespace {

SharedBytes shared(const test::Bytes& bytes)
{
    const auto memory = std::make_shared<test::Bytes>(bytes);
    return {.memory = std::shared_ptr<const std::byte[]>(memory, memory->data()), .size = memory->size()};
}

}  // namespace

TEST_CASE("OutgoingBytes: a result leaves in Blocks of at most a mebibyte, the last one marked", "[bytes]")
{
    const auto pattern = test::pattern(max_block_bytes + 5);
    OutgoingBytes bytes;
    CHECK_FALSE(bytes.next());
    bytes.add(9, shared(pattern));
    auto block = bytes.next();
    REQUIRE(block);
    CHECK(block->header == MessageHeader{.type = MessageType::Block, .stream = 9});
    CHECK(test::copy_of(block->payload) == test::Bytes(pattern.begin(), pattern.end() - 5));
    CHECK_FALSE(bytes.next());  // one is on its way
    bytes.sent();
    block = bytes.next();
    REQUIRE(block);
    CHECK(block->header ==
          MessageHeader{
              .type = MessageType::Block, .flags = flag_last, .stream = 9, .sequence = max_block_bytes});
    CHECK(test::copy_of(block->payload) == test::Bytes(pattern.end() - 5, pattern.end()));
    bytes.sent();
    CHECK_FALSE(bytes.next());
}

TEST_CASE("OutgoingBytes: results leave one after the other, and none after the connection broke", "[bytes]")
{
    OutgoingBytes bytes;
    for (const std::uint32_t call : {1U, 2U, 3U}) bytes.add(call, shared(test::pattern(10)));
    for (const std::uint32_t call : {1U, 2U}) {
        const auto block = bytes.next();
        REQUIRE(block);
        CHECK(block->header.stream == call);
        if (call == 1) bytes.sent();
    }
    bytes.clear();
    CHECK_FALSE(bytes.next());
    bytes.sent();  // of none
    bytes.add(4, shared(test::pattern(10)));
    CHECK(bytes.next()->header.stream == 4);
}
