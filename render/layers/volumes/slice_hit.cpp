#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "render/layers/volumes/slice_drawing.h"
#include "render/scene/drawn_place.h"

/// Intersections of rays with slices.
namespace farfield::render {
namespace {

/// A corner of a slice's triangles in the scene; nullopt: it has no place.
using Corner = std::optional<glm::dvec3>;

/// The distance along the ray, and the parts towards the second and the third corner; nullopt: no hit
/// (Moeller, Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection", 1997).
std::optional<glm::dvec3> meet(const Ray& ray, const Corner& a, const Corner& b, const Corner& c)
{
    if (!a || !b || !c) return std::nullopt;
    const glm::dvec3 way(ray.direction), u = *b - *a, v = *c - *a, across = glm::cross(way, v);
    const double area = glm::dot(u, across);
    if (area == 0.0) return std::nullopt;
    const glm::dvec3 from = glm::dvec3(ray.origin) - *a, beside = glm::cross(from, u);
    const double along_u = glm::dot(from, across) / area, along_v = glm::dot(way, beside) / area,
                 distance = glm::dot(v, beside) / area;
    if (along_u < 0.0 || along_v < 0.0 || along_u + along_v > 1.0 || distance < 0.0) return std::nullopt;
    return glm::dvec3(distance, along_u, along_v);
}

/// Finds the hit of a slice that the scene bends, by the triangles of its strips.
class BentSlice {
public:
    BentSlice(const SliceDrawing& slice, const Ray& ray) : slice_(slice), ray_(ray) {}

    std::optional<SliceHit> hit()
    {
        take_row(0);
        for (int row = 0; row < bent_slice_strips; ++row) {
            std::swap(lower_, upper_);
            take_row(row + 1);
            for (int step = 0; step < bent_slice_strips; ++step) {
                const auto i = static_cast<std::size_t>(step);
                // The two triangles of a step of the strip: shaders/slice.vert.
                try_triangle(lower_[i], upper_[i], lower_[i + 1], {step, row}, {0, 1}, {1, 0});
                try_triangle(upper_[i + 1], lower_[i + 1], upper_[i], {step + 1, row + 1}, {0, -1}, {-1, 0});
            }
        }
        return nearest_;
    }

private:
    void take_row(int row)
    {
        const SliceFrame& frame = *slice_.frame;
        upper_.clear();
        for (int i = 0; i <= bent_slice_strips; ++i)
            upper_.push_back(drawn_place(slice_.placement, glm::dvec3(frame.origin) +
                                                               part(i) * glm::dvec3(frame.edge_u) +
                                                               part(row) * glm::dvec3(frame.edge_v)));
    }
    static double part(double steps) { return steps / bent_slice_strips; }

    void try_triangle(const Corner& a, const Corner& b, const Corner& c, glm::dvec2 at, glm::dvec2 to_b,
                      glm::dvec2 to_c)
    {
        const auto found = meet(ray_, a, b, c);
        if (!found || (nearest_ && double{nearest_->distance} <= found->x)) return;
        at += found->y * to_b + found->z * to_c;
        nearest_ = SliceHit{static_cast<float>(found->x), part(at.x), part(at.y)};
    }

    const SliceDrawing& slice_;
    const Ray& ray_;
    std::vector<Corner> lower_, upper_;  ///< edges of a strip
    std::optional<SliceHit> nearest_;
};

std::optional<SliceHit> hit_of_plane(const SliceFrame& frame, const Placement& placement, const Ray& ray)
{
    // The hit is found in the slice's own positions; lengths along the ray stay those of the world.
    const glm::dvec3 scale{placement.scale};
    const glm::dvec3 from =
        (glm::dvec3{ray.origin} - glm::dvec3{placement.offset}) / scale - glm::dvec3{frame.origin};
    const glm::dvec3 way = glm::dvec3{ray.direction} / scale, u{frame.edge_u}, v{frame.edge_v};
    const glm::dvec3 normal = glm::cross(u, v);
    const double slope = glm::dot(way, normal), area = glm::dot(normal, normal);
    if (slope == 0.0 || area == 0.0) return std::nullopt;
    const double distance = -glm::dot(from, normal) / slope;
    const glm::dvec3 at = from + distance * way;
    const double along_u = glm::dot(glm::cross(at, v), normal) / area,
                 along_v = glm::dot(glm::cross(u, at), normal) / area;
    const auto is_inside = [](double part) { return part >= 0.0 && part <= 1.0; };
    if (distance < 0.0 || !is_inside(along_u) || !is_inside(along_v)) return std::nullopt;
    return SliceHit{static_cast<float>(distance), along_u, along_v};
}

}  // namespace

std::optional<SliceHit> SliceDrawing::hit(const Ray& ray) const
{
    if (slots == nullptr || !frame) return std::nullopt;
    if (is_bent(placement)) return BentSlice(*this, ray).hit();
    return hit_of_plane(*frame, placement, ray);
}

}  // namespace farfield::render
