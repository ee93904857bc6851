#include "net/message/part_reader.h"

#include <functional>
#include <tuple>

#include "net/message/limits.h"
#include "net/message/part_cutter.h"
#include "tests/catch.h"
#include "tests/net/bytes.h"

using namespace farfield::net;
using namespace farfield::net::test;
using Catch::Matchers::ContainsSubstring;

namespace {

MessageHeader frame(std::uint32_t stream, std::uint64_t sequence, std::size_t bytes)
{
    return {.type = MessageType::Particles, .stream = stream, .sequence = sequence, .payload_bytes = bytes};
}

/// All parts of a message, one after the other.
std::vector<Bytes> parts_of(const MessageHeader& header, const Bytes& payload, std::size_t most)
{
    std::vector<Bytes> parts;
    PartCutter cutter(most);
    for (cutter.begin(header, payload); !cutter.is_done();) {
        const auto part = cutter.next();
        Bytes bytes = copy_of(encode_header(part.header));
        append(bytes, part.before);
        append(bytes, part.payload);
        parts.push_back(std::move(bytes));
    }
    return parts;
}

/// Parts that come in, as a connection takes them.
struct Receiver final : MessageSink {
    explicit Receiver(std::size_t most = 100) : parts(*this, most) {}

    ReceiveTarget receive_target(const MessageHeader& header) override { return target(header); }
    void received(const MessageHeader& header, std::span<const std::byte> payload) override
    {
        messages.emplace_back(header, copy_of(payload), payload.data());
    }
    struct Through final : MessageSink {
        explicit Through(Receiver& to) : receiver(to) {}
        ReceiveTarget receive_target(const MessageHeader& header) override
        {
            return receiver.parts.receive_target(header);
        }
        void received(const MessageHeader& header, std::span<const std::byte> payload) override
        {
            fault = receiver.parts.received(header, payload);
        }
        Receiver& receiver;
        std::optional<std::string> fault;
    };

    /// What is wrong with it; empty: nothing.
    std::string take(const Bytes& bytes)
    {
        Through through(*this);
        MessageReader reader(through);
        for (std::size_t done = 0; done < bytes.size();) {
            const auto places = reader.prepare();
            std::size_t taken = 0;
            for (const auto place : places) {
                const auto count = std::min(place.size(), bytes.size() - done - taken);
                std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(done + taken), count, place.begin());
                taken += count;
            }
            done += taken;
            if (const auto fault = reader.commit(taken)) return fault->message;
            if (through.fault) return *through.fault;
        }
        return "";
    }

    std::function<ReceiveTarget(const MessageHeader&)> target = [](const MessageHeader&) {
        return ReceiveTarget{.kind = ReceiveTarget::Kind::Buffered, .memory = {}, .reason = {}};
    };
    PartReader parts;
    std::vector<std::tuple<MessageHeader, Bytes, const std::byte*>> messages;
};

Bytes part(std::uint16_t flags, std::uint32_t stream, const Bytes& payload, std::uint64_t sequence = 0)
{
    return message({.type = MessageType::Part, .flags = flags, .stream = stream, .sequence = sequence},
                   payload);
}

/// The beginning of a frame of 60 bytes, 20 of which are in this part.
Bytes first_part(std::uint32_t stream = 1)
{
    Bytes payload = copy_of(encode_header(frame(stream, 0, 60)));
    append(payload, pattern(20));
    return part(flag_first_part, stream, payload);
}

}  // namespace

TEST_CASE("PartReader: a message comes whole, however it is cut", "[parts]")
{
    for (const std::size_t most : {40U, 41U, 64U, 99U, 100U}) {
        for (const std::size_t bytes : {0U, 1U, 24U, 60U, 61U, 224U, 1000U}) {
            Receiver receiver;
            for (const auto& one : parts_of(frame(1, 28, bytes), pattern(bytes), most))
                REQUIRE(receiver.take(one) == "");
            REQUIRE(receiver.messages.size() == 1);
            CHECK(std::get<0>(receiver.messages[0]) == frame(1, 28, bytes));
            CHECK(std::get<1>(receiver.messages[0]) == pattern(bytes));
        }
    }
}

TEST_CASE("PartReader: parts of several streams may alternate", "[parts]")
{
    Receiver receiver;
    const auto one = parts_of(frame(1, 0, 200), pattern(200), 100);
    const auto two = parts_of(frame(2, 7, 200), pattern(200, 9), 100);
    for (std::size_t i = 0; i < one.size(); ++i) {
        CHECK(receiver.take(one[i]) == "");
        CHECK(receiver.take(two[i]) == "");
    }
    REQUIRE(receiver.messages.size() == 2);
    CHECK(std::get<1>(receiver.messages[0]) == pattern(200));
    CHECK(std::get<1>(receiver.messages[1]) == pattern(200, 9));
}

