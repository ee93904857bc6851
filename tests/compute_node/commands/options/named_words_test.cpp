#include "compute_node/commands/options/named_dataset.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

#include <filesystem>
#include <string>
#include <vector>

using namespace farfield::node;
using farfield::test::TemporaryFolder;

TEST_CASE("Words of a command: a file that is named like a built-in flow is that file", "[command]")
{
    const TemporaryFolder folder;
    (void)folder.write("analytic:cell", "a file");
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    const std::vector<std::string> words = join_plot3d({"analytic:cell", "analytic:abc", "a.nc"});
    std::filesystem::current_path(before);
    CHECK(words == std::vector<std::string>{"./analytic:cell", "analytic:abc", "a.nc"});
}
