#pragma once

#include <vector>

#include "app/layers/answer_layer.h"
#include "model/layers/slice_kind.h"
#include "render/layers/volumes/slice_drawing.h"

namespace farfield::app {

/// A scalar on planes. In a playback, a layer with `clock` has planes for each tick; others have planes of
/// one time for all pictures.
class SliceLayer final : public AnswerLayer, public PlanesRole {
public:
    SliceLayer(const Stage& stage, model::Use use);
    [[nodiscard]] std::vector<Request> wanted(const LayerState& state) override;

    [[nodiscard]] const PlanesRole* planes() const override { return this; }
    [[nodiscard]] std::optional<ProbedPlace> probe(const render::Ray& ray) const override;
    [[nodiscard]] std::vector<PlaneFrame> plane_frames() const override;

private:
    struct Plane {
        model::SlicePreamble preamble;
        render::SliceDrawing drawing;
    };

    void take_part(std::size_t slot, std::span<const std::byte> payload, bool is_first) override;
    void complete(LayerFrame& frame) const override
    {
        if (!planes_.empty()) frame.level = planes_.front().preamble.level;
    }
    void take_style(const LayerState& state) override;
    void add_drawings(const LayerState& state, render::Scene& scene) override;

    std::vector<Plane> planes_;   ///< shown now
    render::SliceDrawing style_;  ///< common to all planes
    std::string scalar_;          ///< requested name; empty: the dataset's first
};

}  // namespace farfield::app
