#include "model/calls/terrain_sight.h"

#include <cmath>

#include "model/fields/json_fields.h"

namespace farfield::model {

namespace {

double rounded(double metres, double parts)
{
    return std::round(metres * parts) / parts;
}

Json to_json(const TerrainSightLine& line)
{
    Json json{{"visible", nullptr}, {"clearance", nullptr}, {"blocked_at", nullptr}};
    if (line.visible)
        json["visible"] = *line.visible;
    else
        json["reason"] = line.reason;
    if (line.clearance) json["clearance"] = rounded(*line.clearance, 1000.0);
    if (line.blocked_at) {
        const auto& [x, y, z] = *line.blocked_at;
        json["blocked_at"] = {rounded(x, 100.0), rounded(y, 100.0), rounded(z, 100.0)};
    }
    if (line.holes) json["holes"] = true;
    return json;
}

std::vector<Point> targets(const JsonValue& value)
{
    const auto elements = value.elements();
    if (elements.size() > max_sight_targets)
        throw LimitError("max_sight_targets", max_sight_targets, elements.size());
    std::vector<Point> to;
    to.reserve(elements.size());
    for (const JsonValue& element : elements) to.push_back(element.point());
    return to;
}

TerrainSightLine sight_line(const JsonValue& value)
{
    JsonFields fields(value);
    TerrainSightLine line;
    const Json& object = value.object();
    const auto is_there = [&](const char* name) { return object.contains(name) && !object[name].is_null(); };
    if (is_there("visible")) line.visible = fields["visible"].boolean();
    if (is_there("reason")) line.reason = fields["reason"].text();
    if (is_there("clearance")) line.clearance = fields["clearance"].number();
    if (is_there("blocked_at")) line.blocked_at = fields["blocked_at"].point();
    if (is_there("holes")) line.holes = fields["holes"].boolean();
    return line;
}

}  // namespace

Json to_json(const TerrainSightCall& call)
{
    return {{"terrain", call.terrain},
            {"from", call.from},
            {"to", call.to},
            {"curved", call.curved},
            {"refraction", call.refraction}};
}

TerrainSightCall terrain_sight_call(const Json& json)
{
    JsonFields fields({&json, ""});
    TerrainSightCall call;
    call.terrain = fields["terrain"].text();
    call.from = fields["from"].point();
    call.to = targets(fields["to"]);
    if (const auto curved = fields["curved"]) call.curved = curved.boolean();
    if (const auto refraction = fields["refraction"]) call.refraction = refraction.nonnegative_number();
    fields.refuse_others();
    return call;
}

Json to_json(const std::vector<TerrainSightLine>& lines)
{
    Json list = Json::array();
    for (const TerrainSightLine& line : lines) list.push_back(to_json(line));
    return {{"lines", std::move(list)}};
}

std::vector<TerrainSightLine> terrain_sight_lines(const Json& json)
{
    JsonFields fields({&json, ""});
    std::vector<TerrainSightLine> lines;
    for (const JsonValue& element : fields["lines"].elements()) lines.push_back(sight_line(element));
    return lines;
}

}  // namespace farfield::model
