#include "net/terrain_params.h"

#include "net/json_fields.h"
#include "net/limits.h"

namespace farfield::net {

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
        throw limit_error("max_listed_tiles", max_listed_tiles, elements.size());
    std::vector<TileAddress> tiles;
    tiles.reserve(elements.size());
    for (const JsonValue& element : elements) tiles.push_back(tile_address(element));
    return tiles;
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

}  // namespace farfield::net
