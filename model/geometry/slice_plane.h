#pragma once

#include "model/fields/fields.h"
#include "model/geometry/point.h"

#include <array>
#include <optional>
#include <string>

namespace farfield::model {

enum class SliceAxis { X, Y, Z };
inline constexpr std::array slice_axis_names{"x", "y", "z"};

/// A plane through a dataset, in its coordinates and position units: docs/protocol.md, section 14. Exactly
/// one of three forms: perpendicular to an axis, a parallelogram, or perpendicular to a vector.
struct SlicePlane {
    std::optional<SliceAxis> axis = std::nullopt;
    std::optional<double> position = std::nullopt;  ///< coordinate along the axis
    std::optional<Point> origin = std::nullopt;  ///< a corner of the parallelogram, or a point on the plane
    std::optional<Point> edge_u = std::nullopt, edge_v = std::nullopt;
    std::optional<Point> normal = std::nullopt;
    std::optional<Point> up = std::nullopt;  ///< direction near which the slice's v edge lies
    friend bool operator==(const SlicePlane&, const SlicePlane&) = default;

    static void fields(auto& visit)
    {
        visit("axis", &SlicePlane::axis, names(slice_axis_names));
        visit("position", &SlicePlane::position);
        visit("origin", &SlicePlane::origin);
        visit("edge_u", &SlicePlane::edge_u);
        visit("edge_v", &SlicePlane::edge_v);
        visit("normal", &SlicePlane::normal);
        visit("up", &SlicePlane::up);
    }
    /// Throws FieldError when members of a form are missing, or members of two forms are present.
    static void check(const SlicePlane& plane, const std::string& path);
};

}  // namespace farfield::model
