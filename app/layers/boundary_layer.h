#pragma once

#include "app/layers/surface_layer.h"
#include "model/layers/boundary_kind.h"

namespace farfield::app {

/// Boundary surfaces of the grid itself.
class BoundaryLayer final : public SurfaceLayer {
public:
    BoundaryLayer(const Stage& stage, model::Use use);
    [[nodiscard]] std::vector<Request> wanted(const LayerState& state) override;

private:
    void take_style(const LayerState& state) override;
};

}  // namespace farfield::app
