#include <algorithm>
#include <string>
#include <vector>

#include "model/programs/table.h"
#include "net/message/messages.h"
#include "relay/core/bundle_builder.h"
#include "relay/core/bundle_reader.h"
#include "tests/catch.h"

using namespace farfield::net::relay;
using namespace farfield;

namespace {

std::vector<std::byte> bytes_of(const std::string& hex)
{
    std::vector<std::byte> bytes;
    std::string digits;
    for (const char c : hex)
        if (c != ' ' && c != '\n') digits += c;
    for (std::size_t i = 0; i < digits.size(); i += 2)
        bytes.push_back(static_cast<std::byte>(std::stoi(digits.substr(i, 2), nullptr, 16)));
    return bytes;
}

/// The example of the protocol: one PDU of 144 bytes of entity 17:23:1.
const auto example_header = bytes_of("46 46 4c 44 01 06 00 00 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00 07"
                                     "17 97 9c fe 36 2a 00 00 00 00 00 00 00 00 00 e0");
const auto example_head = bytes_of("00 00 00 01 00 00 00 00 00 00 00 00 00 00 00 07 00 00 00 00 00 01 00 00"
                                   "17 97 9c fe 36 29 00 00 00 00 00 00 00 00 00 64 00 00 00 00 00 00 00 00"
                                   "00 00 00 90 00 00 00 01 17 97 9c fe 36 0b 7b 80"
                                   "00 00 00 50 00 90 01 00 00 11 00 17 00 00 00 00");

std::vector<std::byte> example_pdu()
{
    auto pdu = bytes_of("07 01 01 01 00 00 00 00 00 90 00 00 00 11 00 17 00 01 00 00");
    pdu.resize(144);
    return pdu;
}

std::vector<std::byte> example_payload()
{
    auto payload = example_head;
    const auto pdu = example_pdu();
    payload.insert(payload.end(), pdu.begin(), pdu.end());
    return payload;
}

const model::BundlePreamble example_preamble{.messages = 1,
                                             .number = 7,
                                             .compute_ns = 0x10000,
                                             .closed_at_ns = 0x17979cfe36290000,
                                             .messages_before = 100,
                                             .record_bytes = 144,
                                             .relay = 1,
                                             .oldest_ns = 0x17979cfe360b7b80};

/// A bundle of records of these lengths, each filled with its number.
std::vector<std::byte> bundle_of(const std::vector<std::size_t>& lengths)
{
    std::vector<std::byte> buffer(model::max_bundle_bytes);
    BundleBuilder builder(buffer, static_cast<std::uint32_t>(lengths.size()));
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const std::vector<std::byte> bytes(lengths[i], static_cast<std::byte>(i));
        REQUIRE(builder.add({.bytes = bytes, .source = static_cast<std::uint32_t>(i)}));
    }
    const auto payload = builder.finish({});
    return {payload.begin(), payload.end()};
}

}  // namespace

