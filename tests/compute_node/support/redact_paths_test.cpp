#include "compute_node/support/redact_paths.h"

#include "tests/catch.h"

#include <filesystem>
#include <vector>

using farfield::redact_paths;

TEST_CASE("redact_paths: files are named by their path below a folder, wherever in the text", "[names]")
{
    const std::vector<std::filesystem::path> folders{"/srv/data", "/var/cache/"};
    CHECK(redact_paths(folders, "cannot read '/srv/data/a/b.tif': no /srv/data/c.prj") ==
          "cannot read 'a/b.tif': no c.prj");
    CHECK(redact_paths(folders, "/var/cache/x is stale") == "x is stale");
    CHECK(redact_paths(folders, "no room in '/var/cache'") == "no room in 'cache'");
}

TEST_CASE("redact_paths: what is not below a folder stays as it is", "[names]")
{
    const std::vector<std::filesystem::path> folders{"/d", "/"};
    CHECK(redact_paths(folders, "'/x/d/a.tif', '/dem.tif', 'e/d/f'") == "'/x/d/a.tif', '/dem.tif', 'e/d/f'");
}
