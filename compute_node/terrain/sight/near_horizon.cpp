#include "compute_node/terrain/sight/near_horizon.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace farfield::terrain {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The largest (c + b t + a t^2) / t for t in [begin, end]; c is 0 where begin is.
double highest_rise(double a, double b, double c, double begin, double end)
{
    const auto rise = [&](double t) { return t > 0.0 ? c / t + b + a * t : c < 0.0 ? -infinity : b; };
    double highest = std::max(rise(begin), rise(end));
    if (c < 0.0 && a < 0.0) {
        const double top = std::sqrt(c / a);
        if (top > begin && top < end) highest = std::max(highest, rise(top));
    }
    return highest;
}

}  // namespace

NearHorizon::NearHorizon(const HeightBlocks& terrain, const PostSight& sight, const ViewshedOctant& octant,
                         double reach)
    : terrain_{terrain}, sight_{sight}, octant_{octant}, reach_{reach}, steepness_{0.0}
{
    constexpr int around = 4;
    const auto column = static_cast<std::int64_t>(std::floor(sight.eye.x));
    const auto row = static_cast<std::int64_t>(std::floor(sight.eye.y));
    const int right = octant.along_columns ? 0 : 1, down = 1 - right;
    for (std::int64_t j = std::max<std::int64_t>(row - around, 0);
         j <= std::min(row + around, terrain.rows - 1 - down); ++j)
        for (std::int64_t i = std::max<std::int64_t>(column - around, 0);
             i <= std::min(column + around, terrain.columns - 1 - right); ++i) {
            const double rise = double{terrain.height_at(i + right, j + down)} - terrain.height_at(i, j);
            steepness_ = std::isnan(rise) ? infinity : std::max(steepness_, std::abs(rise));
        }
}

double NearHorizon::highest_between(double from_tangent, double to_tangent) const
{
    const double highest = std::max(highest_along(from_tangent), highest_along(to_tangent));
    return highest + (to_tangent - from_tangent) * steepness_;
}

double NearHorizon::highest_along(double tangent) const
{
    const double step = octant_.is_back ? -1.0 : 1.0, side = octant_.is_flipped ? -tangent : tangent;
    const glm::dvec2 eye{sight_.eye},
        ray = octant_.along_columns ? glm::dvec2{step, side} : glm::dvec2{side, step};
    std::array<double, 16> crossings{};
    std::size_t count = 1;
    for (const int axis : {0, 1}) {
        for (int plane = -3; plane <= 3; ++plane) {
            const double t = ray[axis] == 0.0 ? 0.0 : (std::floor(eye[axis]) + plane - eye[axis]) / ray[axis];
            if (t > 0.0 && t < reach_ && count + 1 < crossings.size()) crossings.at(count++) = t;
        }
    }
    crossings.at(count) = reach_;
    std::sort(crossings.begin(), crossings.begin() + static_cast<std::ptrdiff_t>(count));
    double highest = -infinity;
    for (std::size_t k = 0; k < count; ++k) {
        const double begin = crossings.at(k), end = crossings.at(k + 1);
        const glm::dvec2 middle = eye + 0.5 * (begin + end) * ray;
        const auto column = static_cast<std::int64_t>(
            std::clamp(std::floor(middle.x), 0.0, static_cast<double>(terrain_.columns - 2)));
        const auto row = static_cast<std::int64_t>(
            std::clamp(std::floor(middle.y), 0.0, static_cast<double>(terrain_.rows - 2)));
        const double h00 = terrain_.height_at(column, row), h10 = terrain_.height_at(column + 1, row);
        const double h01 = terrain_.height_at(column, row + 1), h11 = terrain_.height_at(column + 1, row + 1);
        const double b = h10 - h00, c = h01 - h00, e = h11 - h01 - h10 + h00;
        if (std::isnan(e)) return infinity;
        const double x = eye.x - static_cast<double>(column), y = eye.y - static_cast<double>(row);
        const double ground = h00 + b * x + c * y + e * x * y;
        const double below = begin > 0.0 ? ground - sight_.eye.z : std::min(ground - sight_.eye.z, 0.0);
        const double rise = b * ray.x + c * ray.y + e * (x * ray.y + y * ray.x);
        highest = std::max(highest, highest_rise(e * ray.x * ray.y, rise, below, begin, end));
    }
    return highest;
}

}  // namespace farfield::terrain
