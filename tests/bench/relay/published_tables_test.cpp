#include <algorithm>

#include "bench/relay/published_tables.h"
#include "tests/catch.h"

namespace farfield::net::relay {
namespace {

PublishedTable table_named(const std::string& name)
{
    const auto tables = published_tables();
    const auto found = std::ranges::find(tables, name, &PublishedTable::name);
    REQUIRE(found != tables.end());
    return *found;
}

}  // namespace

TEST_CASE("published_tables: at least twenty are a part of the program", "[relay][bench]")
{
    CHECK(published_tables().size() >= 20);
}

TEST_CASE("published_tables: table 4-2 says what the thesis says", "[relay][bench]")
{
    const PublishedTable table = table_named("table_4-2");
    CHECK(table.title == "CPU use, Indigo2, Ethernet");
    CHECK(table.columns.back() == "2048");
    REQUIRE(table.rows.size() == 7);
    CHECK(table.at(5, 0) == "4000");
    CHECK(table.at(5, 3) == "76");
    CHECK(table.at(5, 6).empty());
}

TEST_CASE("published_tables: table 4-6 has the numbers of table 4-3, and says so", "[relay][bench]")
{
    const PublishedTable table = table_named("table_4-6");
    CHECK(table.rows == table_named("table_4-3").rows);
    CHECK(table.remarks.ends_with("The same numbers as table 4-3"));
}

TEST_CASE("read_published: a first line with less than four fields is refused", "[relay][bench]")
{
    CHECK_THROWS_AS(read_published({"x", "# title; source; notes\na\tb\n1\t2\n"}), std::runtime_error);
}

}  // namespace farfield::net::relay
