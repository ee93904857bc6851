#pragma once

#include "app/layers/kinds/isosurface_kind.h"
#include "app/layers/volumes/surface_layer.h"

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
