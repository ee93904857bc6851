#pragma once

#include <memory>
#include <string>

#include "app/layers/ground_heights.h"
#include "app/layers/raster_intake.h"
#include "model/layers/viewshed_kind.h"

namespace farfield::app {

/// Ground seen from one place, as a raster overlay; in a playback also as a GeoTIFF.
class ViewshedLayer final : public Layer, public DrapedRole, public ReportedRole {
public:
    [[nodiscard]] std::vector<Request> wanted(const LayerState& state) override;
    [[nodiscard]] bool requests_changed() override;
    [[nodiscard]] Intake& intake(std::string_view key) override;
    [[nodiscard]] std::uint32_t most_parts(std::string_view key) const override;
    std::optional<std::string> take_answer(std::string_view key, const net::Json& answer,
                                           std::uint32_t part) override;
    [[nodiscard]] std::string refusal_of(std::string_view key, const net::RpcError& error) const override;
    bool take(const ShowClock& clock, std::uint32_t outdated_before) override;
    [[nodiscard]] bool is_ready() const override;
    [[nodiscard]] const DrapedRole* draped() const override { return this; }
    void drape(Drape& drape) const override;
    bool release_finished() override;
    void completed(std::vector<Shown>& shown) override { overlays_.completed("viewshed", shown); }
    [[nodiscard]] const ReportedRole* reported() const override { return this; }
    /// Observer, parameters, and number of posts seen.
    [[nodiscard]] net::Json report() const override;
    /// The GeoTIFF's bytes; null where none was asked for, or it is not complete.
    [[nodiscard]] const std::string* file() const override { return file_.empty() ? nullptr : &file_; }

private:
    std::string id_;
    net::Json params_;  ///< parameters of the layer
    model::TerrainDescription terrain_;
    model::ViewshedParams asked_;
    glm::dvec3 observer_{0.0};  ///< in the local frame, above the ground
    RasterIntake overlays_{model::TileKind::Visibility};
    GroundHeights ground_;
    bool has_height_ = false;
    bool wants_file_ = false;
    std::string coming_file_, file_;
    std::shared_ptr<const render::GroundAnnotations> annotations_;
};

}  // namespace farfield::app
