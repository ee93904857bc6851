#include "model/programs/terrain_params.h"

#include "model/fields/json_fields.h"
#include "model/programs/terrain_tile.h"

namespace farfield::model {

namespace {

TileAddress tile_address(const JsonValue& value)
{
    const auto numbers = value.elements(3, "a tile as [level, column, row]");
    return {numbers[0].uint32(), numbers[1].uint32(), numbers[2].uint32()};
}

std::vector<TileAddress> tile_addresses(const JsonValue& value)
{
    const auto elements = value.elements();
    if (elements.size() > max_listed_tiles)
        throw LimitError("max_listed_tiles", max_listed_tiles, elements.size());
    std::vector<TileAddress> tiles;
    tiles.reserve(elements.size());
    for (const JsonValue& element : elements) tiles.push_back(tile_address(element));
    return tiles;
}

Point observer(const JsonValue& value)
{
    const Point found = value.point();
    if (found[2] < 0.0) value.elements()[2].complain("a height above the ground of at least 0");
    return found;
}

double more_than_zero(const JsonValue& value)
{
    const double found = value.number();
    if (found <= 0.0) value.complain("a number above 0");
    return found;
}

std::array<double, 2> sectors(const JsonValue& value)
{
    const auto ends = value.elements(2, "two azimuths");
    const std::array<double, 2> found{ends[0].number(), ends[1].number()};
    if (found[0] == found[1]) ends[1].complain("another azimuth than the first");
    return found;
}

}  // namespace

Json to_json(const TerrainTilesParams& params)
{
    Json json = Json::object();
    if (!params.tiles) return json;
    json["tiles"] = Json::array();
    for (const TileAddress& tile : *params.tiles)
        json["tiles"].push_back({tile.level, tile.column, tile.row});
    return json;
}

TerrainTilesParams terrain_tiles_params(const Json& json)
{
    JsonFields fields({&json, ""});
    TerrainTilesParams params;
    if (const auto tiles = fields["tiles"]) params.tiles = tile_addresses(tiles);
    fields.refuse_others();
    return params;
}

Json to_json(const ViewshedParams& params)
{
    Json json = Json::object();
    put(json, "observer", params.observer);
    put(json, "target", params.target);
    put(json, "radius", params.radius);
    put(json, "sectors", params.sectors);
    put(json, "curved", params.curved);
    put(json, "refraction", params.refraction);
    put(json, "max_side", params.max_side);
    return json;
}

ViewshedParams viewshed_params(const Json& json)
{
    JsonFields fields({&json, ""});
    ViewshedParams params;
    if (const auto found = fields["observer"]) params.observer = observer(found);
    if (const auto target = fields["target"]) params.target = target.nonnegative_number();
    if (const auto radius = fields["radius"]) params.radius = more_than_zero(radius);
    if (const auto found = fields["sectors"]) params.sectors = sectors(found);
    if (const auto curved = fields["curved"]) params.curved = curved.boolean();
    if (const auto refraction = fields["refraction"]) params.refraction = refraction.nonnegative_number();
    if (const auto side = fields["max_side"]) params.max_side = side.uint32({.min = 2, .max = max_tile_side});
    fields.refuse_others();
    return params;
}

Json to_json(const TerrainImageParams& params)
{
    Json json = Json::object();
    put(json, "file", params.file);
    put(json, "max_side", params.max_side);
    return json;
}

TerrainImageParams terrain_image_params(const Json& json)
{
    JsonFields fields({&json, ""});
    TerrainImageParams params;
    if (const auto file = fields["file"]) params.file = file.text();
    if (const auto side = fields["max_side"]) params.max_side = side.uint32({.min = 2, .max = max_tile_side});
    fields.refuse_others();
    return params;
}

}  // namespace farfield::model