TEST_CASE("BundleBuilder: writes the protocol's example byte for byte", "[relay]")
{
    std::vector<std::byte> buffer(1'000, std::byte{0xff});
    BundleBuilder builder(buffer, 8);  // more room than is needed: the record moves
    const auto pdu = example_pdu();
    REQUIRE(builder.add({.bytes = pdu, .source = 0x110017, .arrival_ns = example_preamble.oldest_ns}));
    auto preamble = example_preamble;
    preamble.messages = 0;  // filled in
    preamble.record_bytes = 0;
    preamble.oldest_ns = 0;
    const auto payload = builder.finish(preamble);
    CHECK(std::ranges::equal(payload, example_payload()));

    const auto header = net::encode_header({.type = net::MessageType::EntityBundle,
                                            .stream = 1,
                                            .sequence = 7,
                                            .time_ns = 0x17979cfe362a0000,
                                            .payload_bytes = payload.size()});
    CHECK(std::ranges::equal(header, example_header));
}

TEST_CASE("BundleReader: reads the protocol's example", "[relay]")
{
    const auto payload = example_payload();
    const auto reader = BundleReader::open(payload);
    REQUIRE(reader);
    CHECK(reader->preamble() == example_preamble);
    const Record record = reader->record(0);
    CHECK(record.kind == RecordKind::Dis);
    CHECK(record.source == 0x110017);
    CHECK(record.arrival_ns == example_preamble.oldest_ns);
    CHECK(std::ranges::equal(record.bytes, example_pdu()));
}

TEST_CASE("BundleBuilder: a record in front of an older one has its arrival after that", "[relay]")
{
    std::vector<std::byte> buffer(1'000);
    BundleBuilder builder(buffer, 3);
    const std::vector<std::byte> bytes(5, std::byte{9});
    for (const std::uint64_t arrival_ns : {5'000'000U, 2'000'000U, 9'000'000U})
        REQUIRE(builder.add({.bytes = bytes, .arrival_ns = arrival_ns}));
    const auto payload = builder.finish({});
    const auto reader = BundleReader::open(payload);
    REQUIRE(reader);
    CHECK(reader->preamble().oldest_ns == 2'000'000);
    CHECK(reader->record(0).arrival_ns == 5'000'000);
    CHECK(reader->record(1).arrival_ns == 2'000'000);
    CHECK(reader->record(2).arrival_ns == 9'000'000);
}

TEST_CASE("BundleBuilder: what masks and routes put in front comes back apart from the record", "[relay]")
{
    std::vector<std::byte> buffer(1'000);
    BundleBuilder builder(buffer, 2);
    const std::vector<std::byte> bytes(11, std::byte{7});
    const Route route{.number = 0x1234567890, .origin = 77, .hops_left = 8};
    REQUIRE(builder.add({.bytes = bytes,
                         .flags = model::record_masked | model::record_routed,
                         .mask = 0xf00dULL << 40U,
                         .route = route}));
    REQUIRE(builder.add({.bytes = bytes, .flags = model::record_routed, .route = route}));
    const auto payload = builder.finish({});
    CHECK(payload.size() == 64 + 2 * 16 + 40 + 32);
    const auto reader = BundleReader::open(payload);
    REQUIRE(reader);
    CHECK(reader->record(0).mask == 0xf00dULL << 40U);
    for (const std::uint32_t i : {0U, 1U}) {
        CHECK(reader->record(i).route == route);
        CHECK(std::ranges::equal(reader->record(i).bytes, bytes));
    }
}

TEST_CASE("BundleBuilder::add: a record that does not fit leaves the bundle as it was", "[relay]")
{
    // 1,472 bytes of a datagram less the header: eight messages of 150 bytes, as the protocol says.
    std::vector<std::byte> buffer(1'472 - net::header_bytes);
    BundleBuilder builder(buffer, 8);
    const std::vector<std::byte> bytes(150, std::byte{1}), small(16);
    for (int i = 0; i < 8; ++i) REQUIRE(builder.add({.bytes = bytes}));
    CHECK_FALSE(builder.add({.bytes = bytes}));
    CHECK_FALSE(builder.add({.bytes = small}));  // the index has no room
    const auto payload = builder.finish({});
    CHECK(payload.size() == 64 + 8 * (16 + 152));
    CHECK(BundleReader::open(payload)->messages() == 8);

    BundleBuilder narrow(std::span{buffer}.first(64 + 2 * 16 + 152), 2);
    REQUIRE(narrow.add({.bytes = bytes}));
    CHECK_FALSE(narrow.add({.bytes = small}));
    CHECK(narrow.finish({}).size() == 64 + 16 + 152);
}

TEST_CASE("BundleBuilder: an empty bundle is a preamble", "[relay]")
{
    std::vector<std::byte> buffer(64);
    BundleBuilder builder(buffer, 0);
    const auto payload = builder.finish({.number = 3, .closed_at_ns = 50});
    const auto reader = BundleReader::open(payload);
    REQUIRE(reader);
    CHECK(reader->messages() == 0);
    CHECK(reader->preamble().number == 3);
    CHECK(reader->preamble().oldest_ns == 50);
}

TEST_CASE("BundleReader::open: a lying count, offset or length is malformed", "[relay]")
{
    const auto sound = bundle_of({20, 8, 30});
    REQUIRE(BundleReader::open(sound));
    // The byte to change, and to what.
    const auto [at, value] = GENERATE(table<std::size_t, int>({
        {0, 1},          // messages beyond 65,535
        {3, 4},          // one more than the index has
        {3, 2},          // one less: the records' bytes do not add up
        {51, 1},         // bytes after the index
        {64 + 3, 111},   // the first record, before the index ends
        {64 + 3, 113},   // not aligned
        {64 + 5, 25},    // its length, into the second
        {64 + 19, 112},  // the second, in the first
        {64 + 37, 200},  // the third, beyond the payload
        {64 + 7, 16},    // a route of 16 bytes that fits into 20 ...
        {64 + 23, 16},   // ... and not into 8
    }));
    auto changed = sound;
    changed[at] = static_cast<std::byte>(value);
    const bool is_sound = at == 64 + 7;
    CHECK(BundleReader::open(changed).has_value() == is_sound);
}

TEST_CASE("BundleReader::open: every shorter payload is malformed", "[relay]")
{
    const auto sound = bundle_of({20, 8, 30});
    for (std::size_t bytes = 0; bytes < sound.size(); ++bytes)
        CHECK_FALSE(BundleReader::open(std::span(sound).first(bytes)));
}

TEST_CASE("frame_type: an EntityBundle is checked whole and counts its messages", "[relay]")
{
    const auto* const type = model::frame_type(6);
    REQUIRE(type != nullptr);
    CHECK(type->check(bundle_of({20, 8})));
    CHECK_FALSE(type->check(std::span(example_head).first(70)));
    CHECK(type->shown_items({12, 0}) == 12);
}

TEST_CASE("BundleReader: reads the protocol's example of a route, and BundleBuilder writes it", "[relay]")
{
    const auto example = bytes_of("00 00 00 07 07 00 00 00 17 97 9c fe 36 2a 00 7b 00 21 01 02 03 04 05 06");
    const Route route{.number = 1'700'000'000'000'000'123, .origin = 7, .hops_left = 7};
    std::vector<std::byte> memory(256);
    BundleBuilder builder{memory, 1};
    REQUIRE(builder.add({.bytes = std::span{example}.subspan(16),
                         .kind = RecordKind::Addressed,
                         .flags = model::record_routed,
                         .source = 0x21,
                         .route = route}));
    const auto reader = BundleReader::open(builder.finish({}));
    REQUIRE(reader);
    CHECK(std::ranges::equal(reader->payload().last(example.size()), example));
    CHECK(reader->record(0).route == route);
    CHECK(reader->record(0).bytes.size() == 8);
}