TEST_CASE("PartReader: a payload is received in the place that the sink names", "[parts]")
{
    Receiver receiver;
    Bytes place(224);
    receiver.target = [&place](const MessageHeader&) {
        return ReceiveTarget{.kind = ReceiveTarget::Kind::Into, .memory = place, .reason = {}};
    };
    const auto parts = parts_of(frame(1, 0, 224), pattern(224), 64);
    MessageHeader second;
    CHECK(receiver.take(parts[0]) == "");
    REQUIRE_FALSE(decode_header(std::span(parts[1]).first<header_bytes>(), second));
    const auto target = receiver.parts.receive_target(second);
    CHECK(target.memory.data() == place.data() + 24);
    CHECK(target.memory.size() == 64);
}

TEST_CASE("PartReader: a place that is taken back is not written to", "[parts]")
{
    Receiver receiver;
    Bytes place(224);
    receiver.target = [&place](const MessageHeader&) {
        return ReceiveTarget{.kind = ReceiveTarget::Kind::Into, .memory = place, .reason = {}};
    };
    const auto parts = parts_of(frame(1, 0, 224), pattern(224), 64);
    CHECK(receiver.take(parts[0]) == "");
    CHECK_FALSE(receiver.parts.forget_placed_memory(1));
    const Bytes before = place;
    for (std::size_t i = 1; i < parts.size(); ++i) CHECK(receiver.take(parts[i]) == "");
    CHECK(place == before);
    CHECK(receiver.messages.empty());
    CHECK(receiver.take(first_part()) == "");  // the next message begins as ever
}

TEST_CASE("PartReader: parts that contradict each other are refused with their reason", "[parts]")
{
    Receiver receiver;
    CHECK_THAT(receiver.take(part(flag_first_part, 1, {})), ContainsSubstring("has 0 bytes"));
    CHECK_THAT(receiver.take(part(flag_first_part, 1, Bytes(101))), ContainsSubstring("expected 1 to 100"));
    CHECK_THAT(receiver.take(part(0, 1, pattern(5))), ContainsSubstring("without a first one"));
    CHECK_THAT(receiver.take(part(flag_first_part, 1, pattern(39))),
               ContainsSubstring("does not hold the header"));
    CHECK_THAT(receiver.take(part(flag_first_part, 1, pattern(40))),
               ContainsSubstring("does not begin with the header"));
    CHECK_THAT(receiver.take(part(flag_first_part, 2, copy_of(encode_header(frame(1, 0, 60))))),
               ContainsSubstring("another stream"));
    CHECK_THAT(
        receiver.take(part(flag_first_part, 1, copy_of(encode_header({.stream = 1, .payload_bytes = 9})))),
        ContainsSubstring("a type that is not cut"));
    CHECK_THAT(
        receiver.take(part(flag_last_part | flag_first_part, 1, copy_of(encode_header(frame(1, 0, 60))))),
        ContainsSubstring("is the last one after 0 of 60 bytes"));
    Bytes flagged = first_part();
    flagged[6] = flagged[7] = std::byte{0xff};
    CHECK_THAT(receiver.take(flagged), ContainsSubstring("has flags 65535; expected 0 to 3"));
    CHECK(receiver.take(first_part()) == "");
    CHECK_THAT(receiver.take(first_part()), ContainsSubstring("second first one"));
    CHECK_THAT(receiver.take(part(0, 1, pattern(1), 5)), ContainsSubstring("of another message"));
    CHECK_THAT(receiver.take(part(0, 1, pattern(41))), ContainsSubstring("goes beyond the 60 bytes"));
    CHECK(receiver.messages.empty());
}

TEST_CASE("PartReader: messages that begin and do not end are bounded", "[parts]")
{
    Receiver many;
    for (std::uint32_t stream = 1; stream <= max_cut_messages; ++stream)
        REQUIRE(many.take(first_part(stream)) == "");
    CHECK_THAT(many.take(first_part(1000)), ContainsSubstring("max_cut_messages"));
    Receiver large;
    CHECK_THAT(large.take(part(flag_first_part, 1, copy_of(encode_header(frame(1, 0, max_cut_bytes + 1))))),
               ContainsSubstring("max_cut_bytes"));
}

TEST_CASE("PartCutter: the example of docs/protocol.md", "[parts]")
{
    MessageHeader header = frame(1, 28, 224);
    header.interaction = 7;
    header.time_ns = 1'700'000'000'000'000'000ULL;
    const Bytes payload = pattern(224);
    PartCutter cutter(64);
    cutter.begin(header, payload);
    auto first = cutter.next();
    first.header.time_ns = header.time_ns;
    CHECK(copy_of(encode_header(first.header)) ==
          from_hex("46 46 4c 44  01  0c  00 01  00 00 00 01  00 00 00 00  00 00 00 00 00 00 00 1c"
                   "17 97 9c fe 36 2a 00 00  00 00 00 00 00 00 00 40"));
    CHECK(copy_of(first.before) ==
          from_hex("46 46 4c 44  01  02  00 00  00 00 00 01  00 00 00 07  00 00 00 00 00 00 00 1c"
                   "17 97 9c fe 36 2a 00 00  00 00 00 00 00 00 00 e0"));
    CHECK(first.payload.size() == 24);
}
