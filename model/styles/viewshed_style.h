#pragma once

#include "model/fields/fields.h"

namespace farfield::model {

/// Style of a viewshed: files beside its colours on the ground.
struct ViewshedStyle {
    bool geotiff = false;  ///< writes the viewshed as a GeoTIFF, too
    friend bool operator==(const ViewshedStyle&, const ViewshedStyle&) = default;

    static void fields(auto& visit) { visit("geotiff", &ViewshedStyle::geotiff); }
};

}  // namespace farfield::model
