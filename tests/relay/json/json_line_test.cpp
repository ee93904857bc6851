#include "relay/json/json_line.h"

#include <glm/geometric.hpp>

#include "model/programs/bundles/entity_bundle.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using Catch::Matchers::ContainsSubstring;

namespace {

/// On the equator at 0 E the axes are known without a formula: up is x, east is y and north is z.
constexpr double equator = model::wgs84_semi_major_metres;

dis::EntityType dis_type(std::uint8_t kind, std::uint8_t domain)
{
    return {.kind = kind, .domain = domain};
}

JsonEntity line_in_scene(std::string_view text)
{
    return read_json_line(text, {});
}

void check_vector(const glm::dvec3& found, const glm::dvec3& expected, double margin)
{
    CAPTURE(found.x, found.y, found.z);
    CHECK(glm::distance(found, expected) < margin);
}

std::string refusal_of(const std::string& text)
{
    try {
        (void)line_in_scene(text);
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("read_json_line: lon, lat and alt are a place above the ellipsoid", "[json]")
{
    const JsonEntity entity = line_in_scene(R"({"id": "a", "lon": 90, "lat": 0, "alt": 1000})");
    CHECK(entity.id == "a");
    CHECK(entity.flags == 0);
    check_vector(entity.state.location, {0.0, equator + 1000.0, 0.0}, 1e-6);
    const JsonEntity pole = line_in_scene(R"({"id": "a", "lon": 0, "lat": 90, "alt": 0})");
    check_vector(pole.state.location, {0.0, 0.0, 6'356'752.314245}, 1e-5);  // NIMA TR8350.2, table 3.3
}

TEST_CASE("read_json_line: without alt the record says that it has no height", "[json]")
{
    CHECK(line_in_scene(R"({"id": "a", "lon": 8, "lat": 46})").flags == model::record_without_height);
}

TEST_CASE("read_json_line: x, y and z without an anchor stay as they are, in the scene's frame", "[json]")
{
    const JsonEntity entity = line_in_scene(R"({"id": "robot", "x": 1.5, "y": -2.25, "z": 0.5})");
    CHECK(entity.flags == model::record_local);
    CHECK(entity.state.location == glm::dvec3{1.5, -2.25, 0.5});
    CHECK(line_in_scene(R"({"id": "robot", "x": 1, "y": 2})").flags ==
          (model::record_local | model::record_without_height));
}

TEST_CASE("read_json_line: x, y and z with an anchor are a place on the Earth", "[json]")
{
    const auto* text = R"({"id": "robot", "x": 3, "y": 5, "z": 7, "speed": 2, "heading": 0})";
    const JsonEntity north = read_json_line(text, LineFrame{SpecAnchor{0.0, 0.0, 100.0, 0.0}});
    CHECK(north.flags == 0);
    check_vector(north.state.location, {equator + 107.0, 3.0, 5.0}, 1e-6);
    check_vector(north.state.velocity, {0.0, 0.0, 2.0}, 1e-9);
    // Turned to the east: y points east, and x, to its right, south.
    const JsonEntity east = read_json_line(text, LineFrame{SpecAnchor{0.0, 0.0, 100.0, 90.0}});
    check_vector(east.state.location, {equator + 107.0, 5.0, -3.0}, 1e-6);
    check_vector(east.state.velocity, {0.0, 2.0, 0.0}, 1e-9);
}

TEST_CASE("read_json_line: longitudes may count from 0 to 360", "[json]")
{
    const auto east = line_in_scene(R"({"id": "a", "lon": 238.1, "lat": 36.6, "alt": 0})").state.location;
    const auto west = line_in_scene(R"({"id": "a", "lon": -121.9, "lat": 36.6, "alt": 0})").state.location;
    CHECK(glm::distance(east, west) < 1e-6);
}

TEST_CASE("read_json_line: speed goes along heading and pitch", "[json]")
{
    const JsonEntity east =
        line_in_scene(R"({"id": "a", "lon": 0, "lat": 0, "alt": 0, "speed": 10, "heading": 90})");
    check_vector(east.state.velocity, {0.0, 10.0, 0.0}, 1e-9);
    CHECK(east.state.algorithm == 2);
    const JsonEntity climbing =
        line_in_scene(R"({"id": "a", "lon": 0, "lat": 0, "alt": 0, "speed": 10, "heading": 0, "pitch": 30})");
    check_vector(climbing.state.velocity, {5.0, 0.0, 8.660254037844387}, 1e-9);
    const JsonEntity standing = line_in_scene(R"({"id": "a", "lon": 0, "lat": 0, "alt": 0})");
    check_vector(standing.state.velocity, {0.0, 0.0, 0.0}, 1e-12);
    CHECK(standing.state.algorithm == 1);
}

TEST_CASE("read_json_line: heading, pitch and roll come back from the orientation", "[json]")
{
    const JsonEntity entity = line_in_scene(
        R"({"id": "a", "lon": 8, "lat": 46, "alt": 0, "heading": 200, "pitch": -10, "roll": 45})");
    const model::Attitude attitude =
        model::attitude_of(entity.state.orientation, model::LongitudeLatitude{8.0, 46.0});
    CHECK(attitude.heading_degrees == Approx(200.0));
    CHECK(attitude.pitch_degrees == Approx(-10.0));
    CHECK(attitude.roll_degrees == Approx(45.0));
}

TEST_CASE("read_json_line: kind and force are numbers of DIS, or words", "[json]")
{
    const auto read = [](const std::string& more) {
        return line_in_scene(R"({"id": "a", "lon": 8, "lat": 46, )" + more + "}").state;
    };
    CHECK(read(R"("kind": "air", "force": "opposing")").type == dis_type(1, 2));
    CHECK(read(R"("kind": "air", "force": "opposing")").force == 2);
    CHECK(read(R"("kind": "surface")").type == dis_type(1, 3));
    CHECK(read(R"("kind": 3, "force": 1)").type == dis_type(3, 0));
    CHECK(read(R"("kind": 3, "force": 1)").force == 1);
    CHECK(read(R"("label": "b")").type == dis_type(0, 0));
}

TEST_CASE("read_json_line: other numbers are values, what is no number is passed over", "[json]")
{
    const JsonEntity entity = line_in_scene(
        R"({"id": "a", "lon": 8, "lat": 46, "t": 5, "temperature": 12.5, "salinity": 35, "ok": true,
            "who": "me", "more": {"depth": 3}, "none": null})");
    CHECK(entity.values == R"({"salinity":35,"temperature":12.5})");
    CHECK(entity.time == 5.0);
    CHECK(line_in_scene(R"({"id": "a", "lon": 8, "lat": 46})").values.empty());
}

TEST_CASE("read_json_line: what is wrong is refused with the member and what was expected", "[json]")
{
    const auto with = [](const std::string& more) {
        return refusal_of(R"({"id": "a", "lon": 8, "lat": 46)" + more + "}");
    };
    CHECK_THAT(refusal_of(R"({"id": "a", "lon": 8, "lat": 91})"),
               ContainsSubstring("lat") && ContainsSubstring("90") && ContainsSubstring("91"));
    CHECK_THAT(refusal_of(R"({"id": "a", "lon": 8, "lat": NaN})"), ContainsSubstring("JSON"));
    CHECK_THAT(refusal_of(R"({"id": "a", "lon": 8, "lat": 1e999})"),
               ContainsSubstring("numbers of binary64"));
    CHECK_THAT(refusal_of(R"({"id": "a", "lon": 8)"), ContainsSubstring("found its end at character 21"));
    CHECK_THAT(refusal_of(R"({"id": "a", "lon": 8, "lon": 9})"), ContainsSubstring("each member once"));
    CHECK_THAT(refusal_of(R"({"id": "a", "lon": 8})"), ContainsSubstring("lat"));
    CHECK_THAT(refusal_of(R"({"id": "a"})"), ContainsSubstring("lon and lat, or x and y"));
    CHECK_THAT(refusal_of(R"({"lon": 8, "lat": 46})"), ContainsSubstring("id"));
    CHECK_THAT(refusal_of(R"({"id": 5, "lon": 8, "lat": 46})"), ContainsSubstring("id"));
    CHECK_THAT(refusal_of(R"({"id": ")" + std::string(257, 'a') + R"(", "lon": 8, "lat": 46})"),
               ContainsSubstring("id") && ContainsSubstring("256") && ContainsSubstring("257"));
    CHECK_THAT(refusal_of(R"({"id": ")" + std::string(10'000, 'a') + R"(", "lon": 8, "lat": 46})"),
               ContainsSubstring("max_json_line"));
    CHECK_THAT(with(R"(, "x": 1, "y": 2)"), ContainsSubstring("either"));
    CHECK_THAT(with(R"(, "lat": 46)"), ContainsSubstring("once"));
    CHECK_THAT(with(R"(, "heading": "north")"), ContainsSubstring("heading"));
    CHECK_THAT(with(R"(, "kind": "car")"), ContainsSubstring("kind") && ContainsSubstring("land"));
    CHECK_THAT(with(R"(, "force": 256)"), ContainsSubstring("force"));
    CHECK_THAT(with(R"(, "speed": -1)"), ContainsSubstring("speed"));
    CHECK_THAT(with(R"(, "a": )" + std::string(100, '[') + std::string(100, ']')),
               ContainsSubstring("nested"));
    CHECK_THAT(refusal_of("[]"), ContainsSubstring("object"));
    CHECK_THAT(refusal_of("{\"id\": \"\xff\", \"lon\": 8, \"lat\": 46}"), ContainsSubstring("JSON"));
}

TEST_CASE("read_json_line: more values than 1,024 bytes are refused", "[json]")
{
    std::string text = R"({"id": "a", "lon": 8, "lat": 46)";
    for (int i = 0; i < 100; ++i) text += ", \"value" + std::to_string(i) + "\": 1.5";
    CHECK_THAT(refusal_of(text + "}"), ContainsSubstring("1024"));
}
