// `farfield-node traveltimes` as a user calls it.
#include "tests/compute_node/commands/run_node.h"
#include "tests/temporary_folder.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

struct Places {
    Places()
    {
        folder.write("s.csv", "x,y,z\n0,0,0\n");
        folder.write("r.csv", "x,y,z\n300,400,0\n100,0,0\n");
    }
    [[nodiscard]] std::string
    times(const std::string& options, const std::string& out = "t.csv",
          const std::string& grid = "--box -50,500,-50,500,-50,50 --spacing 25") const
    {
        return "traveltimes constant:2000 --sources " + folder.file("s.csv") + " --receivers " +
               folder.file("r.csv") + " --out " + folder.file(out) + " " + grid + " " + options;
    }
    [[nodiscard]] std::size_t entries() const
    {
        return static_cast<std::size_t>(
            std::distance(std::filesystem::directory_iterator{folder.path()}, {}));
    }
    TemporaryFolder folder;
};

}  // namespace

TEST_CASE("farfield-node traveltimes: writes length over velocity, rays and a field", "[command]")
{
    const Places places;
    const Outcome done = run_node(
        places.times("--rays " + places.folder.file("r.vtp") + " --field 1," + places.folder.file("f.vti")));
    CHECK(done.code == 0);
    CHECK(contains(done.out, "2 times from 0.05 to 0.25 s on 23 x 23 x 5 nodes 25 m apart"));
    std::ifstream file{places.folder / "t.csv"};
    std::string header, first;
    std::getline(file, header);
    std::getline(file, first);
    CHECK(header == "source,receiver,sx,sy,sz,rx,ry,rz,t");
    CHECK(first.starts_with("1,1,0,0,0,300,400,0,"));
    CHECK(std::stod(first.substr(first.rfind(',') + 1)) == Approx(0.25));
    CHECK(places.entries() == 5);
}

TEST_CASE("farfield-node traveltimes: where one file cannot be written there is none", "[command]")
{
    const Places places;
    const std::string rays = "--rays " + places.folder.file("r.vtp");
    check_one_line_error(places.times(rays + " --field 1,missing/f.vti"), 1, "missing/f.vti");
    check_one_line_error(places.times(rays + " --field 2," + places.folder.file("f.vti")), 1,
                         "--field: expected a source from 1 to 1, found 2");
    check_one_line_error(places.times("--rays " + places.folder.file("t.csv")), 1,
                         "expected a file of its own for each output");
    check_one_line_error(places.times("", "s.csv"), 1, "which is read");
    const std::string node{FARFIELD_NODE};
    const Outcome full = run_node("--version >/dev/null; ulimit -f 1; " + node + " " +
                                  places.times(rays + " --field 1," + places.folder.file("f.vti")) + " 2>&1");
    CHECK(full.code == 1);
    CHECK(contains(full.out, "cannot write"));
    CHECK(places.entries() == 2);
}

TEST_CASE("farfield-node traveltimes: faults of model, places and grid are one line", "[command]")
{
    const Places places;
    check_one_line_error(places.times("", "t.csv", "--box -50,200,-50,500,-50,50 --spacing 25"), 1,
                         "receiver 1 at 300,400,0 is outside the box");
    check_one_line_error(places.times("", "t.csv", "--spacing 0.001"), 1, "(max_tomography_nodes)");
    check_one_line_error(places.times("--order 3"), 2, "--order");
    check_one_line_error(places.times("--field f.vti"), 2, "expected SOURCE,T.vti");
    places.folder.write("r.csv", "x,y,z\n1,2,three\n");
    check_one_line_error(places.times(""), 1, "line 2: expected finite numbers for x,y,z");
    CHECK(places.entries() == 2);
}

TEST_CASE("farfield-node traveltimes: a signal leaves no file", "[command]")
{
    const Places places;
    std::string rows = "x,y,z\n";
    for (int n = 0; n < 400; ++n) rows += std::to_string(n) + ",1,2\n";
    places.folder.write("r.csv", rows);
    places.folder.write("s.csv", rows);
    // It is under way once it holds one of the folder's files open.
    const Outcome stopped =
        run_node(places.times("--rays " + places.folder.file("r.vtp"), "t.csv", "--spacing 4") +
                 " 2>&1 & P=$!; until ls -l /proc/$P/fd | grep -q '" + places.folder.path().string() +
                 "'; do sleep 0.01; done; kill -INT $P; wait $P");
    CHECK(stopped.code == 1);
    CHECK(contains(stopped.out, "interrupted"));
    CHECK(places.entries() == 2);
}
