#include "compute_node/terrain/cache/file_mapping.h"

#include "tests/catch.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <string>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace farfield;
using namespace farfield::terrain;
using farfield::test::TemporaryFolder;

TEST_CASE("HeldPages: what others hold is not let go of, and not looked at again", "[terrain]")
{
    HeldPages pages{100};
    int asked = 0;
    const auto own = [&] {
        ++asked;
        return std::uint64_t{30};
    };
    CHECK_FALSE(pages.are_too_many(90, own));
    CHECK(asked == 0);
    for (int n = 0; n < 10; ++n) CHECK_FALSE(pages.are_too_many(1030, own));
    CHECK(asked == 1);
    CHECK_FALSE(pages.are_too_many(1099, own));
    CHECK(asked == 1);
}

TEST_CASE("HeldPages: a mapping that has grown is let go of, beside others and when they are gone",
          "[terrain]")
{
    HeldPages pages{100};
    const auto holding = [](std::uint64_t bytes) { return [bytes] { return bytes; }; };
    CHECK_FALSE(pages.are_too_many(1030, holding(30)));
    CHECK(pages.are_too_many(1110, holding(110)));
    CHECK_FALSE(pages.are_too_many(1000, holding(0)));
    CHECK_FALSE(pages.are_too_many(10, holding(10)));  // the others have gone
    CHECK(pages.are_too_many(130, holding(120)));
}

TEST_CASE("held_bytes_of: the pages of one mapping alone", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string text(1 << 20, 'x');
    const FileMapping one{folder.write("one", text), FileMapping::Access::Read, 1 << 20};
    const FileMapping other{folder.write("other", text), FileMapping::Access::Read, 1 << 20};
    CHECK(std::ranges::count(other.bytes(), std::byte{'x'}) == 1 << 20);
    CHECK(held_bytes_of(one.bytes()) == 0);
    CHECK(held_bytes_of(other.bytes()) == 1 << 20);
}

TEST_CASE("FileMapping: of a file that is cut all reads as zeros, and it is no longer whole", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string name = folder.write("file", std::string(1 << 20, 'x'));
    const FileMapping mapping{name, FileMapping::Access::Read, 1 << 20};
    const FileMapping other{folder.write("other", "y"), FileMapping::Access::Read, 1 << 20};
    CHECK(mapping.is_intact());
    std::filesystem::resize_file(name, 4096);
    CHECK(std::ranges::count(mapping.bytes().subspan(4096), std::byte{0}) == (1 << 20) - 4096);
    CHECK_FALSE(mapping.is_intact());
    std::filesystem::resize_file(name, 1 << 20);
    CHECK_FALSE(mapping.is_intact());  // it has been zeros
    CHECK(other.is_intact());
    CHECK(other.bytes().front() == std::byte{'y'});
}

TEST_CASE("FileMapping: that it was cut is known before anything is read", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string name = folder.write("file", std::string(8192, 'x'));
    const FileMapping mapping{name, FileMapping::Access::Read, 1 << 20};
    std::filesystem::resize_file(name, 8191);  // the last page has zeros behind it, and raises nothing
    CHECK_FALSE(mapping.is_intact());
}

TEST_CASE("MappingGuard: what is not guarded ends the program as before", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string name = folder.write("file", std::string(8192, 'x'));
    const FileMapping guarded{name, FileMapping::Access::Read, 1 << 20};
    const int file = open(name.c_str(), O_RDONLY);
    const void* const bare = mmap(nullptr, 8192, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    std::filesystem::resize_file(name, 0);
    const pid_t child = fork();
    if (child == 0) {
        close(STDERR_FILENO);
        _exit(static_cast<const volatile char*>(bare)[5000] & 0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK_FALSE((WIFEXITED(status) && WEXITSTATUS(status) == 0));
    munmap(const_cast<void*>(bare), 8192);
}
