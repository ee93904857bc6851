#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "model/programs/terrain_tile.h"
#include "tests/fuzz/fuzz_targets.h"

namespace farfield::fuzz {

namespace {
constexpr std::uint32_t most_values = 40;  // along a side

const std::array<model::TerrainTilePreamble, 3> tiles{{
    {.width = 3,
     .height = 2,
     .frame = 2,
     .compute_ns = 65536,
     .computed_at_ns = 1,
     .kind = model::TileKind::Heights,
     .level = 1,
     .column = 4,
     .row = 7,
     .x = {.first = 7635.0, .last = 7725.0, .step = 60.0},
     .y = {.first = -13425.0, .last = -13455.0, .step = -60.0},
     .observer = {}},
    {.width = most_values,
     .height = most_values,
     .frame = 0,
     .compute_ns = 0,
     .computed_at_ns = 0,
     .kind = model::TileKind::Visibility,
     .level = 0,
     .column = 0,
     .row = 0,
     .x = {.first = 0.0, .last = 39.0, .step = 1.0},
     .y = {.first = 39.0, .last = 0.0, .step = -1.0},
     .observer = {12.5, -3.0, 2.0}},
    {.width = 2,
     .height = 2,
     .frame = 1,
     .compute_ns = 9,
     .computed_at_ns = 9,
     .kind = model::TileKind::Colours,
     .level = 0,
     .column = 0,
     .row = 0,
     .x = {.first = -1e6, .last = 1e6, .step = 2e6},
     .y = {.first = -0.0, .last = 1e-300, .step = 1e-300},
     .observer = {}},
}};

std::vector<std::byte> payload_of(const model::TerrainTilePreamble& preamble)
{
    std::vector<std::byte> payload(model::tile_payload_bytes(preamble.kind, preamble.width, preamble.height));
    model::encode_preamble(preamble, std::span(payload).first<model::tile_preamble_bytes>());
    return payload;
}

void check_axis(const model::TileAxis& axis, std::uint32_t count)
{
    for (std::uint32_t i = 0; i < count; ++i)
        require(std::isfinite(axis.at(i, count)), "a tile's column or row that is nowhere");
}
}  // namespace

void fuzz_tile(Mutator& mutator)
{
    std::vector<std::byte> payload = payload_of(tiles[mutator.below(tiles.size())]);
    if (mutator.one_in(4)) {
        mutator.spoil(payload);
    } else {
        // As long as before: the fault must show in the preamble's own numbers.
        std::vector<std::byte> head(payload.begin(), payload.begin() + model::tile_preamble_bytes);
        mutator.spoil(head);
        head.resize(model::tile_preamble_bytes);
        std::copy(head.begin(), head.end(), payload.begin());
    }
    const auto read = model::decode_tile_preamble(payload);
    if (!read) return;
    require(payload.size() == model::tile_payload_bytes(read->kind, read->width, read->height),
            "a tile that has not all of its values");
    check_axis(read->x, read->width);
    check_axis(read->y, read->height);
    require(model::decode_tile_preamble(payload_of(*read)) == read, "a tile that is written as another");
}

}  // namespace farfield::fuzz
