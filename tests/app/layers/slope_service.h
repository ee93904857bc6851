#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "model/calls/terrain_overlay.h"
#include "model/calls/terrain_sight.h"
#include "model/data/terrain_info.h"
#include "model/programs/terrain_tile.h"
#include "net/service/service.h"

namespace farfield::app::test {

inline constexpr double slope_metres = 10.0;      ///< between posts
inline constexpr std::uint32_t slope_posts = 97;  ///< along a side: two tiles
inline constexpr double slope_half = slope_metres * (slope_posts - 1) / 2;

/// A slope that rises by 1 m in 10 towards the east, 200 m high in the middle. Its coordinates are half
/// metres.
[[nodiscard]] model::TerrainDescription slope();

/// A node with the terrain "slope": its tiles, viewsheds that are seen in the west half, red pictures, and
/// calls whose answers a test decides.
class SlopeService final : public net::Service {
public:
    std::function<std::vector<model::TerrainSightLine>(const model::TerrainSightCall&)> look;
    model::TerrainOverlay overlay;
    /// Called with what a tile or overlay is about to say of itself, on the stream's thread.
    std::function<void(model::TerrainTilePreamble&)> change_tile;
    std::vector<std::byte> file = {};  ///< of a viewshed

    [[nodiscard]] net::CallResult call(std::string_view name, const net::CallRequest& request,
                                       const net::CallContext& context) override;
    [[nodiscard]] std::unique_ptr<net::Program> start(const net::ProgramStart& start,
                                                      const std::stop_token& cancel) override;
};

}  // namespace farfield::app::test
