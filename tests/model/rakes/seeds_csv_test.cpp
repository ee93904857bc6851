#include "model/rakes/seeds_csv.h"

#include <cstdint>
#include <sstream>

#include "tests/catch.h"

using namespace farfield::model;
using Catch::Matchers::ContainsSubstring;

namespace {

ListRake parse(const std::string& text, std::uint64_t seeds = 100)
{
    std::istringstream in(text);
    return read_seeds_csv(in, "s.csv", {"max_things", seeds});
}

}  // namespace

TEST_CASE("read_seeds_csv: positions are read in order, times when there are any", "[csv]")
{
    CHECK(parse("x,y,z\n1,2.5,-3e2\n4,5,6") == ListRake{{{1, 2.5, -300}, {4, 5, 6}}});
    CHECK(parse("x,y,z,t\n1,2,3,0.5\n4,5,6,1\n") == ListRake{{{1, 2, 3}, {4, 5, 6}}, {0.5, 1.0}});
}

TEST_CASE("read_seeds_csv: what spreadsheets write is read too", "[csv]")
{
    CHECK(parse("\xEF\xBB\xBFx, y, z\r\n 1 ,2\t, 3\r\n\r\n4,5,6\r\n\r\n") ==
          ListRake{{{1, 2, 3}, {4, 5, 6}}});
}

TEST_CASE("read_seeds_csv: an error names file, line, what was expected and what was found", "[csv]")
{
    for (const auto* header : {"x,y", "x,y,z,w", "z,y,x", "x,y,z,t,t"})
        CHECK_THROWS_WITH(parse(std::string(header) + "\n1,2,3"),
                          "cannot read seeds 's.csv', line 1: expected the header x,y,z or x,y,z,t, found '" +
                              std::string(header) + "'");
    CHECK_THROWS_WITH(
        parse("x,y,z\n1,2,3\n\n1,two,3"),
        "cannot read seeds 's.csv', line 4: expected finite numbers for x,y,z, found '1,two,3'");
    for (const auto* line : {"1,2,nan", "1,2,inf", "1,,3", "1,2,3x", "1,2,1e999"})
        CHECK_THROWS_WITH(parse(std::string("x,y,z\n") + line),
                          ContainsSubstring("line 2: expected finite numbers for x,y,z"));
    for (const auto* line : {"1,2", "1,2,3,4", "1,2,3,"})
        CHECK_THROWS_WITH(parse(std::string("x,y,z\n") + line),
                          ContainsSubstring("line 2: expected 3 values"));
    CHECK_THROWS_WITH(parse("x,y,z,t\n1,2,3"), ContainsSubstring("line 2: expected 4 values"));
    CHECK_THROWS_WITH(parse("x,y,z\n1,2,3\n0,1e39,0"),
                      ContainsSubstring("line 3: expected finite numbers of binary32"));
    CHECK_THROWS_WITH(parse(std::string("x,y,z\n1,2,3\0,4", 14)),
                      ContainsSubstring("line 2: expected 3 values"));
}

TEST_CASE("read_seeds_csv: nothing is shown of a file that is none of seeds, such as one of secrets", "[csv]")
{
    for (const auto* secret : {"root:x:0:0", "s3cret", "a,b", "-----BEGIN KEY-----", "1,2,3"})
        CHECK_THROWS_WITH(parse(std::string(secret) + "\nmore"),
                          "cannot read seeds 's.csv', line 1: expected the header x,y,z or x,y,z,t, found a "
                          "line with none of these names");
}

TEST_CASE("read_seeds_csv: a text without seeds is refused", "[csv]")
{
    for (const auto* text : {"", "\n\n", "x,y,z\n", "x,y,z,t\n\n"})
        CHECK_THROWS_WITH(parse(text),
                          ContainsSubstring("cannot read seeds 's.csv': expected rows of x,y,z"));
}

TEST_CASE("read_seeds_csv: more seeds than the limit are refused by its name", "[csv]")
{
    std::string text = "x,y,z\n";
    for (int i = 0; i < 10'000; ++i) text += "1,2,3\n";
    CHECK(parse(text, 10'000).at.size() == 10'000);
    CHECK_THROWS_WITH(parse(text + "4,5,6", 10'000),
                      ContainsSubstring("line 10002: more seeds than max_things = 10000"));
}
