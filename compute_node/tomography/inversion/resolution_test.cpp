#include "compute_node/tomography/inversion/resolution_test.h"

#include "compute_node/tomography/inversion/model_lattice.h"
#include "compute_node/tomography/surveys/gaussian_noise.h"

#include <fmt/format.h>
#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <utility>

namespace farfield::tomography {

namespace {

constexpr std::uint64_t noise_seed = 1;

SlownessModel with_anomalies(const InversionResult& base, const std::vector<double>& percent)
{
    Eigen::VectorXd m(static_cast<Eigen::Index>(percent.size()));
    for (std::size_t n = 0; n < percent.size(); ++n)
        m[static_cast<Eigen::Index>(n)] = -std::log(base.result[n] * (1.0 + percent[n] / 100.0));
    SlownessModel model = base.forward;
    fill_slowness(base.lattice, m, model);
    return model;
}

/// The survey's own data with the times of a known medium; data that no wave reaches are left out.
Survey observed_in(const SlownessModel& medium, const Survey& survey, const InversionSettings& settings)
{
    const FirstArrivals found =
        first_arrivals(medium, survey, {settings.rays, nullptr, settings.eikonal, settings.helpers});
    Survey made = survey;
    made.data.clear();
    for (std::size_t n = 0; n < survey.data.size(); ++n) {
        const Arrival& arrival = found.arrivals[n];
        if (arrival.ray.kind == RayKind::Lost) continue;
        Datum datum = survey.data[n];
        const double sigma = settings.sigma > 0.0 ? settings.sigma : datum.sigma;
        datum.time = std::isnan(arrival.field_time) ? arrival.time : arrival.field_time;
        datum.time += sigma * gaussian_noise(noise_seed, n);
        made.data.push_back(datum);
    }
    return made;
}

/// Sums over the nodes within `reach` along one axis.
std::vector<double> sums_along(const Lattice& lattice, int axis, int reach, const std::vector<double>& values)
{
    std::vector<double> sums(values.size(), 0.0);
    for (std::size_t n = 0; n < values.size(); ++n) {
        glm::ivec3 node = lattice.node(n);
        const int middle = node[axis];
        const int last = std::min(middle + reach, lattice.nodes[axis] - 1);
        for (node[axis] = std::max(middle - reach, 0); node[axis] <= last; ++node[axis])
            sums[n] += values[lattice.index(node)];
    }
    return sums;
}

std::vector<double> resolvability_of(const ResolutionResult& r)
{
    std::vector<double> both(r.truth.size()), each(r.truth.size()), resolvability(r.truth.size());
    for (std::size_t n = 0; n < both.size(); ++n) {
        const double sum = r.truth[n] + r.recovered[n];
        both[n] = sum * sum;
        each[n] = 2.0 * (r.truth[n] * r.truth[n] + r.recovered[n] * r.recovered[n]);
    }
    const int reach = std::max(1, static_cast<int>(std::lround(r.test.size / r.lattice.spacing)));
    for (int axis = 0; axis < 3; ++axis) {
        both = sums_along(r.lattice, axis, reach, both);
        each = sums_along(r.lattice, axis, reach, each);
    }
    for (std::size_t n = 0; n < both.size(); ++n) resolvability[n] = each[n] > 0.0 ? both[n] / each[n] : 0.0;
    return resolvability;
}

/// Pearson's correlation over the resolved nodes; 0 where there are too few.
double correlation_of(const ResolutionResult& r, const InversionResult& base)
{
    double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
    for (std::size_t node = 0; node < r.truth.size(); ++node) {
        if (!base.is_resolved(node)) continue;
        const double a = r.truth[node], b = r.recovered[node];
        ++n, x += a, y += b, xx += a * a, yy += b * b, xy += a * b;
    }
    const double spread = std::sqrt(std::max(0.0, (n * xx - x * x) * (n * yy - y * y)));
    return spread > 0.0 ? (n * xy - x * y) / spread : 0.0;
}

}  // namespace

double anomaly_at(const ResolutionTest& test, const Lattice& lattice, glm::dvec3 position)
{
    const glm::dvec3 side = (lattice.upper() - lattice.origin) / test.size;
    constexpr double rounding = 1e-9;
    const glm::ivec3 cube{glm::floor((position - lattice.origin) / test.size + rounding)};
    if (test.pattern == AnomalyPattern::Checkerboard)
        return (cube.x + cube.y + cube.z) % 2 == 0 ? test.percent : -test.percent;
    for (int axis = 0; axis < 3; ++axis)
        if (side[axis] > 2.0 && cube[axis] % 3 != 1) return 0.0;
    return test.percent;
}

void check_resolution_test(const ResolutionTest& test, double model_spacing)
{
    if (test.size < 2.0 * model_spacing)
        throw std::runtime_error(
            fmt::format("--{}: expected a size of at least two spacings of the model ({:g} m), found {:g} m",
                        test.name(), 2.0 * model_spacing, test.size));
}

ResolutionResult test_resolution(const InversionResult& base, const Survey& survey,
                                 const InversionSettings& settings, const ResolutionTest& test)
{
    check_resolution_test(test, base.lattice.spacing);
    ResolutionResult made{test, base.lattice, {}, {}, {}, 0.0, {}};
    for (std::size_t n = 0; n < base.lattice.count(); ++n)
        made.truth.push_back(anomaly_at(test, base.lattice, base.lattice.position(base.lattice.node(n))));
    InversionSettings quiet = settings;
    quiet.l_curve = 0;
    quiet.progress = {};
    quiet.keep = {};
    const Survey observed = observed_in(with_anomalies(base, made.truth), survey, quiet);
    const InversionResult found = invert(base.forward, observed, quiet);
    for (std::size_t n = 0; n < made.truth.size(); ++n)
        made.recovered.push_back(100.0 * (found.result[n] / base.result[n] - 1.0));
    made.resolvability = resolvability_of(made);
    made.correlation = correlation_of(made, base);
    made.fit = found.iterations.back();
    return made;
}

}  // namespace farfield::tomography
