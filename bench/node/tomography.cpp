#include "bench/node/suites.h"
#include "bench/node/tomography_surveys.h"
#include "compute_node/tomography/eikonal/travel_times.h"
#include "compute_node/tomography/inversion/inversion.h"
#include "compute_node/tomography/models/velocity_model.h"
#include "compute_node/tomography/rays/ray_tracer.h"
#include "model/rakes/random_numbers.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace farfield::node {

namespace {

using namespace tomography;

int cores()
{
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// The medium of the travel times: v = 2000 + 2 z over 1 km.
double bench_velocity(glm::dvec3 at)
{
    return 2000.0 + 2.0 * at.z;
}

double bench_time(glm::dvec3 from, glm::dvec3 to)
{
    const double r = glm::distance(from, to);
    return std::acosh(1.0 + 4.0 * r * r / (2.0 * bench_velocity(from) * bench_velocity(to))) / 2.0;
}

/// Sources: the first a third along each axis, on a node; the others anywhere in the slow third, where no ray
/// leaves the box.
std::vector<glm::dvec3> bench_sources(const Lattice& lattice)
{
    std::vector<glm::dvec3> sources{lattice.position(lattice.nodes / 3)};
    const auto share = [](std::size_t n) { return 0.03 + 0.94 * model::random_share(7, n); };
    while (sources.size() < 16) {
        const std::size_t n = 3 * sources.size();
        sources.emplace_back(1000.0 * share(n), 1000.0 * share(n + 1), 330.0 * share(n + 2));
    }
    return sources;
}

class TomographyFigures {
public:
    explicit TomographyFigures(std::string only) : only_{std::move(only)} {}

    void measure_all()
    {
        for (const int threads : std::set{1, cores()}) measure_times(threads);
        measure_rays();
        for (const int threads : std::set{1, cores()}) measure_mine(threads);
        measure_large();
    }

    [[nodiscard]] const std::vector<model::Figure>& all() const { return figures_; }

private:
    [[nodiscard]] bool wants(const std::string& name) const { return name.starts_with(only_); }

    void add(const std::string& name, const std::string& unit, const std::vector<double>& samples)
    {
        if (wants(name)) figures_.push_back(model::figure_of(name, unit, samples));
    }

    void measure_times(int threads)
    {
        const std::string name = fmt::format("tomography.eikonal.128.sources16.threads{}", threads);
        if (!wants(name) && !wants(name + ".error")) return;
        const SlownessModel medium = slowness_on(cube_lattice(128), {bench_velocity});
        const std::vector<glm::dvec3> sources = bench_sources(medium.lattice);
        std::vector<double> squares(sources.size(), 0.0), samples;
        for (int run = 0; run < 4; ++run) {
            const double seconds = seconds_of([&] {
                solve_travel_times(medium, sources, {.threads = threads},
                                   [](std::size_t, const TimeField&) {});
            });
            if (run > 0) samples.push_back(seconds / static_cast<double>(sources.size()));
        }
        solve_travel_times(medium, sources, {.threads = threads}, [&](std::size_t s, const TimeField& field) {
            for (std::size_t n = 0; n < medium.lattice.count(); ++n) {
                const glm::ivec3 node = medium.lattice.node(n);
                const double error =
                    field.time_at_node(node) - bench_time(sources[s], medium.lattice.position(node));
                squares[s] += error * error;
            }
        });
        double sum = 0.0;
        for (const double square : squares) sum += square;
        add(name, "s", samples);
        const double count = static_cast<double>(medium.lattice.count() * sources.size());
        add(name + ".error", "s", {std::sqrt(sum / count)});
    }

    /// Rays a second from one source to the nodes of the far face, each 4th.
    void measure_rays()
    {
        if (!wants("tomography.rays.128")) return;
        const SlownessModel medium = slowness_on(cube_lattice(128), {bench_velocity});
        const std::vector<glm::dvec3> one{bench_sources(medium.lattice).front()};
        std::vector<double> rates;
        solve_travel_times(medium, one, {}, [&](std::size_t, const TimeField& field) {
            for (int run = 0; run < 3; ++run) {
                int rays = 0;
                const double seconds = seconds_of([&] {
                    for (int j = 0; j < 128; j += 4)
                        for (int i = 0; i < 128; i += 4, ++rays)
                            (void)trace_ray(medium, field, medium.lattice.position({i, j, 127}));
                });
                rates.push_back(rays / seconds);
            }
        });
        add("tomography.rays.128", "rays/s", rates);
    }

    void measure_mine(int threads)
    {
        const std::string name = fmt::format("tomography.inversion.mine.threads{}", threads);
        if (!wants(name)) return;
        BenchInversion mine = mine_inversion();
        mine.settings.eikonal.threads = threads;
        add(name, "s", {seconds_of([&] { (void)invert(mine.start, mine.survey, mine.settings); })});
    }

    void measure_large()
    {
        const std::string name = fmt::format("tomography.34x576.threads{}", cores());
        if (!wants(name)) return;
        const BenchInversion large = large_inversion();
        add(name, "s", {seconds_of([&] { (void)invert(large.start, large.survey, large.settings); })});
    }

    std::string only_;
    std::vector<model::Figure> figures_;
};

}  // namespace

model::Suite bench_tomography(const std::string& only)
{
    TomographyFigures figures{only};
    figures.measure_all();
    if (figures.all().empty())
        throw std::runtime_error(fmt::format(
            "--only: no figure's name begins with '{}'; there are tomography.eikonal.128.sources16.threadsN, "
            "tomography.rays.128, tomography.inversion.mine.threadsN and tomography.34x576.threadsN",
            only));
    return {"tomography", figures.all()};
}

}  // namespace farfield::node
