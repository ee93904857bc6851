#include "app/document/seeds_file.h"

#include <fstream>

#include "net/message/limits.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using Catch::Matchers::ContainsSubstring;

namespace {

model::ListRake parsed_seeds(const std::string& text)
{
    return app::parse_seeds(text, "s.csv");
}

}  // namespace

TEST_CASE("parse_seeds: positions are read in order, with their times", "[seeds]")
{
    CHECK(parsed_seeds("x,y,z\n1,2.5,-3e2\n4,5,6") == model::ListRake{{{1, 2.5, -300}, {4, 5, 6}}});
    CHECK(parsed_seeds("x,y,z,t\n1,2,3,0.5\n") == model::ListRake{{{1, 2, 3}}, {0.5}});
}

TEST_CASE("parse_seeds: what spreadsheets write is read too", "[seeds]")
{
    CHECK(parsed_seeds("\xEF\xBB\xBFx, y, z\r\n 1 ,2\t, 3\r\n\r\n4,5,6\r\n") ==
          model::ListRake{{{1, 2, 3}, {4, 5, 6}}});
}

TEST_CASE("parse_seeds: an error names file, line, what was expected and what was found", "[seeds]")
{
    CHECK_THROWS_WITH(parsed_seeds("a,b\n1,2,3"),
                      "cannot read seeds 's.csv', line 1: expected the header x,y,z or "
                      "x,y,z,t, found 'a,b'");
    CHECK_THROWS_WITH(parsed_seeds("x,y,z\n1,2,3\n\n1,two,3"),
                      "cannot read seeds 's.csv', line 4: expected 3 finite numbers parted by commas, found "
                      "'1,two,3'");
    for (const auto* line : {"1,2", "1,2,3,4", "1,2,nan", "1,2,inf", "1,,3", "1,2,3x", "1,2,1e999", "1,2,3,"})
        CHECK_THROWS_WITH(parsed_seeds(std::string("x,y,z\n") + line),
                          ContainsSubstring("line 2: expected 3 finite numbers"));
    CHECK_THROWS_WITH(parsed_seeds("x,y,z,t\n1,2,3"), ContainsSubstring("expected 4 finite numbers"));
}

TEST_CASE("parse_seeds: a text without seeds is refused", "[seeds]")
{
    CHECK_THROWS_WITH(parsed_seeds(""), ContainsSubstring("found no seed"));
    CHECK_THROWS_WITH(parsed_seeds("x,y,z\n\n"), ContainsSubstring("found no seed"));
}

TEST_CASE("parse_seeds: more seeds than a message carries are refused by the limit's name", "[seeds]")
{
    std::string text = "x,y,z\n";
    for (std::uint64_t i = 0; i < model::max_listed_seeds; ++i) text += "1,2,3\n";
    CHECK(parsed_seeds(text).at.size() == model::max_listed_seeds);
    CHECK_THROWS_WITH(parsed_seeds(text + "4,5,6"),
                      ContainsSubstring("line 10002: more seeds than max_listed_seeds = 10000"));
}

TEST_CASE("load_seeds: a file that is missing, a folder, or too large is told by name", "[seeds]")
{
    const farfield::test::TemporaryFolder folder;
    std::ofstream(folder.path() / "s.csv") << "x,y,z\n1,2,3\n";
    CHECK(app::load_seeds(folder.path() / "s.csv").at.size() == 1);
    CHECK_THROWS_WITH(app::load_seeds("no/such.csv"), ContainsSubstring("'no/such.csv'"));
    CHECK_THROWS_WITH(app::load_seeds(folder.path()), ContainsSubstring("cannot read seeds"));
    std::ofstream(folder.path() / "large.csv") << std::string(app::max_seeds_file_bytes + 1, ' ');
    CHECK_THROWS_WITH(app::load_seeds(folder.path() / "large.csv"),
                      ContainsSubstring("max_seeds_file_bytes = 4194304"));
}
