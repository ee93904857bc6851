#include "compute_node/tomography/runs/stated_lattice.h"

#include "compute_node/tomography/models/velocity_model.h"

#include <fmt/format.h>

#include <stdexcept>
#include <vector>

namespace farfield::tomography {

namespace {

Lattice lattice_stated(const StatedLattice& stated, const Survey& survey, const std::optional<Lattice>& given)
{
    if (stated.box) {
        const std::array<double, 6>& b = *stated.box;
        return lattice_over({b[0], b[2], b[4]}, {b[1], b[3], b[5]}, stated.spacing);
    }
    if (given && stated.spacing == 0.0) return *given;
    std::vector<glm::dvec3> places = survey.sources;
    places.insert(places.end(), survey.receivers.begin(), survey.receivers.end());
    return lattice_around(places, stated.spacing);
}

}  // namespace

Lattice lattice_for(const StatedLattice& stated, const Survey& survey, const std::optional<Lattice>& given)
{
    const Lattice lattice = lattice_stated(stated, survey, given);
    for (std::size_t n = 0; n < survey.receivers.size(); ++n)
        if (const glm::dvec3 at = survey.receivers[n]; !lattice.contains(at))
            throw std::runtime_error(
                fmt::format("receiver {} at {:g},{:g},{:g} is outside the box", n + 1, at.x, at.y, at.z));
    return lattice;
}

}  // namespace farfield::tomography
