#pragma once

#include <optional>

#include "model/geometry/geocentric.h"
#include "net/relay/sockets/input_spec.h"

namespace farfield::net::relay {

/// What x, y and z of JSON lines count from: the scene's own frame, or an anchor, at which x points to the
/// right of its heading, y along it, and z up from the ellipsoid.
class LineFrame {
public:
    LineFrame() = default;  ///< the scene's frame: places stay as they are
    explicit LineFrame(const SpecAnchor& anchor);

    /// Whether places are turned into geocentric ones.
    [[nodiscard]] bool is_anchored() const { return is_anchored_; }
    [[nodiscard]] glm::dvec3 place_of(const glm::dvec3& local) const
    {
        return origin_ + local.x * axes_.east + local.y * axes_.north + local.z * axes_.up;
    }
    /// x, y and z as the axes over which heading, pitch and roll count.
    [[nodiscard]] const model::LocalAxes& axes() const { return axes_; }

private:
    glm::dvec3 origin_{0.0};
    model::LocalAxes axes_ = model::plane_axes;
    bool is_anchored_ = false;
};

}  // namespace farfield::net::relay
