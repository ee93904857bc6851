#include "compute_node/grids/cells/polygon.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>
#include <tuple>

namespace farfield::compute {

namespace {

bool is_before(glm::vec3 a, glm::vec3 b)
{
    return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
}

/// A polygon's corners, from the first one by coordinates, in the direction of its nearer neighbour.
class Ring {
public:
    Ring(std::span<const std::uint32_t> corners, const std::vector<glm::vec3>& points)
        : points_{points}, corners_{corners.begin(), corners.end()}
    {
        const auto same_place = [&](std::uint32_t a, std::uint32_t b) { return points[a] == points[b]; };
        corners_.erase(std::unique(corners_.begin(), corners_.end(), same_place), corners_.end());
        while (corners_.size() > 1 && same_place(corners_.front(), corners_.back())) corners_.pop_back();
        if (corners_.size() < 3) return;
        const auto before = [&](std::uint32_t a, std::uint32_t b) { return is_before(points[a], points[b]); };
        std::rotate(corners_.begin(), std::min_element(corners_.begin(), corners_.end(), before),
                    corners_.end());
        turned_ = before(corners_.back(), corners_[1]);
        if (turned_) std::reverse(corners_.begin() + 1, corners_.end());
        for (std::size_t i = 1; i + 1 < corners_.size(); ++i) normal_ += cross(0, i, i + 1);
        const double length = glm::length(normal_);
        area_ = length;
        if (length > 0.0) normal_ /= length;
    }

    [[nodiscard]] std::size_t size() const { return corners_.size(); }
    /// Twice the area of the polygon.
    [[nodiscard]] double area() const { return area_; }
    /// Twice the area of three corners; negative where they turn against the polygon. Indices wrap around.
    [[nodiscard]] double area(std::size_t a, std::size_t b, std::size_t c) const
    {
        return glm::dot(cross(a, b, c), normal_);
    }
    [[nodiscard]] TriangleCorners triangle(std::size_t a, std::size_t b, std::size_t c) const
    {
        if (turned_) std::swap(b, c);
        return {number(a), number(b), number(c)};
    }
    /// The quality of a corner as an ear: its area over the longest side's square, far below 0 where another
    /// corner lies in the triangle.
    [[nodiscard]] double ear_quality(std::size_t i) const
    {
        const std::size_t a = i + size() - 1, c = i + 1;
        double longest = 0.0;
        for (const glm::dvec3 side : {at(i) - at(a), at(c) - at(i), at(a) - at(c)})
            longest = std::max(longest, glm::dot(side, side));
        const double quality = area(a, i, c) / longest;
        constexpr double covered = -10.0;
        for (std::size_t other = 2; other + 1 < size(); ++other)
            if (contains(a, i, c, i + other)) return quality + covered;
        return quality;
    }
    void clip(std::size_t i) { corners_.erase(corners_.begin() + static_cast<std::ptrdiff_t>(i)); }

private:
    [[nodiscard]] std::uint32_t number(std::size_t i) const { return corners_[i % corners_.size()]; }
    [[nodiscard]] glm::dvec3 at(std::size_t i) const { return points_[number(i)]; }
    [[nodiscard]] glm::dvec3 cross(std::size_t a, std::size_t b, std::size_t c) const
    {
        return glm::cross(at(b) - at(a), at(c) - at(a));
    }
    [[nodiscard]] bool contains(std::size_t a, std::size_t b, std::size_t c, std::size_t p) const
    {
        return area(a, b, p) >= 0.0 && area(b, c, p) >= 0.0 && area(c, a, p) >= 0.0;
    }

    const std::vector<glm::vec3>& points_;
    std::vector<std::uint32_t> corners_;
    glm::dvec3 normal_{0.0};
    double area_ = 0.0;
    bool turned_ = false;  ///< true: runs against the order given
};

/// Area of the smallest triangle of the fan about a corner.
double smallest_of_fan(const Ring& ring, std::size_t apex)
{
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i + 1 < ring.size(); ++i)
        smallest = std::min(smallest, ring.area(apex, apex + i, apex + i + 1));
    return smallest;
}

void clip_ears(Ring& ring, std::vector<TriangleCorners>& triangles)
{
    while (ring.size() > 2) {
        std::size_t best = 0;
        double quality = -std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < ring.size(); ++i)
            if (const double q = ring.ear_quality(i); q > quality) {
                best = i;
                quality = q;
            }
        triangles.push_back(ring.triangle(best + ring.size() - 1, best, best + 1));
        ring.clip(best);
    }
}

}  // namespace

void append_triangles(std::span<const std::uint32_t> corners, const std::vector<glm::vec3>& points,
                      std::vector<TriangleCorners>& triangles)
{
    Ring ring{corners, points};
    if (ring.size() < 3) return;
    std::size_t apex = 0;
    double smallest = smallest_of_fan(ring, 0);
    for (std::size_t i = 1; i < ring.size(); ++i)
        if (const double s = smallest_of_fan(ring, i); s > smallest) {
            apex = i;
            smallest = s;
        }
    constexpr double thin = 1e-6;  // of the polygon: a triangle of corners in one line
    if (!(smallest > thin * ring.area())) {
        clip_ears(ring, triangles);
        return;
    }
    for (std::size_t i = 1; i + 1 < ring.size(); ++i)
        triangles.push_back(ring.triangle(apex, apex + i, apex + i + 1));
}

}  // namespace farfield::compute
