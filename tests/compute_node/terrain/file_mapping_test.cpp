#include "compute_node/terrain/file_mapping.h"

#include "tests/catch.h"
#include "tests/temporary_folder.h"

#include <algorithm>

using namespace farfield::compute;
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
