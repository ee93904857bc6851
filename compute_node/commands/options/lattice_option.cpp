#include "compute_node/commands/options/lattice_option.h"

#include "compute_node/commands/options/number_list.h"
#include "compute_node/commands/options/validators.h"
#include "compute_node/tomography/models/velocity_model.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <stdexcept>
#include <vector>

namespace farfield::node {

namespace {

tomography::Lattice stated_lattice(const LatticeOption& option, const tomography::Survey& survey,
                                   const std::optional<tomography::Lattice>& given)
{
    if (option.box) {
        const std::array<double, 6>& b = *option.box;
        return tomography::lattice_over({b[0], b[2], b[4]}, {b[1], b[3], b[5]}, option.spacing);
    }
    if (given && option.spacing == 0.0) return *given;
    std::vector<glm::dvec3> places = survey.sources;
    places.insert(places.end(), survey.receivers.begin(), survey.receivers.end());
    return tomography::lattice_around(places, option.spacing);
}

}  // namespace

void add_lattice_options(CLI::App& command, LatticeOption& option, const std::string& spacing_help)
{
    CLI::Option* spacing =
        command.add_option("--spacing", option.spacing, spacing_help)->check(more_than(0.0));
    add_numbers<6>(command, "--box", "X0,X1,Y0,Y1,Z0,Z1", "Metres; all sensors grown by a tenth otherwise",
                   [&option](const auto& numbers) {
                       for (std::size_t axis = 0; axis < 6; axis += 2)
                           if (!(numbers[axis] < numbers[axis + 1]))
                               throw CLI::ValidationError("--box", "expected lower before upper ends");
                       option.box = numbers;
                   })
        ->needs(spacing);
}

tomography::Lattice lattice_for(const LatticeOption& option, const tomography::Survey& survey,
                                const std::optional<tomography::Lattice>& given)
{
    const tomography::Lattice lattice = stated_lattice(option, survey, given);
    for (std::size_t n = 0; n < survey.receivers.size(); ++n)
        if (const glm::dvec3 at = survey.receivers[n]; !lattice.contains(at))
            throw std::runtime_error(
                fmt::format("receiver {} at {:g},{:g},{:g} is outside the box", n + 1, at.x, at.y, at.z));
    return lattice;
}

}  // namespace farfield::node
