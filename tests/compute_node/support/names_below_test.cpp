#include "compute_node/support/names_below.h"

#include "tests/catch.h"

#include <filesystem>
#include <vector>

using farfield::names_below;

TEST_CASE("names_below: files are named by their path below a folder, wherever in the text", "[names]")
{
    const std::vector<std::filesystem::path> folders{"/srv/data", "/var/cache/"};
    CHECK(names_below(folders, "cannot read '/srv/data/a/b.tif': no /srv/data/c.prj") ==
          "cannot read 'a/b.tif': no c.prj");
    CHECK(names_below(folders, "/var/cache/x is stale") == "x is stale");
    CHECK(names_below(folders, "no room in '/var/cache'") == "no room in 'cache'");
}

TEST_CASE("names_below: what is not below a folder stays as it is", "[names]")
{
    const std::vector<std::filesystem::path> folders{"/d", "/"};
    CHECK(names_below(folders, "'/x/d/a.tif', '/dem.tif', 'e/d/f'") == "'/x/d/a.tif', '/dem.tif', 'e/d/f'");
}
