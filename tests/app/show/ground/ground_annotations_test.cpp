#include "app/show/ground/ground_annotations.h"

#include "tests/catch.h"

using namespace farfield;

namespace {

constexpr glm::dvec3 annotations_eye{0.0, 0.0, 100.0}, target{300.0, 0.0, 100.0};

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
    render::GroundAnnotations annotations;
    model::TerrainSightLine line;
    line.visible = true;
    app::add_sight_line(annotations, annotations_eye, target, line);
    REQUIRE(annotations.lines.size() == 1);
    CHECK(is_green(annotations.lines.front().colour));
    CHECK(annotations.lines.front().places == std::vector{glm::vec3(annotations_eye), glm::vec3(target)});
    REQUIRE(annotations.places.size() == 1);
    CHECK(is_green(annotations.places.front().colour));
}

TEST_CASE("add_sight_line: a hidden target is behind a red line, from where the ground blocks it", "[marks]")
{
    render::GroundAnnotations annotations;
    model::TerrainSightLine line;
    line.visible = false;
    line.blocked_at = model::Point{100.0, 0.0, 100.0};
    app::add_sight_line(annotations, annotations_eye, target, line);
    const glm::vec3 blocked(100.0F, 0.0F, 100.0F);
    REQUIRE(annotations.lines.size() == 2);
    CHECK(is_green(annotations.lines[0].colour));
    CHECK(annotations.lines[0].places == std::vector{glm::vec3(annotations_eye), blocked});
    CHECK(is_red(annotations.lines[1].colour));
    CHECK(annotations.lines[1].places == std::vector{blocked, glm::vec3(target)});
    REQUIRE(annotations.places.size() == 2);
    CHECK(is_red(annotations.places[0].colour));
    CHECK(annotations.places[1].at == blocked);
}

TEST_CASE("add_eye: marks one place", "[marks]")
{
    render::GroundAnnotations annotations;
    app::add_eye(annotations, annotations_eye);
    REQUIRE(annotations.places.size() == 1);
    CHECK(annotations.places.front().at == glm::vec3(annotations_eye));
}

TEST_CASE("add_overlay: parts join, and their lines and places stay where they are", "[marks]")
{
    render::GroundAnnotations annotations;
    model::TerrainOverlay part;
    part.lines = {{{0.0, 0.0, 5.0}, {10.0, 0.0, 6.0}, {10.0, 10.0, 7.0}}};
    part.points = {{.at = {1.0, 2.0, 3.0}, .name = "Piz"}};
    app::add_overlay(annotations, part);
    app::add_overlay(annotations, part);
    REQUIRE(annotations.lines.size() == 2);
    CHECK(annotations.lines[1].places.size() == 3);
    CHECK(annotations.lines[1].places[2] == glm::vec3(10.0F, 10.0F, 7.0F));
    REQUIRE(annotations.places.size() == 2);
    CHECK(annotations.places[1].at == glm::vec3(1.0F, 2.0F, 3.0F));
    CHECK(annotations.places[1].name == "Piz");
}

TEST_CASE("add_overlay: names are written in the letters that can be drawn, and end somewhere", "[marks]")
{
    const auto drawn = [](const std::string& name) {
        render::GroundAnnotations annotations;
        model::TerrainOverlay part;
        part.points = {{.at = {1.0, 2.0, 3.0}, .name = name}};
        app::add_overlay(annotations, part);
        return annotations.places.front().name;
    };
    CHECK(drawn("Piz Palü") == "Piz Palu");
    CHECK(drawn("Mt. 富士") == "Mt. ??");
    CHECK(drawn("a\nb") == "a?b");
    CHECK(drawn(std::string(61, 'x')) == std::string(60, 'x') + "...");
}
