#include "net/message/message_reader.h"

#include <cstring>

#include "tests/catch.h"
#include "tests/net/bytes.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {
/// A sink that places every message as the test sets, and keeps its bytes.
struct Collector final : MessageSink {
    ReceiveTarget::Kind kind = ReceiveTarget::Kind::Buffered;
    Bytes memory = Bytes(1 << 20);
    std::vector<MessageHeader> placed;
    std::vector<MessageHeader> headers;
    std::vector<Bytes> payloads;
    const std::byte* last_payload_at = nullptr;

    ReceiveTarget receive_target(const MessageHeader& header) override
    {
        placed.push_back(header);
        if (header.type == MessageType::Echo)
            return {.kind = ReceiveTarget::Kind::Skip, .memory = {}, .reason = {}};
        if (header.payload_bytes > memory.size())
            return {.kind = ReceiveTarget::Kind::Refuse, .memory = {}, .reason = "too long"};
        return {.kind = kind,
                .memory = kind == ReceiveTarget::Kind::Into ? std::span(memory) : std::span<std::byte>{},
                .reason = {}};
    }
    void received(const MessageHeader& header, std::span<const std::byte> payload) override
    {
        headers.push_back(header);
        payloads.push_back(copy_of(payload));
        last_payload_at = payload.data();
    }
};

/// Puts at most `most` bytes where the reader wants them and returns how many there were.
std::size_t pour(MessageReader& reader, std::span<const std::byte> bytes, std::size_t most)
{
    std::size_t poured = 0;
    for (const auto piece : reader.prepare()) {
        const auto count = std::min({piece.size(), bytes.size() - poured, most - poured});
        if (count > 0) std::memcpy(piece.data(), bytes.data() + poured, count);
        poured += count;
    }
    return poured;
}

/// Feeds all of it, at most `most` bytes at a time.
std::optional<ReaderFault> feed(MessageReader& reader, std::span<const std::byte> bytes,
                                std::size_t most = 1 << 30)
{
    while (!bytes.empty()) {
        const auto poured = pour(reader, bytes, most);
        if (auto fault = reader.commit(poured)) return fault;
        bytes = bytes.subspan(poured);
    }
    return std::nullopt;
}

Bytes three_messages()
{
    Bytes bytes = message({.type = MessageType::Control, .sequence = 1}, pattern(33));
    append(bytes, message({.type = MessageType::Particles, .stream = 2, .sequence = 2}));
    append(bytes, message({.type = MessageType::Particles, .stream = 3, .sequence = 3}, pattern(50, 1)));
    return bytes;
}
}  // namespace

TEST_CASE("MessageReader: messages cut at every byte arrive whole", "[reader]")
{
    const auto bytes = three_messages();
    for (const auto kind : {ReceiveTarget::Kind::Buffered, ReceiveTarget::Kind::Into}) {
        for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
            Collector sink;
            sink.kind = kind;
            MessageReader reader(sink);
            REQUIRE_FALSE(feed(reader, std::span(bytes).first(cut)));
            REQUIRE_FALSE(feed(reader, std::span(bytes).subspan(cut)));
            REQUIRE(sink.payloads == std::vector<Bytes>{pattern(33), {}, pattern(50, 1)});
            REQUIRE(sink.headers[2].stream == 3);
            REQUIRE(reader.between_messages());
        }
    }
}

TEST_CASE("MessageReader: messages arrive whole byte by byte", "[reader]")
{
    Collector sink;
    MessageReader reader(sink);
    REQUIRE_FALSE(feed(reader, three_messages(), 1));
    CHECK(sink.payloads == std::vector<Bytes>{pattern(33), {}, pattern(50, 1)});
}

TEST_CASE("MessageReader: many small messages are found in one receive", "[reader]")
{
    Bytes bytes;
    for (std::size_t i = 0; i < 1000; ++i) append(bytes, message({.sequence = i}, pattern(i % 20, i)));
    Collector sink;
    MessageReader reader(sink);
    REQUIRE_FALSE(feed(reader, bytes));
    REQUIRE(sink.headers.size() == 1000);
    for (std::size_t i = 0; i < 1000; ++i) {
        REQUIRE(sink.headers[i].sequence == i);
        REQUIRE(sink.payloads[i] == pattern(i % 20, i));
    }
}

TEST_CASE("MessageReader: a large payload is received in the memory it was given", "[reader]")
{
    const auto payload = pattern(1 << 20);
    const auto bytes = message({.type = MessageType::Particles}, payload);
    Collector sink;
    sink.kind = ReceiveTarget::Kind::Into;
    MessageReader reader(sink);

    const auto first = pour(reader, bytes, bytes.size());
    CHECK(first == MessageReader::staging_bytes);  // before the header is known there is no other place
    REQUIRE_FALSE(reader.commit(first));
    const auto rest = reader.prepare()[0];
    const auto copied = MessageReader::staging_bytes - header_bytes;
    CHECK(rest.data() == sink.memory.data() + copied);
    CHECK(rest.size() == payload.size() - copied);

    REQUIRE_FALSE(feed(reader, std::span(bytes).subspan(first)));
    REQUIRE(sink.payloads.size() == 1);
    CHECK(sink.last_payload_at == sink.memory.data());
    CHECK(sink.memory == payload);
}

