#include "app/document/seeds_file.h"

#include <fstream>

#include "tests/catch.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("load_seeds: a file that is missing, a folder, or too large is reported by name", "[seeds]")
{
    const farfield::test::TemporaryFolder folder;
    std::ofstream(folder.path() / "s.csv") << "x,y,z\n1,2,3\n";
    CHECK(app::load_seeds(folder.path() / "s.csv").at.size() == 1);
    CHECK_THROWS_WITH(app::load_seeds("no/such.csv"), ContainsSubstring("'no/such.csv'"));
    CHECK_THROWS_WITH(app::load_seeds(folder.path()), ContainsSubstring("cannot read seeds"));
    std::ofstream(folder.path() / "large.csv") << std::string(app::max_seeds_file_bytes + 1, ' ');
    CHECK_THROWS_WITH(app::load_seeds(folder.path() / "large.csv"),
                      ContainsSubstring("it has more than 4194304 bytes"));
}
