#include "bench/display/placement_benchmark.h"

#include <ctime>
#include <glm/geometric.hpp>
#include <memory>
#include <proj.h>
#include <random>
#include <span>
#include <stdexcept>

#include "app/show/earth_frame.h"
#include "model/geometry/geocentric.h"

namespace farfield::app {
namespace {

constexpr std::size_t places = 20'000, places_at_once = 200;
constexpr double most_apart_metres = 0.01;
constexpr glm::dvec2 origin{461'000.0, 5'150'000.0};

struct DestroyPj {
    void operator()(PJ_CONTEXT* context) const { proj_context_destroy(context); }
    void operator()(PJ* object) const { proj_destroy(object); }
};

std::vector<glm::dvec3> geocentric_places()
{
    std::mt19937 random(1);
    std::uniform_real_distribution<double> aside(-0.5, 0.5), height(200.0, 9000.0);
    std::vector<glm::dvec3> all;
    for (std::size_t i = 0; i < places; ++i)
        all.push_back(model::geocentric_of({8.5 + aside(random), 46.5 + aside(random), height(random)}));
    return all;
}

SharedPlacement placement_over_utm()
{
    model::TerrainDescription terrain;
    terrain.crs_wkt = "EPSG:32632";
    terrain.origin = {origin.x, origin.y};
    terrain.metres_per_unit = {1.0, 1.0};
    const auto frame = EarthFrame::over(terrain);
    if (!frame) throw std::runtime_error("PROJ does not know UTM (EPSG:32632): is proj.db installed?");
    return frame->entities({});
}

/// A fixed pipeline of PROJ, without a choice among operations.
class BareProj {
public:
    BareProj() : context_(proj_context_create())
    {
        proj_context_set_enable_network(context_.get(), 0);
        const bool has_grid = *proj_grid_info("egm96_15.gtx").filename != '\0';
        const std::string geoid = has_grid ? "+step +proj=vgridshift +grids=egm96_15.gtx " : "";
        way_.reset(proj_create(context_.get(), ("+proj=pipeline +step +inv +proj=cart +ellps=WGS84 " + geoid +
                                                "+step +proj=utm +zone=32 +ellps=WGS84")
                                                   .c_str()));
        if (!way_) throw std::runtime_error("PROJ does not take the pipeline of the comparison");
    }
    void place(std::span<glm::dvec3> all) const
    {
        constexpr std::size_t stride = sizeof(glm::dvec3);
        const std::size_t count = all.size();
        if (proj_trans_generic(way_.get(), PJ_FWD, &all[0].x, stride, count, &all[0].y, stride, count,
                               &all[0].z, stride, count, nullptr, 0, 0) != count)
            throw std::runtime_error("PROJ has not placed all places of the comparison");
    }

private:
    std::unique_ptr<PJ_CONTEXT, DestroyPj> context_;
    std::unique_ptr<PJ, DestroyPj> way_;
};

double cpu_seconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    constexpr double seconds_per_ns = 1e-9;
    return static_cast<double>(now.tv_sec) + seconds_per_ns * static_cast<double>(now.tv_nsec);
}

/// Seconds of this thread's CPU time, which leaves other programs out.
template <class Work>
double seconds_of(const Work& work)
{
    const double begun = cpu_seconds();
    work();
    return cpu_seconds() - begun;
}

}  // namespace

PlacementRates measure_placement(int runs)
{
    const std::vector<glm::dvec3> from = geocentric_places();
    const SharedPlacement placement = placement_over_utm();
    const BareProj proj;
    std::vector<glm::dvec3> ours(from.size()), theirs;
    PlacementRates rates;
    for (int run = -1; run < runs; ++run) {  // the first one warms up
        theirs = from;
        double own = 0.0, bare = 0.0;
        // Small turns, so that a disturbance of the machine meets both.
        for (std::size_t first = 0; first < places; first += places_at_once) {
            own += seconds_of([&] {
                for (std::size_t i = first; i < first + places_at_once; ++i)
                    ours[i] = placement->place_of(from[i]);
            });
            bare += seconds_of([&] { proj.place(std::span(theirs).subspan(first, places_at_once)); });
        }
        if (run < 0) continue;
        rates.ours.push_back(static_cast<double>(places) / own);
        rates.proj.push_back(static_cast<double>(places) / bare);
    }
    for (std::size_t i = 0; i < from.size(); ++i)
        if (!(glm::distance(ours[i], theirs[i] - glm::dvec3(origin, 0.0)) < most_apart_metres))
            throw std::runtime_error("places by PROJ's own pipeline differ from those of entities");
    return rates;
}

}  // namespace farfield::app
