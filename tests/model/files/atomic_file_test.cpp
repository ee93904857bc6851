#include "model/files/atomic_file.h"

#include "tests/catch.h"
#include "tests/temporary_folder.h"

#include <sys/stat.h>
#include <unistd.h>

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

TEST_CASE("AtomicFile: its names cannot be known before, and are in the folder of the file", "[file]")
{
    const fs::path one = unpredictable_name("/a/b.csv"), other = unpredictable_name("/a/b.csv");
    CHECK(one != other);
    CHECK(one.parent_path() == "/a");
    CHECK(one.filename().string().starts_with("b.csv."));
    CHECK(one.extension() == ".part");
    CHECK(one.string().size() == std::string("/a/b.csv.").size() + 16 + std::string(".part").size());
}

TEST_CASE("AtomicFile: a link to a file stays one, one to a device or a pipe is refused", "[file]")
{
    const TemporaryFolder folder;
    const fs::path file = folder.write("real.csv", "earlier");
    fs::create_symlink(file, folder / "link.csv");
    write_atomically(folder / "link.csv", "new");
    CHECK(fs::is_symlink(folder / "link.csv"));
    CHECK(read_text(file) == "new");
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    for (const fs::path& name : {fs::path{folder / "pipe"}, fs::path{"/dev/full"}, folder.path()})
        CHECK_THROWS_WITH(write_atomically(name, "new"),
                          "cannot write '" + name.string() + "': it is there and no regular file");
    CHECK(files_in(folder) == 3);
}

TEST_CASE("AtomicFile: a link that another user has left where all may write is not followed", "[file]")
{
    if (::geteuid() != 0) {
        WARN("this user cannot give a link to another one: not tested");
        return;
    }
    const TemporaryFolder folder;
    const fs::path file = folder.write("own.txt", "own");
    const fs::path open_to_all = folder / "tmp";
    fs::create_directory(open_to_all);
    REQUIRE(::chmod(open_to_all.c_str(), 01777) == 0);
    fs::create_symlink(file, open_to_all / "report.csv");
    write_atomically(open_to_all / "report.csv", "one's own link");
    CHECK(read_text(file) == "one's own link");
    constexpr uid_t other = 12345;
    REQUIRE(::lchown((open_to_all / "report.csv").c_str(), other, other) == 0);
    CHECK_THROWS_WITH(write_atomically(open_to_all / "report.csv", "new"),
                      "cannot write '" + (open_to_all / "report.csv").string() +
                          "': it is a link that another user has left in a folder where all may write");
    CHECK(read_text(file) == "one's own link");
}

TEST_CASE("AtomicFile: a link that leads nowhere is replaced, and nothing is made where it leads", "[file]")
{
    const TemporaryFolder folder;
    fs::create_symlink(folder / "elsewhere", folder / "a.csv");
    write_atomically(folder / "a.csv", "new");
    CHECK_FALSE(fs::exists(folder / "elsewhere"));
    CHECK(fs::is_regular_file(fs::symlink_status(folder / "a.csv")));
}

TEST_CASE("AtomicFile: what is the owner's alone has mode 600, also in place of another", "[file]")
{
    const TemporaryFolder folder;
    const fs::path name = folder.write("keys", "earlier");
    REQUIRE(::chmod(name.c_str(), 0644) == 0);
    write_atomically(name, "new", AtomicFile::Access::Owner);
    CHECK(fs::status(name).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
    CHECK(files_in(folder) == 1);
}

TEST_CASE("AtomicFile: one that is kept at once is the same file as it is written", "[file]")
{
    const TemporaryFolder folder;
    AtomicFile file{folder / "flow.ffr"};
    file.keep();
    file.write("one");
    CHECK(read_text(folder / "flow.ffr") == "one");
    file.write(" two");
    CHECK(read_text(folder / "flow.ffr") == "one two");
    CHECK(files_in(folder) == 1);
}
