#pragma once

#include "app/layers/answer_layer.h"
#include "model/programs/surface.h"
#include "model/programs/surface_params.h"
#include "render/layers/volumes/surface_drawing.h"

namespace farfield::app {

/// Surfaces that a node makes. In a playback they use all nodes of the grid, unless the layer gives a level.
class SurfaceLayer : public AnswerLayer, public ReportedRole {
public:
    /// Legend of the scalar; null where the surface has one plain colour.
    [[nodiscard]] const render::Legend* legend() const override
    {
        return surface_.colour ? nullptr : AnswerLayer::legend();
    }
    [[nodiscard]] const ReportedRole* reported() const override { return this; }
    /// Triangles, segments and level of the surface that is shown.
    [[nodiscard]] net::Json report() const override;

protected:
    SurfaceLayer(const char* program, const Stage& stage, const ProgramWords& words)
        : AnswerLayer(program, stage, words)
    {}

    /// surfaces: number of surfaces, so of parts in the answer at least.
    template <class Params>
    [[nodiscard]] std::vector<Request> requests_of(const LayerState& state, Params params,
                                                   std::size_t surfaces)
    {
        take_times(state, surfaces, params);
        take_detail(state, surfaces, params);
        return {request_of(state, params, params.parts, part_bytes(params.parts))};
    }
    /// Takes the style members that all surfaces share. scalar: of the vertices. colour: replaces the scalar.
    template <class Style>
    void take_look(const LayerState& state, const Style& style, const model::ScalarInfo& scalar,
                   const std::optional<std::string>& colour)
    {
        surface_.placement = state.frame.placement_of(state.data);
        surface_.range = take_legend(scalar, style.range, style.colour_map).range;
        surface_.colour_map = style.colour_map;
        surface_.colour = colour_of(colour);
        surface_.opacity = static_cast<float>(style.opacity);
        if constexpr (requires { style.behind; }) surface_.behind = static_cast<float>(style.behind);
        surface_.edges = style.edges;
    }

private:
    void take_detail(const LayerState& state, std::size_t surfaces, model::SurfaceParams& params) const;
    [[nodiscard]] static std::uint64_t part_bytes(std::uint32_t parts);
    [[nodiscard]] static std::optional<glm::vec3> colour_of(const std::optional<std::string>& text);
    void take_part(std::size_t slot, std::span<const std::byte> payload, bool is_first) override;
    void complete(LayerFrame& frame) const override;
    void add_drawings(const LayerState& state, render::Scene& scene) override;

    render::SurfaceDrawing surface_;
    std::uint64_t triangles_ = 0, segments_ = 0;
    std::uint32_t level_ = 0;
};

}  // namespace farfield::app
