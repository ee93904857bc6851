#include "model/data/terrain_info.h"

#include "model/fields/json_fields.h"

namespace farfield::model {

namespace {

std::array<double, 2> two(const JsonValue& value)
{
    const auto numbers = value.elements(2, "two numbers");
    return {numbers[0].number(), numbers[1].number()};
}

double above_zero(const JsonValue& value)
{
    const double number = value.number();
    if (!(number > 0.0)) value.complain("a number above 0");
    return number;
}

std::array<double, 2> two_above_zero(const JsonValue& value)
{
    const auto numbers = value.elements(2, "two numbers above 0");
    return {above_zero(numbers[0]), above_zero(numbers[1])};
}

std::array<double, 2> in_order(const JsonValue& value)
{
    const auto numbers = two(value);
    if (numbers[0] > numbers[1]) value.complain("two numbers, the smaller first");
    return numbers;
}

EyePose suggested_pose(const JsonValue& value)
{
    JsonFields fields(value);
    const Point eye = fields["eye"].point();
    return {.eye = {eye[0], eye[1], eye[2]},
            .heading = fields["heading"].number(),
            .pitch = fields["pitch"].number(),
            .roll = 0.0,
            .hfov = fields["hfov"].number()};
}

}  // namespace

Json to_json(const TerrainDescription& terrain)
{
    const EyePose& pose = terrain.suggested_pose;
    Json json = {{"terrain", terrain.terrain},
                 {"format", terrain.format},
                 {"posts", terrain.posts},
                 {"post_metres", terrain.post_metres},
                 {"heights", terrain.heights},
                 {"holes", terrain.holes},
                 {"bounds", {{"min", terrain.bounds[0]}, {"max", terrain.bounds[1]}}},
                 {"crs", terrain.crs},
                 {"geographic", terrain.geographic},
                 {"origin", terrain.origin},
                 {"metres_per_unit", terrain.metres_per_unit},
                 {"crs_unit", terrain.crs_unit},
                 {"suggested",
                  {{"eye", pose.eye}, {"heading", pose.heading}, {"pitch", pose.pitch}, {"hfov", pose.hfov}}},
                 {"remarks", terrain.remarks}};
    if (terrain.longitude_latitude) json["longitude_latitude"] = *terrain.longitude_latitude;
    return json;
}

std::vector<TerrainEntry> terrain_entries(const Json& json)
{
    std::vector<TerrainEntry> entries;
    JsonFields fields({&json, ""});
    for (const auto& element : fields["terrains"].elements()) {
        JsonFields entry(element);
        entries.push_back({.name = entry["name"].text(), .kind = entry["kind"].text()});
    }
    return entries;
}

TerrainDescription terrain_description(const Json& json)
{
    JsonFields fields({&json, ""});
    TerrainDescription terrain;
    terrain.terrain = fields["terrain"].text();
    terrain.format = fields["format"].text();
    const auto posts = fields["posts"].elements(2, "two integers");
    terrain.posts = {posts[0].uint32({.min = 2}), posts[1].uint32({.min = 2})};
    terrain.post_metres = two_above_zero(fields["post_metres"]);
    terrain.heights = in_order(fields["heights"]);
    terrain.holes = fields["holes"].uint64();
    JsonFields bounds(fields["bounds"]);
    terrain.bounds = {two(bounds["min"]), two(bounds["max"])};
    terrain.crs = fields["crs"].text();
    terrain.geographic = fields["geographic"].boolean();
    terrain.origin = two(fields["origin"]);
    terrain.metres_per_unit = two_above_zero(fields["metres_per_unit"]);
    if (const auto unit = fields["crs_unit"]) terrain.crs_unit = above_zero(unit);
    if (const auto place = fields["longitude_latitude"]) terrain.longitude_latitude = two(place);
    terrain.suggested_pose = suggested_pose(fields["suggested"]);
    for (const auto& remark : fields["remarks"].elements()) terrain.remarks.push_back(remark.text());
    return terrain;
}

}  // namespace farfield::model
