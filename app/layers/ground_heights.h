#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/show/frames/plain_intake.h"
#include "app/show/frames/tile_store.h"
#include "app/show/layer.h"

namespace farfield::app {

/// The heights of the ground at some places of a terrain, from the finest tiles of which a few hundred
/// suffice.
class GroundHeights {
public:
    /// Places in the terrain's local frame. Those of before are forgotten.
    void ask(const model::TerrainDescription& terrain, std::vector<glm::dvec2> places);
    /// The program that brings the tiles; nothing once all are here.
    [[nodiscard]] std::optional<ProgramRequest> request(const LayerState& state) const;
    [[nodiscard]] Intake& intake() noexcept { return frames_; }
    /// True when all tiles that were asked for are here, so that request() is another. Throws
    /// std::runtime_error where a frame is no tile of heights.
    bool take();
    [[nodiscard]] bool has_released() noexcept { return frames_.has_released(); }
    [[nodiscard]] bool is_complete() const noexcept { return store_ && tiles_.empty(); }
    /// Metres, [places]; nothing off the map and in holes.
    [[nodiscard]] std::vector<std::optional<double>> heights() const;

private:
    [[nodiscard]] std::vector<model::TileAddress> tiles_of_places() const;

    static constexpr std::size_t slots = 8;
    PlainIntake frames_{slots};
    std::vector<glm::dvec2> places_;
    std::optional<TileStore> store_;
    std::vector<model::TileAddress> tiles_;  ///< asked for now
    std::set<model::TileAddress> here_;
    bool has_top_ = false;
};

}  // namespace farfield::app
