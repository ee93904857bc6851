#pragma once

#include "app/layers/surface_layer.h"
#include "model/layers/isosurface_kind.h"

namespace farfield::app {

/// Isosurfaces of a scalar, at one value or at several.
class IsosurfaceLayer final : public SurfaceLayer {
public:
    IsosurfaceLayer(const Stage& stage, model::Use use);
    [[nodiscard]] std::vector<Request> wanted(const LayerState& state) override;

private:
    void take_style(const LayerState& state) override;
};

}  // namespace farfield::app
