#include "render/gl/shader_sources.h"

#include "tests/catch.h"

using namespace farfield::render;

TEST_CASE("shader_source: the stages are built in", "[shader]")
{
    CHECK(shader_source("particles.vert").find("void main()") != std::string_view::npos);
}

TEST_CASE("shader_source: an unknown file is named in the error", "[shader]")
{
    CHECK_THROWS_WITH(shader_source("nothing.vert"), "no shader 'nothing.vert' is built in");
}
