#include "render/gl/shader_program.h"

#include "tests/catch.h"
#include "tests/render/gl_fixture.h"

using namespace farfield::render;
using test::GlFixture;

namespace {

const ShaderStage good_vertex{"good.vert", "#version 330 core\nvoid main() { gl_Position = vec4(0.0); }\n"};
const ShaderStage good_fragment{"good.frag",
                                "#version 330 core\nout vec4 pixel;\nvoid main() { pixel = vec4(1.0); }\n"};

std::string error_of(const ShaderStage& vertex, const ShaderStage& fragment)
{
    try {
        const ShaderProgram program(vertex, fragment);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace

TEST_CASE("ShaderProgram: a good pair links", "[gl]")
{
    const GlFixture gl;
    CHECK(error_of(good_vertex, good_fragment) == "no error");
}

TEST_CASE("ShaderProgram: a compile error names file and line", "[gl]")
{
    const GlFixture gl;
    const ShaderStage bad{"bad.frag",
                          "#version 330 core\nout vec4 pixel;\nvoid main() { pixel = nothing; }\n"};
    CHECK_THAT(error_of(good_vertex, bad), Catch::Matchers::ContainsSubstring("bad.frag:3"));
}

TEST_CASE("ShaderProgram: lines are counted right after an include", "[gl]")
{
    const GlFixture gl;
    const ShaderStage bad{"bad.vert",
                          "#version 330 core\n#include \"line_quad.glsl\"\n\nvoid main() { nothing(); }\n"};
    CHECK_THAT(error_of(bad, good_fragment), Catch::Matchers::ContainsSubstring("bad.vert:4"));
}

TEST_CASE("ShaderProgram: an unknown include is named", "[gl]")
{
    const GlFixture gl;
    const ShaderStage bad{"bad.vert", "#version 330 core\n#include \"missing.glsl\"\nvoid main() {}\n"};
    CHECK_THROWS_WITH(ShaderProgram(bad, good_fragment), Catch::Matchers::ContainsSubstring("missing.glsl"));
}

TEST_CASE("ShaderProgram: stages that do not fit are named together", "[gl]")
{
    const GlFixture gl;
    const ShaderStage giving{"giving.vert", "#version 330 core\nout vec3 given;\n"
                                            "void main() { given = vec3(1.0); gl_Position = vec4(0.0); }\n"};
    const ShaderStage wanting{"wanting.frag", "#version 330 core\nin vec2 given;\nout vec4 pixel;\n"
                                              "void main() { pixel = given.xyxy; }\n"};
    const std::string error = error_of(giving, wanting);
    CHECK_THAT(error, Catch::Matchers::ContainsSubstring("giving.vert"));
    CHECK_THAT(error, Catch::Matchers::ContainsSubstring("wanting.frag"));
}
