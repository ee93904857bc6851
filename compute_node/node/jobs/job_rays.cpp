#include "compute_node/node/jobs/job_rays.h"

#include "compute_node/tomography/rays/ray_tracer.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <vector>

namespace farfield::node {

namespace {

constexpr double most_pieces_of_ray = 2000.0;

std::uint32_t one_in(std::size_t data)
{
    return static_cast<std::uint32_t>(
        std::max<std::size_t>((data + max_rays_of_slice - 1) / max_rays_of_slice, 1));
}

/// The points of a ray from source to receiver, without those nearer than the spacing to the point before;
/// the last one stays.
std::vector<glm::dvec3> thinned(const tomography::Ray& ray, double spacing)
{
    std::vector<glm::dvec3> points{ray.points.back()};
    for (auto at = ray.points.rbegin() + 1; at != ray.points.rend(); ++at)
        if (glm::distance(points.back(), *at) >= spacing || at + 1 == ray.points.rend())
            points.push_back(*at);
    return points;
}

void append(const std::vector<glm::dvec3>& points, const tomography::SlownessModel& slowness,
            compute::DatasetRays& to)
{
    double elapsed = 0.0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (i > 0)
            elapsed +=
                glm::distance(points[i - 1], points[i]) * slowness.at((points[i - 1] + points[i]) / 2.0);
        to.points.emplace_back(points[i] - to.origin);
        to.elapsed.push_back(static_cast<float>(elapsed));
    }
}

}  // namespace

std::shared_ptr<const compute::DatasetRays> rays_to_show(const tomography::KeptModel& model,
                                                         const tomography::Survey& survey)
{
    auto kept = std::make_shared<compute::DatasetRays>();
    kept->origin = model.lattice.origin;
    const std::uint32_t every = one_in(survey.data.size());
    for (std::size_t n = 0; n < survey.data.size(); ++n) {
        const tomography::Ray& ray = model.arrivals.arrivals[n].ray;
        if (ray.points.size() < 2 || !compute::is_chosen(static_cast<std::uint32_t>(n), every)) continue;
        const std::size_t first = kept->points.size();
        const double spacing =
            std::max(model.forward.lattice.spacing, tomography::length_of(ray) / most_pieces_of_ray);
        append(thinned(ray, spacing), model.forward, *kept);
        kept->rays.push_back({.datum = static_cast<std::uint32_t>(n),
                              .source = static_cast<std::uint16_t>(survey.data[n].source),
                              .residual = static_cast<float>(model.residuals[n]),
                              .first_point = first,
                              .points = static_cast<std::uint32_t>(kept->points.size() - first)});
    }
    return kept;
}

std::uint64_t ray_bytes(const tomography::Lattice& lattice, std::size_t data)
{
    const std::uint64_t rays = data / one_in(data) + 1;
    const auto points = static_cast<std::uint64_t>(lattice.nodes.x + lattice.nodes.y + lattice.nodes.z);
    return compute::DatasetRays::bytes(rays, rays * points);
}

}  // namespace farfield::node
