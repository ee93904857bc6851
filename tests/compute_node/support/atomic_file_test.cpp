#include "compute_node/support/atomic_file.h"

#include "tests/catch.h"
#include "tests/temporary_folder.h"

#include <filesystem>
#include <fstream>
#include <iterator>

using namespace farfield;
using farfield::test::read_text;
using farfield::test::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

auto files_in(const TemporaryFolder& folder)
{
    return std::distance(fs::directory_iterator{folder.path()}, {});
}

}  // namespace

TEST_CASE("AtomicFile: what was there stays until the new file is kept", "[file]")
{
    const TemporaryFolder folder;
    const fs::path name = folder.write("a.csv", "earlier");
    fs::permissions(name, fs::perms::owner_read | fs::perms::owner_write);
    {
        AtomicFile file{name};
        std::ofstream{file.part()} << "new";
        CHECK(read_text(name) == "earlier");
        file.keep();
    }
    CHECK(read_text(name) == "new");
    CHECK(fs::status(name).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
    CHECK(files_in(folder) == 1);
}

TEST_CASE("AtomicFile: a file that is not kept leaves nothing", "[file]")
{
    const TemporaryFolder folder;
    {
        const AtomicFile file{folder / "a.csv"};
        std::ofstream{file.part()} << "new";
    }
    CHECK(files_in(folder) == 0);
}

TEST_CASE("AtomicFile: while it is written there is none, so that a program that is killed leaves none",
          "[file]")
{
    const TemporaryFolder folder;
    const AtomicFile file{folder / "a.csv"};
    std::ofstream{file.part()} << "new";
    if (file.part().parent_path() == folder.path()) {
        WARN("skipped: this file system has no files without a name");
        return;
    }
    CHECK(files_in(folder) == 0);
    CHECK(read_text(file.part()) == "new");
}
