#include "compute_node/volumes/cores/vortex_cores.h"

#include "tests/catch.h"
#include "tests/compute_node/sampled_field.h"

#include <glm/geometric.hpp>

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

const glm::dvec3 axis = glm::normalize(glm::dvec3{0.31, -0.22, 0.87});
const glm::dvec3 middle{0.113, 0.271, -0.059};
constexpr double turning = 3.0;

/// A vortex about an oblique axis that is stretched along it, with a flow through it: linear, so that every
/// grid holds it, with the eigenvalues 0.4 along the axis and -0.2 +- 3 i.
glm::dvec3 stretched_vortex(glm::dvec3 p)
{
    const glm::dvec3 from = p - middle;
    const double along = glm::dot(from, axis);
    return turning * glm::cross(axis, from) + (1.7 + 0.4 * along) * axis - 0.2 * (from - along * axis);
}

struct Sampled {
    Dataset dataset;
    std::shared_ptr<const Field> field;
    VolumeGrid grid;

    Sampled(GridData data)
        : dataset{"test", std::move(data)},
          field{dataset.field()},
          grid{volume_grid(dataset.data(), *dataset.grid())}
    {}
    [[nodiscard]] std::optional<std::vector<CoreSegment>> cores(CoreSettings settings = {}) const
    {
        if (settings.most_segments == 0) settings.most_segments = 100'000;
        return vortex_cores(grid, NodeVelocities{*field, 0.0F}, settings);
    }
};

Sampled sampled(GridForm form, int n, const Flow& flow)
{
    return Sampled{data_on(form, n, flow, [](glm::dvec3) { return 0.0; })};
}

double distance_from_axis(glm::vec3 at)
{
    return glm::length(glm::cross(glm::dvec3{at} - middle, axis));
}

double length_of(const std::vector<CoreSegment>& segments)
{
    double length = 0.0;
    for (const CoreSegment& segment : segments) length += glm::distance(segment.from, segment.to);
    return length;
}

/// Length of the axis in the box of data_on().
double length_in_box()
{
    double first = -std::numeric_limits<double>::infinity(), last = -first;
    for (int i = 0; i < 3; ++i) {
        const double a = (box_lo - middle[i]) / axis[i], b = (box_hi - middle[i]) / axis[i];
        first = std::max(first, std::min(a, b));
        last = std::min(last, std::max(a, b));
    }
    return last - first;
}

constexpr std::array all_forms{GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear,
                               GridForm::Unstructured};

}  // namespace

TEST_CASE("vortex_cores: an oblique vortex with a flow through it has its whole axis as its core", "[cores]")
{
    for (const GridForm form : all_forms) {
        const auto cores = sampled(form, 9, stretched_vortex).cores();
        REQUIRE(cores);
        CHECK(cores->size() > 20);
        for (const CoreSegment& segment : *cores) {
            CHECK(distance_from_axis(segment.from) < 1e-5);
            CHECK(distance_from_axis(segment.to) < 1e-5);
            CHECK(segment.swirl == Approx(turning).epsilon(1e-4));
        }
        CHECK(length_of(*cores) == Approx(length_in_box()).epsilon(1e-4));
    }
}

TEST_CASE("vortex_cores: the core of a curved profile comes nearer to the axis on a finer grid", "[cores]")
{
    const auto flow = [](glm::dvec3 p) {
        const glm::dvec3 from = p - middle, across = from - glm::dot(from, axis) * axis;
        const double r2 = glm::dot(across, across);
        return turning / (1.0 + r2) * glm::cross(axis, from) + (1.0 + 0.5 * std::exp(-r2)) * axis;
    };
    const auto farthest = [&](int n) {
        double most = 0.0;
        const auto cores = sampled(GridForm::Uniform, n, flow).cores({.min_swirl = 1.5});
        REQUIRE(cores);
        CHECK(length_of(*cores) > 0.5 * length_in_box());
        for (const CoreSegment& segment : *cores) most = std::max(most, distance_from_axis(segment.from));
        return most;
    };
    const double coarse = farthest(9), fine = farthest(33);
    CHECK(coarse < 0.5);
    CHECK(fine < 0.3 * coarse);
}

