#include "compute_node/seeding/field_seeds.h"

#include "compute_node/grids/own_turn.h"
#include "compute_node/seeding/seed_limit.h"

#include <glm/common.hpp>

#include <fmt/format.h>

namespace farfield::compute {

namespace {

/// Place i of n between two ends, both included; a single place is in the middle.
double between(double lo, double hi, std::uint32_t i, std::uint32_t n)
{
    return glm::mix(lo, hi, n == 1 ? 0.5 : static_cast<double>(i) / (n - 1));
}

}  // namespace

std::vector<glm::dvec3> seeds_on_slice(const Field& field, int axis, double position, std::uint32_t count_u,
                                       std::uint32_t count_v)
{
    if (axis < 0 || axis > 2)
        throw std::invalid_argument(fmt::format("a slice's axis must be 0, 1 or 2, found {}", axis));
    check_seed_limit("a slice", std::uint64_t{count_u} * count_v);
    const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
    const Bounds& box = field.info().bounds;
    std::vector<glm::dvec3> seeds;
    CellCursor cursor;
    const OwnTurn turn{field.info()};
    glm::dvec3 at{position};
    for (std::uint32_t j = 0; j < count_v; ++j)
        for (std::uint32_t i = 0; i < count_u; ++i) {
            at[u] = between(box.lo[u], box.hi[u], i, count_u);
            at[v] = between(box.lo[v], box.hi[v], j, count_v);
            const glm::vec3 place = field.info().relative(turn.moved(at));
            if (field.sample(place, cursor)) seeds.push_back(field.info().absolute(place));
        }
    return seeds;
}

}  // namespace farfield::compute
