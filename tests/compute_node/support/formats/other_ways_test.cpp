#include "compute_node/support/formats/other_ways.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

#include <filesystem>

using namespace farfield;
using Catch::Matchers::StartsWith;
using farfield::test::TemporaryFolder;

TEST_CASE("other_way: Farfield's own files are named with what plays or opens them", "[terrain]")
{
    const TemporaryFolder folder;
    const auto way = [&](const char* name, const std::string& text) {
        return other_way(folder.write(name, text));
    };
    const std::string header = "FFLD" + std::string(36, '\1');
    CHECK_THAT(way("a.ffr", header + R"({"farfield_recording":1,"dataset":{}})"),
               StartsWith("it is a recording of a node's stream; 'farfield-node replay a.ffr'"));
    CHECK_THAT(way("b.ffr", header + R"({"farfield_recording":2,"streams":[{"program":{"pictures_of":1}}]})"),
               StartsWith("it is a recording of entities; 'farfield --recording b.ffr'"));
    CHECK_THAT(way("s1.toml", "frames = 3\n"), StartsWith("it is a script; 'farfield play s1.toml'"));
    CHECK_THAT(way("s.farfield", "{}"), StartsWith("it is a saved session; 'farfield --open s.farfield'"));
    CHECK_THAT(way("s.json", R"({"farfield": 1, "layers": {}})"), StartsWith("it is a saved session"));
    CHECK(way("notes.txt", "farfield").empty());
    CHECK(other_way(folder / "none").empty());
}

TEST_CASE("other_way: a file of an OpenFOAM case, packed or not, is said to belong to it", "[terrain]")
{
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "cavity/constant/polyMesh");
    std::filesystem::create_directories(folder / "cavity/processor0/0.5");
    const std::string packed = "\x1f\x8b\x08 and more", cavity = (folder / "cavity").string();
    for (const char* name : {"cavity/U.gz", "cavity/processor0/0.5/U.gz"})
        CHECK_THAT(other_way(folder.write(name, packed)),
                   StartsWith("it belongs to the OpenFOAM case '" + cavity + "'"));
    CHECK_THAT(other_way(folder.write("cavity/processor0/0.5/U", "FoamFile\n{}")),
               StartsWith("it belongs to the OpenFOAM case"));
    CHECK(other_way(folder.write("U.gz", packed)).empty());
    CHECK(other_way(folder.write("cavity/picture.png", "\x89PNG")).empty());
}
