#pragma once

#include <memory>
#include <vector>

#include "app/layers/ground_heights.h"
#include "model/layers/sight_kind.h"

namespace farfield::app {

/// Lines of sight from an eye to targets over a terrain.
class SightLayer final : public Layer, public DrapedRole, public ReportedRole {
public:
    [[nodiscard]] std::vector<Request> wanted(const LayerState& state) override;
    [[nodiscard]] bool requests_changed() override;
    [[nodiscard]] Intake& intake(std::string_view /*key*/) override { return ground_.intake(); }
    std::optional<std::string> take_answer(std::string_view key, const net::Json& answer,
                                           std::uint32_t part) override;
    [[nodiscard]] std::string refusal_of(std::string_view key, const net::RpcError& error) const override;
    bool take(const ShowClock& clock, std::uint32_t outdated_before) override;
    [[nodiscard]] bool is_ready() const override { return annotations_ != nullptr; }
    [[nodiscard]] const DrapedRole* draped() const override { return this; }
    void drape(Drape& drape) const override;
    bool release_finished() override { return ground_.has_released(); }
    [[nodiscard]] const ReportedRole* reported() const override { return this; }
    /// Members `from` and `lines`: for each target visibility, clearance and the place where it is blocked.
    [[nodiscard]] net::Json report() const override;

private:
    void annotate();
    [[nodiscard]] net::Json report_of(std::size_t line) const;

    std::string id_;
    model::TerrainDescription terrain_;
    model::TerrainSightCall asked_;                 ///< call with the layer's parameters
    std::vector<glm::dvec3> places_;                ///< the eye, then the targets, in the local frame
    std::vector<model::TerrainSightLine> answers_;  ///< [targets]; empty before
    GroundHeights ground_;
    bool has_heights_ = false;
    std::shared_ptr<const render::GroundAnnotations> annotations_;
};

}  // namespace farfield::app
