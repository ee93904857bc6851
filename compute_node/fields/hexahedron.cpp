#include "compute_node/fields/hexahedron.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <cmath>

namespace farfield::compute {

namespace {

/// The trilinear map in powers of the local coordinates.
struct Polynomial {
    explicit Polynomial(const Hexahedron& c)
        : one{c[0]},
          r{c[1] - c[0]},
          s{c[2] - c[0]},
          t{c[4] - c[0]},
          rs{c[3] - c[2] - r},
          rt{c[5] - c[4] - r},
          st{c[6] - c[4] - s},
          rst{(c[7] - c[6]) - (c[5] - c[4]) - rs}
    {}
    glm::vec3 one, r, s, t, rs, rt, st, rst;
};

/// How the physical position changes along each local coordinate.
struct Tangents {
    Tangents(const Polynomial& p, glm::vec3 l)
        : r{p.r + l.y * p.rs + l.z * (p.rt + l.y * p.rst)},
          s{p.s + l.x * p.rs + l.z * (p.st + l.x * p.rst)},
          t{p.t + l.x * p.rt + l.y * (p.st + l.x * p.rst)},
          st{glm::cross(s, t)},
          determinant{glm::dot(r, st)}
    {}
    /// The local direction of a physical one, times the determinant (Cramer's rule).
    [[nodiscard]] glm::vec3 solve(glm::vec3 direction) const
    {
        const glm::vec3 across = glm::cross(r, direction);
        return {glm::dot(direction, st), glm::dot(across, t), -glm::dot(across, s)};
    }
    glm::vec3 r, s, t, st;
    float determinant;
};

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

glm::vec3 map_to_physical(const Hexahedron& corners, glm::vec3 l)
{
    const Polynomial p{corners};
    return p.one + l.x * p.r + l.y * p.s + l.z * p.t + l.x * l.y * p.rs + l.x * l.z * p.rt +
           l.y * l.z * p.st + l.x * l.y * l.z * p.rst;
}

glm::vec3 local_direction(const Hexahedron& corners, glm::vec3 local, glm::vec3 direction)
{
    const Tangents along{Polynomial{corners}, local};
    if (along.determinant == 0.0F) return glm::vec3{0.0F};
    return along.solve(direction) / along.determinant;
}

LocalPoint map_to_local(const Hexahedron& corners, glm::vec3 start)
{
    const Polynomial p{corners};
    glm::vec3 l = start;
    for (int step = 0; step < max_newton_steps; ++step) {
        const Tangents along{p, l};
        const glm::vec3 miss = p.one + l.x * along.r + l.y * (p.s + l.z * p.st) + l.z * p.t;
        if (!(std::abs(along.determinant) > 0.0F)) return {l, false};
        const glm::vec3 move = along.solve(miss) * (-1.0F / along.determinant);
        l += move;
        if (!(largest(l - 0.5F) < newton_neighbourhood)) return {l, false};
        if (largest(move) < newton_settled) return {l, true};
    }
    return {l, false};
}

}  // namespace farfield::compute
