#pragma once

#include <algorithm>

#include "net/message/byte_order.h"
#include "relay/dis/pdu_header.h"
#include "tests/catch.h"
#include "tests/net/bytes.h"

/// PDUs that tests read.
namespace farfield::net::dis::test {

using net::test::append;
using net::test::Bytes;
using net::test::from_hex;

/// An Entity State of version 7 as an independent encoder writes it, opendis 1.0 of PyPI: entity 17:23:1 of
/// exercise 1, force 2, type 1.2.225.1.9.3.4, velocity (10.5, -20.25, 0.125), location of 121.9 W, 36.6 N,
/// 100 m, orientation (1.5, -0.25, 3), frozen, algorithm 4, acceleration (1, 2, -3), angular velocity (0.5,
/// 0, -0.5), "Igor 1", capabilities 3.
inline Bytes foreign_entity_state()
{
    return from_hex("07 01 01 01 12 34 56 79 00 90 00 00 00 11 00 17"
                    "00 01 02 00 01 02 00 e1 01 09 03 04 00 00 00 00"
                    "00 00 00 00 41 28 00 00 c1 a2 00 00 3e 00 00 00"
                    "c1 44 ab 42 d3 26 2f 64 c1 50 9a 62 17 85 34 80"
                    "41 4c da 8a 5f 1e 8a 30 3f c0 00 00 be 80 00 00"
                    "40 40 00 00 00 20 00 01 04 00 00 00 00 00 00 00"
                    "00 00 00 00 00 00 00 00 3f 80 00 00 40 00 00 00"
                    "c0 40 00 00 3f 00 00 00 00 00 00 00 bf 00 00 00"
                    "01 49 67 6f 72 20 31 00 00 00 00 00 00 00 00 03");
}

/// A Fire of the same encoder: 17:23:1 at 17:24:2 with munition 17:23:900, event 17:23:5, at 8 E, 46.5 N, 500
/// m, velocity (100, -50, 25.5).
inline Bytes foreign_fire()
{
    return from_hex("07 01 02 02 80 00 00 01 00 60 00 00 00 11 00 17"
                    "00 01 00 11 00 18 00 02 00 11 00 17 03 84 00 11"
                    "00 17 00 05 00 00 00 07 41 50 9d 9f ae 93 d2 38"
                    "41 22 ae 76 71 5b c5 3e 41 51 90 22 c5 7e 41 dc"
                    "00 00 00 00 00 00 00 00 00 01 00 01 00 01 00 01"
                    "42 c8 00 00 c2 48 00 00 41 cc 00 00 44 bb 80 00");
}

/// A PDU of zeros behind its header: version 6, exercise 3.
inline Bytes blank_pdu(std::uint8_t type, std::uint16_t length)
{
    Bytes bytes(std::max<std::size_t>(length, pdu_header_bytes));
    store_big(bytes.data(), std::uint8_t{6});
    store_big(bytes.data() + 1, std::uint8_t{3});
    store_big(bytes.data() + 2, type);
    store_big(bytes.data() + 8, length);
    return bytes;
}

template <typename T>
void put(Bytes& bytes, std::size_t offset, T value)
{
    store_big(bytes.data() + offset, value);
}

/// The PDU at the beginning of these bytes, which must be well formed.
inline Pdu pdu_in(const Bytes& bytes)
{
    Pdu pdu;
    REQUIRE(read_pdu(bytes, pdu) == PduFault::None);
    return pdu;
}

}  // namespace farfield::net::dis::test
