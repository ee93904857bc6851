#include "model/files/plain_file.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/catch.h"
#include "tests/temporary_folder.h"

using farfield::model::PlainFile;
using farfield::model::PlainFileStream;
using farfield::test::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

std::string complaint(const fs::path& file, std::uint64_t most_bytes = farfield::model::any_bytes)
{
    try {
        return "read: " + PlainFile(file, "seeds", most_bytes).text();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

void make_socket(const fs::path& name)
{
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, name.c_str(), sizeof address.sun_path - 1);
    REQUIRE(::bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    ::close(descriptor);
}

}  // namespace

TEST_CASE("PlainFile: a file is read whole, also through a link", "[file]")
{
    const TemporaryFolder folder;
    const fs::path file = folder.write("a.csv", std::string(200'000, 'x') + "end");
    fs::create_symlink(file, folder / "link");
    for (const fs::path& name : {file, folder / "link"}) {
        const PlainFile plain(name, "seeds");
        CHECK(plain.bytes() == 200'003);
        CHECK(plain.text() == std::string(200'000, 'x') + "end");
        PlainFileStream stream(name, "seeds");
        CHECK(std::string{std::istreambuf_iterator<char>(stream), {}} == plain.text());
    }
}

TEST_CASE("PlainFile: a pipe, a socket, a device and a folder are refused by what they are, without waiting",
          "[file]")
{
    const TemporaryFolder folder;
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    make_socket(folder / "socket");
    fs::create_directory(folder / "folder");
    fs::create_symlink(folder / "pipe", folder / "link");
    const auto refused = [](const fs::path& name, const char* found) {
        return "cannot read seeds '" + name.string() + "': expected a file, found " + found;
    };
    CHECK(complaint(folder / "pipe") == refused(folder / "pipe", "a pipe"));
    CHECK(complaint(folder / "link") == refused(folder / "link", "a pipe"));
    CHECK(complaint(folder / "socket") == refused(folder / "socket", "a socket"));
    CHECK(complaint(folder / "folder") == refused(folder / "folder", "a folder"));
    for (const char* const device : {"/dev/zero", "/dev/null", "/dev/tty"})
        if (fs::exists(device)) CHECK(complaint(device) == refused(device, "a device"));
    CHECK_THROWS(PlainFileStream(folder / "pipe", "seeds"));
}

TEST_CASE("kind_other_than_file: what is there and no file is named, a file and what is not there are not",
          "[file]")
{
    const TemporaryFolder folder;
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    CHECK(farfield::model::kind_other_than_file(folder / "pipe") == "a pipe");
    CHECK(farfield::model::kind_other_than_file(folder.path()) == "a folder");
    CHECK(farfield::model::kind_other_than_file("/dev/null") == "a device");
    CHECK(farfield::model::kind_other_than_file(folder.write("file", "text")).empty());
    CHECK(farfield::model::kind_other_than_file(folder / "none").empty());
}

TEST_CASE("PlainFile: one that is not there, or must not be read, is refused with the system's word",
          "[file]")
{
    const TemporaryFolder folder;
    CHECK(complaint(folder / "none") ==
          "cannot read seeds '" + (folder / "none").string() + "': No such file or directory");
    fs::create_symlink(folder / "loop", folder / "loop");
    CHECK(complaint(folder / "loop").ends_with("Too many levels of symbolic links"));
}

TEST_CASE("PlainFile: what is larger than it may be is refused, by its size or by what comes", "[file]")
{
    const TemporaryFolder folder;
    const fs::path file = folder.write("a.csv", "12345");
    CHECK(complaint(file, 5) == "read: 12345");
    CHECK(complaint(file, 4) == "cannot read seeds '" + file.string() + "': it has more than 4 bytes");
    const PlainFile growing(file, "seeds", 5);
    std::ofstream(file, std::ios::app) << "6";
    CHECK_THROWS_WITH(growing.text(), "cannot read seeds '" + file.string() + "': it has more than 5 bytes");
    fs::resize_file(file, std::uintmax_t{1} << 40U);  // without a block of the disk
    CHECK(complaint(file, 1 << 20).ends_with("it has more than 1048576 bytes"));
    // Files of /proc say that they are empty.
    CHECK(complaint("/proc/self/maps", 10).ends_with("it has more than 10 bytes"));
}

TEST_CASE("PlainFile: its path leads to the file that was opened, whatever has its name since", "[file]")
{
    const TemporaryFolder folder;
    const fs::path file = folder.write("a.csv", "first");
    const PlainFile plain(file, "seeds");
    fs::remove(file);
    (void)folder.write("a.csv", "second");
    CHECK(farfield::test::read_text(plain.same_file()) == "first");
}
