#pragma once

#include <functional>
#include <utility>

#include "model/geometry/geocentric.h"
#include "relay/sockets/input_spec.h"

namespace farfield::net::relay {

/// Height of the geoid above the ellipsoid WGS 84, m, at a longitude and a latitude in degrees.
using GeoidHeight = std::function<double(double longitude, double latitude)>;

/// Frame of x, y and z in JSON lines: the scene's own frame, or an anchor, at which x points to the right of
/// its heading, y along it, and z up from the ellipsoid.
class LineFrame {
public:
    LineFrame() = default;  ///< the scene's frame: places stay as they are
    explicit LineFrame(const SpecAnchor& anchor);
    /// Makes `alt` count from the geoid from now on.
    void count_from_geoid(GeoidHeight geoid) { geoid_ = std::move(geoid); }

    /// True when places are converted to geocentric ones.
    [[nodiscard]] bool is_anchored() const { return is_anchored_; }
    [[nodiscard]] glm::dvec3 place_of(const glm::dvec3& local) const
    {
        return origin_ + local.x * axes_.east + local.y * axes_.north + local.z * axes_.up;
    }
    /// Height of the zero level of `alt` above the ellipsoid.
    [[nodiscard]] double level_at(double longitude, double latitude) const
    {
        return geoid_ ? geoid_(longitude, latitude) : 0.0;
    }
    /// x, y and z as the axes for heading, pitch and roll.
    [[nodiscard]] const model::LocalAxes& axes() const { return axes_; }

private:
    glm::dvec3 origin_{0.0};
    model::LocalAxes axes_ = model::plane_axes;
    bool is_anchored_ = false;
    GeoidHeight geoid_;
};

}  // namespace farfield::net::relay
