#include "net/session/calls/call_bytes.h"

#include "model/fields/errors.h"

#include "net/message/limits.h"
#include "tests/catch.h"
#include "tests/net/bytes.h"

using namespace farfield::net;

namespace {

constexpr std::chrono::milliseconds never{3'600'000};

/// The outcomes of the expected calls.
struct Calls {
    explicit Calls(std::uint64_t most = 1000, std::chrono::milliseconds patience = never)
        : session(std::make_shared<MemoryBudget>(most)),
          bytes(std::make_shared<IncomingBytes>(io, session, node, patience))
    {}

    void expect(std::uint32_t call, std::uint64_t size)
    {
        bytes->expect(call, size, [this, call](const std::optional<RpcError>& failure, SharedBytes arrived) {
            if (failure)
                failures[call] = failure->what();
            else
                arrivals[call] = std::move(arrived);
        });
    }
    [[nodiscard]] std::string refusal(std::uint32_t call, std::uint64_t size)
    {
        try {
            expect(call, size);
        } catch (const RpcError& error) {
            return error.what();
        }
        return "";
    }
    /// `size` bytes of the pattern, from byte `at` on. Returns the fault.
    std::string block(std::uint32_t call, std::uint64_t at, std::size_t size, bool is_last = false)
    {
        const auto whole = test::pattern(at + size);
        const MessageHeader header{.type = MessageType::Block,
                                   .flags = is_last ? flag_last : std::uint16_t{0},
                                   .stream = call,
                                   .sequence = at};
        return bytes->take(header, std::span(whole).subspan(at)).value_or("");
    }

