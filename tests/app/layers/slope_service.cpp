#include "tests/app/layers/slope_service.h"

#include <algorithm>
#include <utility>

#include "model/calls/viewshed_file.h"
#include "model/programs/program_answer.h"
#include "model/programs/terrain_params.h"
#include "net/message/byte_order.h"

namespace farfield::app::test {
namespace {

class SlopeProgram final : public net::Program {
public:
    SlopeProgram(const net::ProgramStart& start, std::function<void(model::TerrainTilePreamble&)> change)
        : start_(start), change_(std::move(change))
    {
        if (start.program == "terrain.tiles")
            tiles_ = model::read<model::TerrainTilesParams>(start.params).tiles;
    }
    [[nodiscard]] net::Answer answer() const override { return {0, model::write(model::ProgramAnswer{})}; }
    void update(const net::Json& params) override
    {
        if (start_.program == "terrain.tiles") tiles_ = model::read<model::TerrainTilesParams>(params).tiles;
        made_ = 0;
    }

    [[nodiscard]] net::Making make(std::span<const std::span<std::byte>> buffers,
                                   std::span<net::Made> made) override
    {
        if (made_ >= std::max<std::size_t>(1, tiles_.size())) return net::Idle{};
        const auto buffer = buffers.front();
        auto tile = preamble();
        if (change_) change_(tile);
        ++made_;
        const auto payload = buffer.first(model::tile_payload_bytes(tile.kind, tile.width, tile.height));
        model::encode_preamble(tile, payload.first<model::tile_preamble_bytes>());
        auto* to = payload.data() + model::tile_preamble_bytes;
        for (std::uint32_t row = 0; row < tile.height; ++row)
            for (std::uint32_t column = 0; column < tile.width; ++column) {
                put(to, tile, column);
                to += model::tile_value_bytes(tile.kind);
            }
        made.front() = {.type = net::MessageType::TerrainTile, .payload = payload};
        return net::Frames{1};
    }

private:
    [[nodiscard]] model::TerrainTilePreamble preamble() const
    {
        model::TerrainTilePreamble tile;
        tile.kind = start_.program == "terrain.tiles"      ? model::TileKind::Heights
                    : start_.program == "terrain.viewshed" ? model::TileKind::Visibility
                                                           : model::TileKind::Colours;
        std::uint32_t column = 0, row = 0;
        if (!tiles_.empty()) {
            tile.level = tiles_[made_].level;
            column = tile.column = tiles_[made_].column;
            row = tile.row = tiles_[made_].row;
        }
        const bool is_raster = tiles_.empty();
        const auto axis = [&](std::uint32_t number, double sign, std::uint32_t& count) {
            const std::uint32_t step = 1U << tile.level, from = number * 64 * step;
            const std::uint32_t to =
                is_raster ? slope_posts - 1 : std::min(from + 64 * step, slope_posts - 1);
            count = (to - from + step - 1) / step + 1;
            return model::TileAxis{.first = sign * (from * slope_metres - slope_half),
                                   .last = sign * (to * slope_metres - slope_half),
                                   .step = sign * slope_metres * step};
        };
        tile.x = axis(column, 1.0, tile.width);
        tile.y = axis(row, -1.0, tile.height);
        return tile;
    }

    static void put(std::byte* to, const model::TerrainTilePreamble& tile, std::uint32_t column)
    {
        const double x = tile.x.at(column, tile.width);
        if (tile.kind == model::TileKind::Heights)
            net::store_big(to, static_cast<float>(200.0 + 0.1 * x));
        else if (tile.kind == model::TileKind::Visibility)
            *to = std::byte{x < 0.0 ? model::tile_visible : model::tile_hidden};
        else
            net::store_big(to, std::uint32_t{0xFF0000FF});
    }

    net::ProgramStart start_;
    std::function<void(model::TerrainTilePreamble&)> change_;
    std::vector<model::TileAddress> tiles_;
    std::size_t made_ = 0;
};

}  // namespace

model::TerrainDescription slope()
{
    model::TerrainDescription terrain;
    terrain.terrain = "slope";
    terrain.posts = {slope_posts, slope_posts};
    terrain.post_metres = {slope_metres, slope_metres};
    terrain.heights = {0.0, 500.0};
    terrain.bounds = {{-slope_half, -slope_half}, {slope_half, slope_half}};
    terrain.origin = {1000.0, 2000.0};
    terrain.metres_per_unit = {0.5, 0.5};
    return terrain;
}

net::CallResult SlopeService::call(std::string_view name, const net::CallRequest& request,
                                   const net::CallContext& /*context*/)
{
    const net::Json& params = request.params;
    if (name == "terrain.open") return {.result = model::write(slope())};
    if (name == "terrain.sight")
        return {.result = model::write(
                    model::TerrainSightLines{look(model::read<model::TerrainSightCall>(params))})};
    if (name == "terrain.overlay")
        return {.result =
                    model::write(in_parts(overlay).at(model::read<model::TerrainOverlayCall>(params).part))};
    if (name == "terrain.viewshed_file")
        return {.result =
                    to_json(model::in_parts(file).at(model::read<model::ViewshedFileCall>(params).part))};
    throw net::unknown_method(name);
}

std::unique_ptr<net::Program> SlopeService::start(const net::ProgramStart& start,
                                                  const std::stop_token& /*cancel*/)
{
    return std::make_unique<SlopeProgram>(start, change_tile);
}

}  // namespace farfield::app::test
