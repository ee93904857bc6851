#include "model/calls/terrain_sight.h"

#include <cmath>

#include "model/fields/json_fields.h"

namespace farfield::model {

namespace {

double rounded(double metres, double parts)
{
    return std::round(metres * parts) / parts;
}

}  // namespace

Json TerrainSightLine::to_json() const
{
    Json json{{"visible", nullptr}, {"clearance", nullptr}, {"blocked_at", nullptr}};
    if (visible)
        json["visible"] = *visible;
    else
        json["reason"] = reason;
    if (clearance) json["clearance"] = rounded(*clearance, 1000.0);
    if (blocked_at) {
        const auto& [x, y, z] = *blocked_at;
        json["blocked_at"] = {rounded(x, 100.0), rounded(y, 100.0), rounded(z, 100.0)};
    }
    if (holes) json["holes"] = true;
    return json;
}

TerrainSightLine TerrainSightLine::from_json(const JsonValue& value)
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

}  // namespace farfield::model