TEST_CASE("MessageReader: what follows a large payload is received with its end", "[reader]")
{
    auto bytes = message({.type = MessageType::Particles}, pattern(1 << 20));
    append(bytes, three_messages());
    Collector sink;
    sink.kind = ReceiveTarget::Kind::Into;
    MessageReader reader(sink);
    REQUIRE_FALSE(feed(reader, std::span(bytes).first(header_bytes)));
    CHECK(pour(reader, std::span(bytes).subspan(header_bytes), bytes.size()) == bytes.size() - header_bytes);
    REQUIRE_FALSE(reader.commit(bytes.size() - header_bytes));
    CHECK(sink.payloads.size() == 4);
}

TEST_CASE("MessageReader: a buffered payload larger than the staging memory arrives whole", "[reader]")
{
    const auto payload = pattern(300'000);
    auto bytes = message({}, payload);
    append(bytes, message({.sequence = 9}, pattern(5)));
    for (const std::size_t most : {1000U, 65'536U, 1U << 30}) {
        Collector sink;
        MessageReader reader(sink);
        REQUIRE_FALSE(feed(reader, bytes, most));
        REQUIRE(sink.payloads == std::vector<Bytes>{payload, pattern(5)});
    }
}

TEST_CASE("MessageReader: a buffered payload as large as the staging memory arrives whole", "[reader]")
{
    const auto payload = pattern(MessageReader::staging_bytes);
    Collector sink;
    MessageReader reader(sink);
    REQUIRE_FALSE(feed(reader, message({}, payload)));
    CHECK(sink.payloads == std::vector<Bytes>{payload});
}

TEST_CASE("MessageReader: a header that claims 2^60 bytes is refused before memory is taken", "[reader]")
{
    Collector sink;
    MessageReader reader(sink);
    const auto fault = feed(reader, encode_header({.payload_bytes = 1ULL << 60}));
    REQUIRE(fault);
    CHECK(fault->kind == ReaderFault::Kind::Refused);
    CHECK(fault->message == "too long");
    CHECK(sink.placed.size() == 1);
    CHECK(sink.placed[0].payload_bytes == 1ULL << 60);
}

TEST_CASE("MessageReader: a sink's memory that is too small is never written past", "[reader]")
{
    struct : MessageSink {
        std::array<std::byte, 8> memory{};
        ReceiveTarget receive_target(const MessageHeader&) override
        {
            return {.kind = ReceiveTarget::Kind::Into, .memory = memory, .reason = {}};
        }
        void received(const MessageHeader&, std::span<const std::byte>) override {}
    } sink;
    MessageReader reader(sink);
    CHECK(feed(reader, message({}, pattern(9))));
}

TEST_CASE("MessageReader: a message that the sink skips is read past", "[reader]")
{
    auto bytes = message({.type = MessageType::Echo}, pattern(200'000));
    append(bytes, message({.type = MessageType::Echo}));
    append(bytes, message({.sequence = 4}, pattern(10)));
    for (const std::size_t most : {7'000U, 1U << 30}) {
        Collector sink;
        MessageReader reader(sink);
        REQUIRE_FALSE(feed(reader, bytes, most));
        REQUIRE(sink.payloads == std::vector<Bytes>{pattern(10)});
        REQUIRE(sink.placed.size() == 3);
    }
}

TEST_CASE("MessageReader: garbage is refused", "[reader]")
{
    Collector sink;
    MessageReader reader(sink);
    const auto fault = feed(reader, bytes_of("GET / HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n"));
    REQUIRE(fault);
    CHECK(fault->kind == ReaderFault::Kind::BadMagic);
    CHECK(sink.placed.empty());
}

TEST_CASE("MessageReader: garbage shorter than a header is refused at once", "[reader]")
{
    Collector sink;
    MessageReader reader(sink);
    const auto fault = feed(reader, bytes_of("SSH-"));
    REQUIRE(fault);
    CHECK(fault->kind == ReaderFault::Kind::BadMagic);
}

TEST_CASE("MessageReader: another version is refused by its number", "[reader]")
{
    Collector sink;
    MessageReader reader(sink);
    auto bytes = encode_header({});
    bytes[4] = std::byte{3};
    const auto fault = feed(reader, bytes);
    REQUIRE(fault);
    CHECK(fault->kind == ReaderFault::Kind::BadVersion);
    CHECK(fault->message == "protocol version not supported: expected 1, found 3");
}

TEST_CASE("MessageReader: memory that was taken back is not written to", "[reader]")
{
    const auto bytes = message({.type = MessageType::Particles}, pattern(200'000));
    Collector sink;
    sink.kind = ReceiveTarget::Kind::Into;
    MessageReader reader(sink);
    REQUIRE_FALSE(feed(reader, std::span(bytes).first(100'000)));
    reader.forget_placed_memory();
    const auto before = sink.memory;
    REQUIRE_FALSE(feed(reader, std::span(bytes).subspan(100'000)));
    CHECK(sink.memory == before);
    CHECK(sink.headers.empty());
    REQUIRE_FALSE(feed(reader, message({.sequence = 6}, pattern(8))));
    REQUIRE(sink.headers.size() == 1);
    CHECK(sink.headers[0].sequence == 6);
}
