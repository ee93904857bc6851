#include "compute_node/node/programs/table.h"

#include "tests/catch.h"

using namespace farfield::node;

TEST_CASE("expect_program: names the programs that there are", "[programs]")
{
    for (const std::string& name : program_names()) CHECK_NOTHROW(expect_program(name));
    std::string all;
    for (const std::string& name : program_names()) all += (all.empty() ? "\"" : " or \"") + name + "\"";
    CHECK_THROWS_WITH(expect_program("smoke"), "parameter 'program': expected " + all + ", found \"smoke\"");
}