TEST_CASE("vortex_cores: flows without swirl have none", "[cores]")
{
    const std::array<Flow, 5> flows{[](glm::dvec3) {
                                        return glm::dvec3{3.0, -2.0, 1.0};
                                    },
                                    [](glm::dvec3 p) {
                                        return glm::dvec3{5.0 + 2.0 * p.y, 0.0, 0.0};
                                    },
                                    [](glm::dvec3 p) {
                                        return glm::dvec3{7.0 + p.y + 0.3 * p.z, 2.0 + p.z, 1.0};
                                    },  // eigenvalues 0, 0, 0
                                    [](glm::dvec3 p) {
                                        return glm::dvec3{4.0 - 0.3 * (p.y * p.y + p.z * p.z), 0.0, 0.0};
                                    },
                                    [](glm::dvec3 p) {
                                        return glm::dvec3{p.x, -0.4 * p.y, -0.6 * p.z};
                                    }};
    for (const Flow& flow : flows)
        for (const GridForm form : all_forms) {
            const auto cores = sampled(form, 9, flow).cores();
            REQUIRE(cores);
            CHECK(cores->empty());
        }
}

TEST_CASE("vortex_cores: tetrahedra with an invalid or hidden corner have none", "[cores]")
{
    const auto half_valid = [](glm::dvec3 p) {
        return p.z > 0.1 ? glm::dvec3{std::numeric_limits<double>::quiet_NaN()} : stretched_vortex(p);
    };
    const auto cores = sampled(GridForm::Uniform, 9, half_valid).cores();
    REQUIRE(cores);
    CHECK_FALSE(cores->empty());
    for (const CoreSegment& segment : *cores) CHECK(std::max(segment.from.z, segment.to.z) <= 0.0F);
    GridData hidden = data_on(GridForm::Uniform, 9, stretched_vortex, [](glm::dvec3) { return 0.0; });
    hidden.blanked.assign(729, 0);
    for (std::size_t n = 0; n < 81 * 4; ++n) hidden.blanked[n] = 1;  // below z = 0
    const auto shown = Sampled{hidden}.cores();
    REQUIRE(shown);
    CHECK_FALSE(shown->empty());
    for (const CoreSegment& segment : *shown) CHECK(std::min(segment.from.z, segment.to.z) >= 0.0F);
}

TEST_CASE("vortex_cores: a region, a least swirl and a largest number hold", "[cores]")
{
    const Sampled flow = sampled(GridForm::Uniform, 9, stretched_vortex);
    const auto upper = flow.cores({.region = CellRegion{{-2, -2, 0}, {2, 2, 1}}});
    REQUIRE(upper);
    CHECK_FALSE(upper->empty());
    for (const CoreSegment& segment : *upper) {
        CHECK(std::min(segment.from.z, segment.to.z) >= 0.0F);
        CHECK(std::max(segment.from.z, segment.to.z) <= 1.0F);
    }
    CHECK(flow.cores({.min_swirl = 2.9})->size() == flow.cores()->size());
    CHECK(flow.cores({.min_swirl = 3.1})->empty());
    CHECK_FALSE(flow.cores({.most_segments = 5}));
    CHECK(flow.cores({.most_segments = flow.cores()->size()}));
}

TEST_CASE("vortex_cores: are the same for any number of threads", "[cores]")
{
    const int before = omp_get_max_threads();
    for (const GridForm form : {GridForm::Rectilinear, GridForm::Unstructured}) {
        const Sampled flow = sampled(form, 17, stretched_vortex);
        std::vector<std::vector<CoreSegment>> found;
        for (const int threads : {1, 3}) {
            omp_set_num_threads(threads);
            found.push_back(*flow.cores());
        }
        const auto is_same = [](const CoreSegment& a, const CoreSegment& b) {
            return a.from == b.from && a.to == b.to && a.swirl == b.swirl;
        };
        CHECK(std::ranges::equal(found[0], found[1], is_same));
    }
    omp_set_num_threads(before);
}
