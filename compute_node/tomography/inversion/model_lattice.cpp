#include "compute_node/tomography/inversion/model_lattice.h"

#include <cmath>
#include <cstddef>

namespace farfield::tomography {

Lattice coarse_lattice(const Lattice& forward, int step)
{
    const glm::ivec3 pieces = (forward.nodes - 1 + step - 1) / step;
    return {pieces + 1, forward.origin, forward.spacing * step};
}

void fill_slowness(const Lattice& coarse, const Eigen::VectorXd& log_slowness, SlownessModel& forward)
{
    for (std::size_t n = 0; n < forward.slowness.size(); ++n) {
        if (!(forward.slowness[n] > 0.0F)) continue;
        const LatticeCell cell{coarse, forward.lattice.position(forward.lattice.node(n))};
        double sum = 0.0;
        for (unsigned c = 0; c < 8; ++c)
            sum += cell.weights[c] * log_slowness[static_cast<Eigen::Index>(coarse.index(cell.corner(c)))];
        forward.slowness[n] = static_cast<float>(std::exp(sum));
    }
}

}  // namespace farfield::tomography
