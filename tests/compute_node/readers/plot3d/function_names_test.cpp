#include "compute_node/datasets/dataset.h"
#include "compute_node/readers/plot3d/function_names.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

#include <string>
#include <vector>

using namespace farfield::compute;
using farfield::test::TemporaryFolder;

namespace {

/// "pressure 0", "Velocity 1-3": names, and the functions that they have.
std::vector<std::string> words_of(const std::vector<NamedFunctions>& arrays)
{
    std::vector<std::string> words;
    for (const NamedFunctions& named : arrays) {
        words.push_back(named.name + " " + std::to_string(named.first));
        if (named.count > 1) words.back() += "-" + std::to_string(named.first + named.count - 1);
    }
    return words;
}

std::vector<std::string> words_of(const std::string& names, std::size_t functions, bool planar = false)
{
    const TemporaryFolder folder;
    folder.write("x.nam", names);
    return words_of(function_names(folder / "x.f", functions, planar).arrays);
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("function_names: one on a line, and of vectors all parts on one, or one after another", "[plot3d]")
{
    CHECK(words_of("pressure\r\n\n temperature \n", 2) == Words{"pressure 0", "temperature 1"});
    CHECK(words_of("p\nu, v, w ; Velocity\nrho\n", 5) == Words{"p 0", "Velocity 1-3", "rho 4"});
    CHECK(words_of("u ; Velocity\nv\nw\np\n", 4) == Words{"Velocity 0-2", "p 3"});
    CHECK(words_of("u, v ; Velocity\np\n", 3, true) == Words{"Velocity 0-1", "p 2"});
    CHECK(words_of("p\np\n", 2) == Words{"p 0", "p 2 1"});  // each array has a name of its own
}

TEST_CASE("function_names: functions without a name are counted, and said to have none", "[plot3d]")
{
    const TemporaryFolder folder;
    CHECK(function_names(folder / "x.f", 1, false).remark.empty());
    folder.write("fun.nam", "p\n");
    const FunctionNames two = function_names(folder / "x.f", 2, false);
    CHECK(words_of(two.arrays) == Words{"p 0", "Function 2 1"});
    CHECK(two.remark == "'fun.nam' has 1 names for 2 functions.");
    CHECK(words_of("u, v, w ; Velocity\n", 2) == Words{"u 0", "v 1"});
}

TEST_CASE("PLOT3D: functions have the names beside them, and a vector among them is the velocity", "[plot3d]")
{
    const TemporaryFolder folder;
    folder.write("x.xyz", "2 2 2\n0 1 0 1 0 1 0 1\n0 0 1 1 0 0 1 1\n0 0 0 0 1 1 1 1\n");
    folder.write("x.f", "2 2 2 4\n8*5\n8*1\n8*2\n8*3\n");
    folder.write("x.nam", "pressure\nu, v, w ; Velocity\n");
    const Dataset dataset = open_dataset({folder / "x.xyz", folder / "x.f"}, "x");
    REQUIRE(dataset.info().arrays.size() == 2);
    CHECK(dataset.info().arrays[0].name == "pressure");
    CHECK(dataset.info().default_vector == "Velocity");
    const auto sample = dataset.field()->sample({0.5F, 0.5F, 0.5F});
    REQUIRE(sample);
    CHECK(sample->velocity.z == 3.0F);
}
