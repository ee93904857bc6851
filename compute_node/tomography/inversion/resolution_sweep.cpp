#include "compute_node/tomography/inversion/resolution_sweep.h"

#include "compute_node/support/parallel.h"
#include "compute_node/tomography/inversion/model_lattice.h"

namespace farfield::tomography {

std::vector<SweepStep> sweep_resolution(const Lattice& lattice, const VelocityModel& start,
                                        const Survey& survey, const InversionSettings& settings)
{
    std::vector<SweepStep> steps;
    for (const int factor : {1, 2, 4}) {
        if (is_set(settings.eikonal.cancelled)) break;
        const SlownessModel medium = slowness_on(coarse_lattice(lattice, factor), start);
        const Lattice rows = coarse_lattice(medium.lattice, settings.model_step);
        const FirstArrivals found =
            first_arrivals(medium, survey, {settings.rays, &rows, settings.eikonal, settings.helpers});
        steps.push_back({medium.lattice, found.tasks});
    }
    return steps;
}

}  // namespace farfield::tomography
