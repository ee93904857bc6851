#include "bench/node/suites.h"
#include "bench/node/tomography_surveys.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace farfield::node {

namespace {

/// Measures inversions of one survey by rank 0 alone and by all, each of one thread.
void compare(tomography::ArrivalHelpers& helpers, int ranks, const std::string& name,
             BenchInversion inversion, std::vector<model::Figure>& figures)
{
    inversion.settings.eikonal.threads = 1;
    const auto seconds_with = [&](tomography::ArrivalHelpers* others) {
        inversion.settings.helpers = others;
        return seconds_of(
            [&] { (void)tomography::invert(inversion.start, inversion.survey, inversion.settings); });
    };
    const double alone = seconds_with(nullptr), together = seconds_with(&helpers);
    const auto add = [&](const std::string& part, const char* unit, double value) {
        figures.push_back(model::figure_of(name + part, unit, std::vector<double>{value}));
    };
    add(".ranks1", "s", alone);
    add(fmt::format(".ranks{}", ranks), "s", together);
    add(fmt::format(".ranks{}_over_ranks1", ranks), "ratio", alone / together);
}

}  // namespace

model::Suite bench_tomography_ranks(tomography::ArrivalHelpers& helpers, int ranks, const std::string& only)
{
    model::Suite suite{"tomography", {}};
    const std::string mine = "tomography.inversion.mine", large = "tomography.34x576";
    const auto wants = [&only](const std::string& name) {
        return name.starts_with(only) || only.starts_with(name + ".ranks");
    };
    if (wants(mine)) compare(helpers, ranks, mine, mine_inversion(), suite.figures);
    if (wants(large)) compare(helpers, ranks, large, large_inversion(), suite.figures);
    if (suite.figures.empty())
        throw std::runtime_error(
            fmt::format("--only: no figure of ranks has a name that begins with '{}'; there are {} and {}",
                        only, mine, large));
    return suite;
}

}  // namespace farfield::node
