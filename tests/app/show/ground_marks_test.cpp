#include "app/show/ground_marks.h"

#include "tests/catch.h"

using namespace farfield;

namespace {

constexpr glm::dvec3 marks_eye{0.0, 0.0, 100.0}, target{300.0, 0.0, 100.0};

bool is_green(const glm::vec4& colour)
{
    return colour.g > 0.9F && colour.r < 0.5F;
}

bool is_red(const glm::vec4& colour)
{
    return colour.r > 0.9F && colour.g < 0.5F;
}

}  // namespace

TEST_CASE("add_sight_line: a target that is seen is at the end of one green line", "[marks]")
{
    render::GroundMarks marks;
    model::TerrainSightLine line;
    line.visible = true;
    app::add_sight_line(marks, marks_eye, target, line);
    REQUIRE(marks.lines.size() == 1);
    CHECK(is_green(marks.lines.front().colour));
    CHECK(marks.lines.front().places == std::vector{glm::vec3(marks_eye), glm::vec3(target)});
    REQUIRE(marks.places.size() == 1);
    CHECK(is_green(marks.places.front().colour));
}

TEST_CASE("add_sight_line: a hidden target is behind a red line, from where the ground blocks it", "[marks]")
{
    render::GroundMarks marks;
    model::TerrainSightLine line;
    line.visible = false;
    line.blocked_at = model::Point{100.0, 0.0, 100.0};
    app::add_sight_line(marks, marks_eye, target, line);
    const glm::vec3 blocked(100.0F, 0.0F, 100.0F);
    REQUIRE(marks.lines.size() == 2);
    CHECK(is_green(marks.lines[0].colour));
    CHECK(marks.lines[0].places == std::vector{glm::vec3(marks_eye), blocked});
    CHECK(is_red(marks.lines[1].colour));
    CHECK(marks.lines[1].places == std::vector{blocked, glm::vec3(target)});
    REQUIRE(marks.places.size() == 2);
    CHECK(is_red(marks.places[0].colour));
    CHECK(marks.places[1].at == blocked);
}

TEST_CASE("add_eye: marks one place", "[marks]")
{
    render::GroundMarks marks;
    app::add_eye(marks, marks_eye);
    REQUIRE(marks.places.size() == 1);
    CHECK(marks.places.front().at == glm::vec3(marks_eye));
}

TEST_CASE("add_overlay: parts join, and their lines and places stay where they are", "[marks]")
{
    render::GroundMarks marks;
    model::TerrainOverlay part;
    part.lines = {{{0.0, 0.0, 5.0}, {10.0, 0.0, 6.0}, {10.0, 10.0, 7.0}}};
    part.points = {{.at = {1.0, 2.0, 3.0}, .name = "Piz"}};
    app::add_overlay(marks, part);
    app::add_overlay(marks, part);
    REQUIRE(marks.lines.size() == 2);
    CHECK(marks.lines[1].places.size() == 3);
    CHECK(marks.lines[1].places[2] == glm::vec3(10.0F, 10.0F, 7.0F));
    REQUIRE(marks.places.size() == 2);
    CHECK(marks.places[1].at == glm::vec3(1.0F, 2.0F, 3.0F));
    CHECK(marks.places[1].name == "Piz");
}

TEST_CASE("add_overlay: names are written in the letters that can be drawn, and end somewhere", "[marks]")
{
    const auto drawn = [](const std::string& name) {
        render::GroundMarks marks;
        model::TerrainOverlay part;
        part.points = {{.at = {1.0, 2.0, 3.0}, .name = name}};
        app::add_overlay(marks, part);
        return marks.places.front().name;
    };
    CHECK(drawn("Piz Palü") == "Piz Palu");
    CHECK(drawn("Mt. 富士") == "Mt. ??");
    CHECK(drawn("a\nb") == "a?b");
    CHECK(drawn(std::string(61, 'x')) == std::string(60, 'x') + "...");
}