    boost::asio::io_context io;
    std::shared_ptr<MemoryBudget> node = std::make_shared<MemoryBudget>(10'000, "max_call_bytes", "calls");
    std::shared_ptr<MemoryBudget> session;
    std::shared_ptr<IncomingBytes> bytes;
    std::map<std::uint32_t, SharedBytes> arrivals;
    std::map<std::uint32_t, std::string> failures;
};

SharedBytes shared(const test::Bytes& bytes)
{
    const auto memory = std::make_shared<test::Bytes>(bytes);
    return {.memory = std::shared_ptr<const std::byte[]>(memory, memory->data()), .size = memory->size()};
}

}  // namespace

TEST_CASE("IncomingBytes: Blocks may come after their call, before it and around it", "[bytes]")
{
    for (const int blocks_before_the_call : {0, 1, 2, 3}) {
        Calls calls;
        for (int n = 0; n <= 3; ++n) {
            if (n == blocks_before_the_call) calls.expect(5, 30);
            if (n < 3) CHECK(calls.block(5, 10 * n, 10, n == 2).empty());
        }
        REQUIRE(calls.arrivals.contains(5));
        CHECK(test::copy_of(calls.arrivals[5].span()) == test::pattern(30));
        CHECK(calls.session->left() == 970);
        calls.arrivals.clear();
        CHECK(calls.session->left() == 1000);
        CHECK(calls.node->left() == 10'000);
    }
}

TEST_CASE("IncomingBytes: the bytes of several calls come in turn", "[bytes]")
{
    Calls calls;
    calls.expect(1, 20);
    CHECK(calls.block(1, 0, 10).empty());
    CHECK(calls.block(2, 0, 5, true).empty());
    calls.expect(2, 5);
    CHECK(calls.arrivals.contains(2));
    CHECK_FALSE(calls.arrivals.contains(1));
    CHECK(calls.block(1, 10, 10, true).empty());
    CHECK(calls.arrivals.contains(1));
}

TEST_CASE("IncomingBytes: a Block out of order, of no call or without bytes is broken", "[bytes]")
{
    Calls calls;
    CHECK(calls.block(3, 10, 5) == "the Block of call 3 at byte 10 is out of order: 0 bytes came before");
    CHECK(calls.block(4, 0, 5, true).empty());
    CHECK(calls.block(4, 5, 5) == "the Block of call 4 at byte 5 is out of order: 5 bytes came before");
    CHECK(calls.block(0, 0, 5) == "the Block of call 0 at byte 0 has no call or no bytes");
    CHECK(calls.block(7, 0, 0) == "the Block of call 7 at byte 0 has no call or no bytes");
}

TEST_CASE("IncomingBytes: a Block that does not end where its call says is broken", "[bytes]")
{
    Calls calls;
    for (const std::uint32_t call : {1U, 2U, 3U}) calls.expect(call, 20);
    CHECK(calls.block(1, 0, 21) ==
          "the Block of call 1 at byte 0 ends at byte 21, but the call has 20 bytes");
    CHECK(calls.block(2, 0, 20) ==
          "the Block of call 2 at byte 0 ends at byte 20, but the call has 20 bytes");
    CHECK(calls.block(3, 0, 19, true) ==
          "the Block of call 3 at byte 0 ends at byte 19 as the last, but the call has 20 bytes");
}

TEST_CASE("IncomingBytes: a call that announces other bytes than came is refused", "[bytes]")
{
    Calls calls;
    CHECK(calls.block(1, 0, 20, true).empty());
    CHECK(calls.refusal(1, 21) == "parameter 'bytes': expected 20, as many as came, found 21");
    CHECK(calls.block(2, 0, 20).empty());
    CHECK(calls.refusal(2, 20) == "parameter 'bytes': expected 20 or more, as many as came, found 20");
    CHECK(calls.block(2, 20, 20, true).empty());  // read past
    CHECK(calls.session->left() == 1000);
}

TEST_CASE("IncomingBytes: a call beyond the limit is refused, and its Blocks are read past", "[bytes]")
{
    Calls calls;
    calls.expect(1, 600);
    try {
        calls.expect(2, 500);
        FAIL("not refused");
    } catch (const RpcError& error) {
        CHECK(error.code == RpcCode::LimitExceeded);
        CHECK(error.data == Json{{"limit", "max_frame_bytes"}, {"value", 1000}, {"asked", 500}});
    }
    for (std::uint64_t n = 0; n < 50; ++n) CHECK(calls.block(2, 10 * n, 10, n == 49).empty());
    CHECK(calls.session->left() == 400);
    CHECK(calls.block(1, 0, 600, true).empty());
    CHECK(calls.arrivals.contains(1));
}

TEST_CASE("IncomingBytes: a Block beyond the limit, of a call that has not come, is broken", "[bytes]")
{
    Calls calls;
    CHECK(calls.block(1, 0, 1000).empty());
    CHECK(calls.block(2, 0, 1) ==
          "the Block of call 2 at byte 0 is too much: the calls of a session may have "
          "1000 bytes (max_frame_bytes)");
}

TEST_CASE("IncomingBytes: where all sessions' memory is short the call is refused, not the connection",
          "[bytes]")
{
    Calls calls;
    const auto others = calls.node->reserve(9'995);
    CHECK(calls.block(1, 0, 10).empty());
    CHECK(calls.block(1, 10, 10, true).empty());
    CHECK(calls.refusal(1, 20) == "the limit max_call_bytes is exceeded: at most 10000, asked for 20");
    CHECK(calls.refusal(2, 20).starts_with("no memory for the bytes of this call"));
    CHECK(calls.session->left() == 1000);
}

TEST_CASE("IncomingBytes: bytes of a refused call are dropped, those that still come too", "[bytes]")
{
    Calls calls;
    CHECK(calls.block(1, 0, 10).empty());
    calls.bytes->drop(1);
    CHECK(calls.session->left() == 1000);
    CHECK(calls.block(1, 10, 10, true).empty());
    calls.bytes->drop(2);
    CHECK(calls.block(2, 0, 10).empty());
    CHECK(calls.session->left() == 1000);
    CHECK(calls.refusal(2, 20) == "the call was refused before, and its bytes were dropped");
}

TEST_CASE("IncomingBytes: a call that waits for its bytes and is sent once more still has them", "[bytes]")
{
    Calls calls;
    calls.expect(5, 30);
    CHECK(calls.block(5, 0, 10).empty());
    calls.bytes->drop(5);
    CHECK(calls.block(5, 10, 20, true).empty());
    REQUIRE(calls.arrivals.contains(5));
    CHECK(calls.arrivals.at(5).size == 30);
}

TEST_CASE("IncomingBytes: bytes whose call does not come in time are dropped", "[bytes]")
{
    Calls calls(1000, std::chrono::milliseconds(1));
    CHECK(calls.block(1, 0, 10).empty());
    CHECK(calls.block(2, 0, 10, true).empty());
    calls.io.run();  // until no time is waited for
    CHECK(calls.session->left() == 1000);
    CHECK(calls.refusal(1, 20) == "the call came too late after its bytes, which were dropped");
    CHECK(calls.refusal(2, 10) == "the call came too late after its bytes, which were dropped");
    CHECK(calls.block(1, 10, 10, true).empty());
}

TEST_CASE("IncomingBytes: a call whose bytes do not come in time is refused, and its memory is free",
          "[bytes]")
{
    Calls calls(1000, std::chrono::milliseconds(1));
    calls.expect(1, 500);
    calls.expect(2, 20);
    CHECK(calls.block(2, 0, 10).empty());
    calls.io.run();  // until no time is waited for
    CHECK(calls.failures[1] == "0 of the call's 500 bytes came, and no more for 1 ms");
    CHECK(calls.failures[2] == "10 of the call's 20 bytes came, and no more for 1 ms");
    CHECK(calls.session->left() == 1000);
    CHECK(calls.node->left() == 10'000);
    CHECK(calls.block(2, 10, 10, true).empty());  // is read past
}

TEST_CASE("IncomingBytes: calls learn when the connection breaks before their bytes are there", "[bytes]")
{
    Calls calls;
    calls.expect(1, 30);
    calls.expect(2, 20);
    CHECK(calls.block(1, 0, 10).empty());
    CHECK(calls.block(3, 0, 10).empty());
    calls.bytes->end_connection();
    CHECK(calls.failures[1] == "interrupted after 10 of 30 bytes");
    CHECK(calls.failures[2] == "interrupted after 0 of 20 bytes");
    CHECK(calls.refusal(3, 40) == "interrupted after 10 of 40 bytes");
    CHECK(calls.session->left() == 1000);
}

TEST_CASE("IncomingBytes: one call too many on its way is broken, dropped ones make room", "[bytes]")
{
    Calls calls;
    for (std::uint32_t call = 1; call <= IncomingBytes::max_calls; ++call)
        CHECK(calls.block(call, 0, 1).empty());
    CHECK(calls.block(65, 0, 1).ends_with("one call too many: at most 64 are on their way at a time"));
    calls.bytes->drop(7);
    CHECK(calls.block(65, 0, 1).empty());
}

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

TEST_CASE("take_announced: takes the number of bytes off a call's parameters", "[bytes]")
{
    Json params{{"bytes", 5}, {"count", 2}};
    CHECK(take_announced(params) == 5);
    CHECK(params == Json{{"count", 2}});
    CHECK(take_announced(params) == 0);
    params["bytes"] = 0;
    CHECK_THROWS_AS(take_announced(params), farfield::model::FieldError);
}

TEST_CASE("block_number: ids from 1 to 2^32 - 1 can be those of Blocks", "[bytes]")
{
    CHECK(block_number(1) == 1U);
    CHECK(block_number(4'294'967'295LL) == 4'294'967'295U);
    for (const Json& id : {Json(0), Json(-1), Json(4'294'967'296LL), Json("1"), Json(1.0), Json(nullptr)})
        CHECK_FALSE(block_number(id));
    CHECK_THROWS_AS(expect_block_number("1"), RpcError);
}
