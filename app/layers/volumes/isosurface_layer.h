#pragma once

#include "app/layers/volumes/surface_layer.h"
#include "model/layers/isosurface_kind.h"

namespace farfield::app {

/// Where a scalar has a value, or one of several.
class IsosurfaceLayer final : public SurfaceLayer {
public:
    IsosurfaceLayer(const Stage& stage, model::Use use);
    [[nodiscard]] std::vector<Request> wanted(const LayerState& state) override;

private:
    void take_style(const LayerState& state) override;
};

}  // namespace farfield::app
