#include "compute_node/seeding/rake.h"
#include "compute_node/seeding/seeds_csv.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/temporary_folder.h"

#include <fstream>
#include <sstream>

using namespace farfield;
using namespace farfield::compute;
using farfield::compute::testing::contains;
using farfield::compute::testing::error_of;
using farfield::test::TemporaryFolder;

namespace {

CsvSeeds parse(const std::string& text)
{
    std::istringstream in(text);
    return parse_seeds_csv(in, "s.csv");
}

std::string fault(const std::string& text)
{
    return error_of([&] { (void)parse(text); });
}

}  // namespace

TEST_CASE("parse_seeds_csv: positions are read in order, times when there are any", "[csv]")
{
    const auto plain = parse("x,y,z\n1,2.5,-3e2\n4,5,6");
    CHECK(plain.positions == std::vector<glm::dvec3>{{1, 2.5, -300}, {4, 5, 6}});
    CHECK(plain.times.empty());
    const auto timed = parse("x,y,z,t\n1,2,3,0.5\n4,5,6,1\n");
    CHECK(timed.positions.size() == 2);
    CHECK(timed.times == std::vector<double>{0.5, 1.0});
}

TEST_CASE("parse_seeds_csv: what spreadsheets write is read too", "[csv]")
{
    CHECK(parse("\xEF\xBB\xBFx, y, z\r\n 1 ,2\t, 3\r\n\r\n4,5,6\r\n\r\n").positions ==
          std::vector<glm::dvec3>{{1, 2, 3}, {4, 5, 6}});
}

TEST_CASE("parse_seeds_csv: an error names file, line, what was expected and what was found", "[csv]")
{
    CHECK(fault("a,b\n1,2,3") ==
          "cannot read seeds 's.csv', line 1: expected the header x,y,z or x,y,z,t, found 'a,b'");
    CHECK(fault("x,y,z\n1,2,3\n\n1,two,3") == "cannot read seeds 's.csv', line 4: expected 3 finite numbers "
                                              "of binary32 parted by commas, found '1,two,3'");
    for (const auto* line : {"1,2", "1,2,3,4", "1,2,nan", "1,2,inf", "1,,3", "1,2,3x", "1,2,1e999", "1,2,3,"})
        CHECK(contains(fault(std::string("x,y,z\n") + line), "line 2: expected 3 finite numbers"));
    CHECK(contains(fault("x,y,z,t\n1,2,3"), "line 2: expected 4 finite numbers"));
    CHECK(contains(fault("x,y,z\n1,2,3\n0,1e39,0"), "line 3: expected 3 finite numbers of binary32"));
    CHECK(contains(fault(std::string("x,y,z\n1,2,3\0,4", 14)), "line 2: expected 3 finite numbers"));
}

TEST_CASE("parse_seeds_csv: a file without seeds is refused", "[csv]")
{
    CHECK(fault("") ==
          "cannot read seeds 's.csv': expected the header x,y,z or x,y,z,t, found an empty file");
    CHECK(contains(fault("x,y,z\n"), "expected at least one seed below the header, found none"));
}

TEST_CASE("parse_seeds_csv: a line without an end is refused by the limit's name", "[csv]")
{
    CHECK(contains(fault("x,y,z\n" + std::string(5000, '1')), "line 2: the line exceeds max_csv_line_bytes"));
    CHECK(contains(fault("x,y,z\n1,2," + std::string(5000, '1') + "\n4,5,6"), "line 2: the line exceeds"));
}

TEST_CASE("parse_seeds_csv: too many seeds are refused by the limit's name", "[csv]")
{
    std::string text = "x,y,z\n";
    for (std::uint64_t i = 0; i < max_seeds_per_rake; ++i) text += "1,2,3\n";
    CHECK(parse(text).positions.size() == max_seeds_per_rake);
    CHECK(contains(fault(text + "4,5,6"), "line 1048578: more seeds than max_seeds_per_rake = 1048576"));
}

TEST_CASE("read_seeds_csv: a file that is missing, or a folder, is told by name", "[csv]")
{
    const TemporaryFolder folder;
    std::ofstream(folder / "s.csv") << "x,y,z\n1,2,3\n";
    CHECK(read_seeds_csv(folder / "s.csv").positions.size() == 1);
    CHECK(contains(error_of([&] { (void)read_seeds_csv(folder / "none.csv"); }), "none.csv"));
    CHECK(contains(error_of([&] { (void)read_seeds_csv(folder.path()); }), "found a folder"));
}
