#include "compute_node/suggestions.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <array>
#include <optional>

namespace farfield::compute {

namespace {

constexpr int samples_along_line = 33;
constexpr std::array places_across{0.1, 0.3, 0.5, 0.7, 0.9};  // of the bounds, for candidate lines
constexpr std::uint32_t suggested_seeds = 50;
constexpr std::uint32_t suggested_particles_per_seed = 20;

/// The part of a candidate line that lies inside, and how fast the flow is along it.
struct Candidate {
    glm::dvec3 from{0.0}, to{0.0};
    double speed_sum = 0.0;
};

Candidate try_line(const Field& field, glm::dvec3 from, glm::dvec3 to)
{
    Candidate best, run;
    for (int i = 0; i < samples_along_line; ++i) {
        const glm::dvec3 at = glm::mix(from, to, (i + 0.5) / samples_along_line);
        const std::optional<FieldSample> sample = field.sample(glm::vec3{at});
        if (!sample) {
            run = {};
            continue;
        }
        if (run.speed_sum == 0.0) run.from = at;
        run.to = at;
        run.speed_sum += glm::length(sample->velocity);
        if (run.speed_sum > best.speed_sum) best = run;
    }
    return best;
}

/// Lines parallel to one axis at 5 x 5 places across the others.
Candidate best_along(const Field& field, int axis)
{
    const Bounds& box = field.info().bounds;
    Candidate best;
    for (const double a : places_across)
        for (const double b : places_across) {
            glm::dvec3 at{a};
            at[(axis + 1) % 3] = b;
            glm::dvec3 from = glm::mix(box.lo, box.hi, at), to = from;
            from[axis] = box.lo[axis];
            to[axis] = box.hi[axis];
            const Candidate candidate = try_line(field, from, to);
            if (candidate.speed_sum > best.speed_sum) best = candidate;
        }
    return best;
}

/// Nodes along one edge of a block; `corner` says at which ends of the other two axes it lies.
std::vector<glm::vec3> edge_of(const CurvilinearGrid& grid, std::size_t block, int axis, int corner)
{
    const glm::ivec3 dims = grid.blocks()[block].dims;
    glm::ivec3 node{0};
    node[(axis + 1) % 3] = (corner & 1) != 0 ? dims[(axis + 1) % 3] - 1 : 0;
    node[(axis + 2) % 3] = (corner & 2) != 0 ? dims[(axis + 2) % 3] - 1 : 0;
    std::vector<glm::vec3> line;
    for (; node[axis] < dims[axis]; ++node[axis]) line.push_back(grid.position_of(block, node));
    return line;
}

}  // namespace

Suggestions suggest(const Field& field)
{
    Suggestions suggestions;
    suggestions.step = field.info().suggested_step;
    Candidate best;
    for (int axis = 0; axis < 3; ++axis) {
        if (field.info().flat[axis]) continue;
        const Candidate candidate = best_along(field, axis);
        if (candidate.speed_sum > best.speed_sum) best = candidate;
    }
    if (best.speed_sum > 0.0)
        suggestions.rakes.push_back(
            {LineRake{best.from, best.to, suggested_seeds}, suggested_particles_per_seed});
    return suggestions;
}

std::vector<std::vector<glm::vec3>> outline_of(const Field& field)
{
    const auto* grid = std::get_if<CurvilinearGrid>(&field.storage());
    std::vector<std::vector<glm::vec3>> lines;
    if (grid == nullptr) return lines;
    for (std::size_t block = 0; block < grid->blocks().size(); ++block)
        for (int axis = 0; axis < 3; ++axis)
            for (int corner = 0; corner < 4; ++corner) lines.push_back(edge_of(*grid, block, axis, corner));
    return lines;
}

}  // namespace farfield::compute
