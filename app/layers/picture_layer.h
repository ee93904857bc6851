#pragma once

#include "app/layers/raster_intake.h"
#include "model/layers/picture_kind.h"

namespace farfield::app {

/// A georeferenced image on a terrain.
class PictureLayer final : public Layer, public DrapedRole {
public:
    [[nodiscard]] std::vector<Request> wanted(const LayerState& state) override;
    [[nodiscard]] Intake& intake(std::string_view /*key*/) override { return overlays_.intake(); }
    bool take(const ShowClock& clock, std::uint32_t outdated_before) override;
    [[nodiscard]] bool is_ready() const override { return overlays_.overlay().has_value(); }
    [[nodiscard]] std::string problem_of(std::string_view key, const std::string& what) const override;
    [[nodiscard]] const DrapedRole* draped() const override { return this; }
    void drape(Drape& drape) const override;
    bool release_finished() override { return overlays_.has_released(); }
    void completed(std::vector<Shown>& shown) override { overlays_.completed("picture", shown); }

private:
    std::string file_;
    RasterIntake overlays_{model::TileKind::Colours};
};

}  // namespace farfield::app
