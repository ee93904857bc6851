#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/show/frames/plain_intake.h"
#include "app/show/ground/tile_store.h"
#include "app/show/layer.h"

namespace farfield::app {

/// Heights of the ground at given places of a terrain, from the finest level of which a few hundred tiles
/// cover them.
class GroundHeights {
public:
    /// Asks for heights at places in the terrain's local frame, instead of those asked for before.
    void ask(const model::TerrainDescription& terrain, std::vector<glm::dvec2> places);
    /// The program that sends the tiles; nullopt once all have arrived.
    [[nodiscard]] std::optional<ProgramRequest> request(const LayerState& state) const;
    [[nodiscard]] Intake& intake() noexcept { return frames_; }
    /// Takes tiles. True when all tiles asked for have arrived, so that request() differs. Throws
    /// std::runtime_error where a frame is no tile of heights.
    bool take();
    [[nodiscard]] bool has_released() noexcept { return frames_.has_released(); }
    [[nodiscard]] bool is_complete() const noexcept { return store_ && tiles_.empty(); }
    /// Heights in metres, [places]; nullopt off the map and in holes.
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
