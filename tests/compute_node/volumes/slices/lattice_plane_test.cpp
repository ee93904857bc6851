// A plane of a lattice against a look-up for each of its pixels, by bits.
#include "compute_node/volumes/slices/lattice_plane.h"

#include "tests/catch.h"
#include "tests/compute_node/rotating_earth.h"
#include "tests/compute_node/sampled_field.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// Nodes of noise, one in forty of them invalid.
GridData noise_on(GridForm form, int n, unsigned seed)
{
    std::mt19937 random{seed};
    std::uniform_real_distribution<double> number{-1.0, 1.0};
    const auto at_node = [&] { return number(random) > 0.95 ? no_number : number(random); };
    return data_on(
        form, n,
        [&](glm::dvec3) {
            return glm::dvec3{at_node(), number(random), number(random)};
        },
        [&](glm::dvec3) { return at_node(); });
}

/// Steady, or between two slices at the times 0 and 1.
std::shared_ptr<const Field> noise_field(GridForm form, const FieldChoice& choice, bool steady)
{
    const auto first = Dataset{"test", noise_on(form, 23, 1)}.field(choice);
    if (steady) return first;
    const auto second = Dataset{"test", noise_on(form, 23, 2)}.field(choice);
    return std::make_shared<Field>(first->info(), first->shared_grid(),
                                   std::vector<farfield::FixedArray<Node>>{first->nodes(), second->nodes()},
                                   std::vector{0.0F, 1.0F}, first->scalar_is_speed());
}

glm::dvec3 random_vector(std::mt19937& random, double most)
{
    std::uniform_real_distribution<double> number{-most, most};
    return {number(random), number(random), number(random)};
}

/// Parallelograms about the box, every second one with an edge along an axis or both, some larger than the
/// box.
std::vector<PixelPlane> random_planes(std::uint32_t width)
{
    std::mt19937 random{7};
    std::vector<PixelPlane> planes;
    for (int i = 0; i < 24; ++i) {
        PixelPlane plane{random_vector(random, 2.5), random_vector(random, 3.0), random_vector(random, 3.0),
                         width, 9};
        const auto keep_axis = [](glm::dvec3& edge, int axis) {
            const double side = edge[axis];
            edge = glm::dvec3{0.0};
            edge[axis] = side;
        };
        if (i % 2 == 0) keep_axis(plane.edge_u, i / 2 % 3);
        if (i % 4 == 0) keep_axis(plane.edge_v, (i / 2 + 1) % 3);
        if (i % 5 == 0) plane.region = {glm::dvec3{-1.0, -0.5, -1.5}, glm::dvec3{0.75, 1.0, 1.5}};
        planes.push_back(plane);
    }
    return planes;
}

/// How pixels of a plane compare with look-ups.
struct Compared {
    std::size_t pixels = 0, valid = 0, wrong = 0;
};

bool is_within(const Bounds& box, glm::dvec3 place)
{
    for (int axis = 0; axis < 3; ++axis)
        if (!(place[axis] >= box.lo[axis] && place[axis] <= box.hi[axis])) return false;
    return true;
}

/// A look-up as a program does it that knows one pixel.
std::optional<FieldSample> looked_up(const Field& field, const PixelPlane& plane, float time,
                                     Interpolation how, std::size_t column, std::uint32_t row)
{
    const auto i = static_cast<double>(column);
    const glm::dvec3 place =
        plane.origin + (i + 0.5) / plane.width * plane.edge_u + (row + 0.5) / plane.height * plane.edge_v;
    CellCursor cursor;
    if (!is_within(plane.region, place)) return std::nullopt;
    return interpolated(field, field.info().relative(place), time, how, cursor);
}

bool has_same_bits(const std::optional<FieldSample>& expected, const SampleLanes& samples, std::size_t i)
{
    if (!expected) return std::isnan(samples.of[0][i]);
    const std::array numbers{expected->velocity.x, expected->velocity.y, expected->velocity.z,
                             expected->scalar};
    for (std::size_t lane = 0; lane < 4; ++lane)
        if (std::bit_cast<std::uint32_t>(numbers[lane]) != std::bit_cast<std::uint32_t>(samples.of[lane][i]))
            return false;
    return true;
}

