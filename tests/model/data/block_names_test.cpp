#include "model/data/block_names.h"

#include <stdexcept>

#include "tests/catch.h"

using namespace farfield::model;

TEST_CASE("with_blocks: a name with blocks is taken apart into what it was made of", "[blocks]")
{
    const std::vector<std::string> blocks{"inner", "3", "boundary/inlet"};
    const std::string name = with_blocks("a+b.vtm", blocks);
    CHECK(name == "a+b.vtm#inner,3,boundary/inlet");
    CHECK(split_blocks(name).dataset == "a+b.vtm");
    CHECK(split_blocks(name).blocks == blocks);
    CHECK(with_blocks("a.vtm", {}) == "a.vtm");
    CHECK(split_blocks("a.vtm").blocks.empty());
}

TEST_CASE("with_blocks: a block with a name that cannot stand in one is asked for by number", "[blocks]")
{
    for (const char* block : {"", "a,b", "a#b"}) {
        INFO(block);
        CHECK_THROWS_AS(with_blocks("a.vtm", {block}), std::runtime_error);
    }
}
