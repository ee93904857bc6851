#include "compute_node/tomography/eikonal/fast_marching.h"

#include "compute_node/tomography/eikonal/block_sweep.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace farfield::tomography {

namespace {

/// An axis in the sum over axes of weight (t - from)^2 = step^2.
struct MarchedAxis {
    double from = double{unreached}, weight = 1.0;
};

/// The greater root over as many of the axes, sorted by `from`, as are behind it.
double root_over(std::array<MarchedAxis, 3> axes, double step)
{
    std::ranges::sort(axes, {}, &MarchedAxis::from);
    const double base = axes[0].from;
    double a = 0.0, b = 0.0, c = -step * step, time = base;
    for (const MarchedAxis& axis : axes) {
        if (a > 0.0 && time <= axis.from) break;
        const double e = axis.from - base;
        a += axis.weight, b += axis.weight * e, c += axis.weight * e * e;
        time = base + (b + std::sqrt(std::max(b * b - a * c, 0.0))) / a;
    }
    return time;
}

class March {
public:
    March(const SlownessModel& model, const TimeField& field, float* rest,
          std::span<const std::uint16_t> held)
        : model_{model}, field_{field}, rest_{rest}, held_{held}, accepted_(field.padded.count(), 0)
    {}

    void run(std::size_t lane)
    {
        const Lattice& lattice = model_.lattice;
        for (std::size_t n = 0; n < lattice.count(); ++n) {
            const glm::ivec3 node = lattice.node(n);
            const std::size_t at = field_.padded.index(node);
            const bool is_given = model_.slowness[n] > 0.0F && (held_[at] >> lane & 1U) != 0U;
            if (is_given)
                next_.emplace(field_.time_at_node(node), n);
            else
                rest_[at * field_.stride] = unreached;
        }
        while (!next_.empty()) accept_next();
    }

private:
    using Trial = std::pair<double, std::size_t>;

    void accept_next()
    {
        const std::size_t n = next_.top().second;
        next_.pop();
        const glm::ivec3 node = model_.lattice.node(n);
        std::uint8_t& accepted = accepted_[field_.padded.index(node)];
        if (accepted != 0) return;
        accepted = 1;
        for (int axis = 0; axis < 3; ++axis)
            for (const int step : {-1, 1}) {
                glm::ivec3 neighbour = node;
                neighbour[axis] += step;
                if (neighbour[axis] >= 0 && neighbour[axis] < model_.lattice.nodes[axis]) try_node(neighbour);
            }
    }

    void try_node(glm::ivec3 node)
    {
        const std::size_t n = model_.lattice.index(node), at = field_.padded.index(node);
        if (accepted_[at] != 0 || !(model_.slowness[n] > 0.0F)) return;
        const glm::dvec3 way = model_.lattice.position(node) - field_.source;
        const double h = model_.lattice.spacing, length = std::max(glm::length(way), 1e-9 * h);
        const glm::dvec3 ahead = field_.source_slowness * h / length * way;
        std::array<MarchedAxis, 3> axes;
        for (int axis = 0; axis < 3; ++axis)
            axes[static_cast<std::size_t>(axis)] = behind(node, axis, ahead[axis]);
        const double rest = root_over(axes, double{model_.slowness[n]} * h);
        float& value = rest_[at * field_.stride];
        if (!(rest < double{value})) return;
        value = static_cast<float>(rest);
        next_.emplace(rest + field_.source_slowness * length, n);
    }

    /// The earlier accepted neighbour along an axis.
    MarchedAxis behind(glm::ivec3 node, int axis, double ahead) const
    {
        MarchedAxis best;
        for (const int step : {-1, 1}) {
            glm::ivec3 near = node, far = node;
            near[axis] += step;
            far[axis] += 2 * step;
            if (accepted_[field_.padded.index(near)] == 0) continue;
            const double first = field_.rest_at(near) + step * ahead;
            if (first >= best.from) continue;
            best = {first, 1.0};
            const bool is_second = accepted_[field_.padded.index(far)] != 0 &&
                                   field_.time_at_node(far) <= field_.time_at_node(near);
            if (is_second)
                best = {(4.0 * field_.rest_at(near) - field_.rest_at(far)) / 3.0 + step * ahead * 2.0 / 3.0,
                        2.25};
        }
        return best;
    }

    const SlownessModel& model_;
    const TimeField& field_;
    float* rest_;
    std::span<const std::uint16_t> held_;
    std::vector<std::uint8_t> accepted_;  ///< [padded nodes]
    std::priority_queue<Trial, std::vector<Trial>, std::greater<>> next_;
};

}  // namespace

void march_again(const SlownessModel& model, const TimeField& field, float* rest,
                 std::span<const std::uint16_t> held, std::size_t lane)
{
    March{model, field, rest, held}.run(lane);
}

}  // namespace farfield::tomography