void compare(const Field& field, const PixelPlane& plane, float time, Interpolation how, Compared& sum)
{
    std::vector<double> parts;
    set_parts_u(plane.width, parts);
    const LatticePlane lattice{field, plane, time, how, parts};
    for (std::uint32_t row = 0; row < plane.height; ++row)
        for (std::size_t first = 0; first < plane.width; first += places_at_once) {
            SampleLanes samples;
            const std::size_t count = std::min<std::size_t>(places_at_once, plane.width - first);
            lattice.sample(row, first, count, samples);
            for (std::size_t i = 0; i < count; ++i) {
                const auto expected = looked_up(field, plane, time, how, first + i, row);
                ++sum.pixels;
                sum.valid += expected ? 1 : 0;
                sum.wrong += has_same_bits(expected, samples, i) ? 0 : 1;
            }
        }
}

Compared compare(const Field& field, const std::vector<PixelPlane>& planes, float time, Interpolation how)
{
    REQUIRE(is_complete_lattice(field));
    Compared sum;
    for (const PixelPlane& plane : planes) compare(field, plane, time, how, sum);
    return sum;
}

}  // namespace

TEST_CASE("LatticePlane::sample: the bits of a look-up for each pixel, on any plane", "[slices]")
{
    for (const auto form : {GridForm::Uniform, GridForm::Rectilinear})
        for (const FieldChoice& choice : {FieldChoice{}, FieldChoice{"", "s"}, FieldChoice{"", "s", true}})
            for (const bool steady : {true, false})
                for (const auto how : {Interpolation::Linear, Interpolation::Nearest})
                    // Fewer pixels than nodes, more, and more than a run has.
                    for (const std::uint32_t width : {5U, 50U, 300U}) {
                        const auto field = noise_field(form, choice, steady);
                        const Compared found = compare(*field, random_planes(width), 0.375F, how);
                        CHECK(found.wrong == 0);
                        CHECK(found.valid > found.pixels / 20);
                        CHECK(found.valid < found.pixels / 2);
                    }
}

TEST_CASE("LatticePlane::sample: pixels on nodes and on faces of the domain", "[slices]")
{
    const auto field = field_on(GridForm::Uniform, 9, rotation);
    for (const double z : {-2.0, 0.0, 2.0}) {
        // Pixels of a quarter of a spacing whose middles are nodes, the outermost ones those of the faces.
        const double pixel = 0.125, beyond = box_hi + pixel / 2.0;
        const std::vector planes{PixelPlane{glm::dvec3{-beyond, -beyond, z},
                                            glm::dvec3{2.0 * beyond, 0.0, 0.0},
                                            glm::dvec3{0.0, 2.0 * beyond, 0.0}, 33, 33}};
        const Compared found = compare(*field, planes, 0.0F, Interpolation::Linear);
        CHECK(found.wrong == 0);
        CHECK(found.valid == 33 * 33);
    }
}

TEST_CASE("LatticePlane::sample: a flat field lies in every plane along its axis", "[slices]")
{
    GridData data = data_on(GridForm::Uniform, 9, rotation, linear_scalar);
    data.dims = {glm::uvec3{9, 9, 1}};
    for (NodeValues& array : data.arrays)
        array.values.own().resize(81 * static_cast<std::size_t>(array.components));
    const auto field = Dataset{"flat", std::move(data)}.field();
    const std::vector planes{
        PixelPlane{glm::dvec3{-2.0, -2.0, 5.0}, glm::dvec3{4.0, 0.0, 0.0}, glm::dvec3{0.0, 4.0, 0.0}, 40, 7},
        PixelPlane{glm::dvec3{-2.0, -2.0, 5.0}, glm::dvec3{4.0, 4.0, 0.0}, glm::dvec3{0.0, 0.0, 9.0}, 40, 7}};
    const Compared found = compare(*field, planes, 0.0F, Interpolation::Linear);
    CHECK(found.wrong == 0);
    CHECK(found.valid == found.pixels);
}

TEST_CASE("LatticePlane::sample: longitudes go round", "[slices]")
{
    const auto field = Dataset{"earth", whole_globe({glm::dvec3{0.0, 0.6, 0.8}}, 10)}.field();
    const std::vector planes{PixelPlane{glm::dvec3{-400.0, -80.0, 0.0}, glm::dvec3{900.0, 0.0, 0.0},
                                        glm::dvec3{0.0, 160.0, 0.0}, 300, 17}};
    const Compared found = compare(*field, planes, 0.0F, Interpolation::Linear);
    CHECK(found.wrong == 0);
    CHECK(found.valid == found.pixels);
}
