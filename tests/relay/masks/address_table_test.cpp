#include "relay/masks/address_table.h"

#include "tests/catch.h"

using namespace farfield::net::relay;

TEST_CASE("AddressTable: has the masks of the thesis' table 3-1", "[relay]")
{
    // Host n is bit n; the table has the highest first.
    AddressTable table;
    table.add(0, 21, 23);
    table.add(1, 23, 23);
    table.add(2, 21, 23);
    table.add(3, 21, 23);
    table.add(4, 23, 23);
    table.add(5, 22, 22);
    table.add(6, 21, 21);
    table.add(6, 23, 23);
    table.add(7, 21, 21);
    table.add(7, 23, 23);
    CHECK(table.mask(21)[0] == 0b11001101);
    CHECK(table.mask(22)[0] == 0b00101101);
    CHECK(table.mask(23)[0] == 0b11011111);
    CHECK(table.mask(20)[0] == 0);
    CHECK(table.mask(24)[0] == 0);
}

TEST_CASE("AddressTable::remove: takes one subscriber from a range and no other", "[relay]")
{
    AddressTable table;
    table.add(3, 0, 65'535);
    table.add(4, 0, 65'535);
    table.remove(3, 100, 65'535);
    CHECK(table.mask(99)[0] == 0b11000);
    CHECK(table.mask(100)[0] == 0b10000);
    CHECK(table.mask(65'535)[0] == 0b10000);
    table.add(5, 9, 8);
    CHECK(table.mask(8)[0] == 0b11000);
}

TEST_CASE("AddressTable: a subscriber beyond the 64th has its bit in another word", "[relay]")
{
    AddressTable table{16};
    table.add(1'023, 7, 7);
    REQUIRE(table.mask(7).size() == 16);
    CHECK(table.mask(7)[15] == std::uint64_t{1} << 63U);
    CHECK(table.mask(7)[0] == 0);
    CHECK(table.mask(8)[15] == 0);
}
