#include "compute_node/grids/cells/hexahedron.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <cmath>

namespace farfield::compute {

namespace {

float largest(glm::vec3 v)
{
    const glm::vec3 a = glm::abs(v);
    return std::fmax(a.x, std::fmax(a.y, a.z));
}

}  // namespace

bool inside_cell(glm::vec3 local)
{
    return largest(local - 0.5F) <= 0.5F + cell_tolerance;
}

bool step_towards(glm::vec3& local, glm::ivec3 dims, glm::ivec3& cell)
{
    bool moved = false;
    for (int axis = 0; axis < 3; ++axis) {
        const int direction = local[axis] < -cell_tolerance         ? -1
                              : local[axis] > 1.0F + cell_tolerance ? 1
                                                                    : 0;
        const int next = cell[axis] + direction;
        if (direction != 0 && next >= 0 && next <= dims[axis] - 2) {
            cell[axis] = next;
            local[axis] -= static_cast<float>(direction);
            moved = true;
        }
    }
    local = glm::clamp(local, 0.0F, 1.0F);
    return moved;
}

TrilinearMap::TrilinearMap(const Hexahedron& c)
    : one{c[0]},
      r{c[1] - c[0]},
      s{c[2] - c[0]},
      t{c[4] - c[0]},
      rs{c[3] - c[2] - r},
      rt{c[5] - c[4] - r},
      st{c[6] - c[4] - s},
      rst{(c[7] - c[6]) - (c[5] - c[4]) - rs}
{}

glm::vec3 map_to_physical(const TrilinearMap& p, glm::vec3 l)
{
    return p.one + l.x * p.r + l.y * p.s + l.z * p.t + l.x * l.y * p.rs + l.x * l.z * p.rt +
           l.y * l.z * p.st + l.x * l.y * l.z * p.rst;
}

Tangents::Tangents(glm::vec3 along_r, glm::vec3 along_s, glm::vec3 along_t)
    : r{along_r}, s{along_s}, t{along_t}, st{glm::cross(s, t)}, determinant{glm::dot(r, st)}
{}

Tangents::Tangents(const TrilinearMap& p, glm::vec3 l)
    : Tangents{p.r + l.y * p.rs + l.z * (p.rt + l.y * p.rst), p.s + l.x * p.rs + l.z * (p.st + l.x * p.rst),
               p.t + l.x * p.rt + l.y * (p.st + l.x * p.rst)}
{}

glm::vec3 Tangents::solve(glm::vec3 direction) const
{
    const glm::vec3 across = glm::cross(r, direction);
    return {glm::dot(direction, st), glm::dot(across, t), -glm::dot(across, s)};
}

glm::vec3 Tangents::local_direction(glm::vec3 direction) const
{
    return determinant == 0.0F ? glm::vec3{0.0F} : solve(direction) / determinant;
}

bool newton_step(const Tangents& along, glm::vec3 miss, LocalPoint& found)
{
    if (!(std::abs(along.determinant) > 0.0F)) return false;
    const glm::vec3 move = along.solve(miss) * (-1.0F / along.determinant);
    found.local += move;
    if (!(largest(found.local - 0.5F) < newton_neighbourhood)) return false;
    found.converged = largest(move) < newton_settled;
    return !found.converged;
}

LocalPoint map_to_local(const TrilinearMap& p, glm::vec3 start)
{
    LocalPoint found{start};
    for (int step = 0; step < max_newton_steps; ++step) {
        const glm::vec3 l = found.local;
        const Tangents along{p, l};
        const glm::vec3 miss = p.one + l.x * along.r + l.y * (p.s + l.z * p.st) + l.z * p.t;
        if (!newton_step(along, miss, found)) break;
    }
    return found;
}

}  // namespace farfield::compute
