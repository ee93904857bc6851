#include "relay/dis/pdu_header.h"

#include <algorithm>
#include <string>
#include <vector>

#include "relay/dis/pdu_names.h"
#include "tests/relay/dis/pdus.h"

using namespace farfield::net::dis;
using namespace farfield::net::dis::test;

namespace {

struct Walked {
    WalkResult result;
    std::vector<std::size_t> lengths;
};

Walked walked(const Bytes& datagram)
{
    Walked found;
    found.result = walk_pdus(datagram, [&](const Pdu& pdu) { found.lengths.push_back(pdu.bytes.size()); });
    return found;
}

Bytes joined(std::initializer_list<Bytes> parts)
{
    Bytes all;
    for (const Bytes& part : parts) append(all, part);
    return all;
}

PduFault fault_of(const Bytes& datagram)
{
    return walked(datagram).result.fault;
}

}  // namespace

TEST_CASE("read_pdu: reads the header that another encoder wrote", "[dis]")
{
    const Bytes bytes = foreign_entity_state();
    const Pdu pdu = pdu_in(bytes);
    CHECK(pdu.header.version == 7);
    CHECK(pdu.header.exercise == 1);
    CHECK(pdu.header.type == PduType::EntityState);
    CHECK(pdu.header.family == 1);
    CHECK(pdu.header.time_stamp == 0x12345679);
    CHECK(pdu.header.length == 144);
    CHECK(pdu.bytes.data() == bytes.data());
    CHECK(pdu.bytes.size() == 144);
}

TEST_CASE("walk_pdus: visits several PDUs of a datagram, with and without padding", "[dis]")
{
    const Bytes state = blank_pdu(1, 144), other = blank_pdu(25, 13);
    CHECK(walked(joined({state, other, state})).lengths == std::vector<std::size_t>{144, 13, 144});
    const auto padded = walked(joined({other, Bytes(3), state, Bytes(100)}));
    CHECK(padded.lengths == std::vector<std::size_t>{13, 144});
    CHECK(padded.result.pdus == 2);
    CHECK(padded.result.malformed() == 0);
}

TEST_CASE("walk_pdus: what follows a malformed PDU is not read, what precedes it is", "[dis]")
{
    Bytes lying = blank_pdu(25, 20);
    put(lying, 8, std::uint16_t{1000});
    const auto found = walked(joined({blank_pdu(1, 144), lying, blank_pdu(1, 144)}));
    CHECK(found.lengths == std::vector<std::size_t>{144});
    CHECK(found.result.fault == PduFault::TooLong);
    CHECK(found.result.malformed() == 1);
    CHECK(found.result.unread_bytes == 164);
}

TEST_CASE("walk_pdus: refuses lengths of 0, 11 and beyond the datagram", "[dis]")
{
    for (const auto length : {std::uint16_t{0}, std::uint16_t{11}})
        CHECK(fault_of(blank_pdu(25, length)) == PduFault::TooShort);
    CHECK(fault_of(blank_pdu(25, 12)) == PduFault::None);
    Bytes cut = blank_pdu(25, 40);
    cut.pop_back();
    CHECK(fault_of(cut) == PduFault::TooLong);
}

TEST_CASE("walk_pdus: refuses what is shorter than a header, and any version but 5, 6 and 7", "[dis]")
{
    CHECK(fault_of({}) == PduFault::Truncated);
    CHECK(fault_of(Bytes(11, std::byte{7})) == PduFault::Truncated);
    for (int version = 0; version < 256; ++version) {
        Bytes bytes = blank_pdu(25, 40);
        put(bytes, 0, static_cast<std::uint8_t>(version));
        CHECK((fault_of(bytes) == PduFault::None) == (version >= 5 && version <= 7));
    }
}

TEST_CASE("walk_pdus: refuses a PDU that is shorter than the fixed part of its type", "[dis]")
{
    struct Least {
        std::uint8_t type;
        std::uint16_t bytes;
    };
    // IEEE 1278.1-2012, section 7: sums of the fields' lengths.
    for (const auto& [type, bytes] : {Least{1, 144}, Least{2, 96}, Least{3, 104}, Least{4, 60}, Least{12, 28},
                                      Least{13, 44}, Least{14, 40}, Least{67, 72}, Least{5, 12}}) {
        CHECK(fault_of(blank_pdu(type, bytes)) == PduFault::None);
        CHECK(fault_of(blank_pdu(type, static_cast<std::uint16_t>(bytes - 1))) == PduFault::TooShort);
    }
}

TEST_CASE("text_of: each fault has a text of its own", "[dis]")
{
    std::vector<std::string> texts;
    for (int i = 0; i <= static_cast<int>(PduFault::NotFinite); ++i)
        texts.emplace_back(text_of(static_cast<PduFault>(i)));
    std::ranges::sort(texts);
    CHECK(std::ranges::adjacent_find(texts) == texts.end());
}

TEST_CASE("pdu_name: 72 types have names, the rest none", "[dis]")
{
    CHECK(pdu_name(1) == "Entity State");
    CHECK(pdu_name(14) == "Stop/Freeze");
    CHECK(pdu_name(25) == "Transmitter");
    CHECK(pdu_name(41) == "Environmental Process");
    CHECK(pdu_name(54) == "Stop/Freeze-R");
    CHECK(pdu_name(67) == "Entity State Update");
    CHECK(pdu_name(72) == "Attribute");
    for (int type = 0; type < 256; ++type)
        CHECK(pdu_name(static_cast<std::uint8_t>(type)).empty() == (type == 0 || type > 72));
}
