// Derived scalars at nodes against closed forms: what gradients get right, and to which order.
#include "compute_node/fields/derived_scalars.h"
#include "compute_node/grids/geo.h"
#include "tests/catch.h"
#include "tests/compute_node/sampled_field.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <numbers>

using namespace farfield::compute;
using namespace farfield;
using namespace farfield::compute::testing;

namespace {

constexpr float invalid = std::numeric_limits<float>::quiet_NaN();

NodeValues derived(const Dataset& dataset, DerivedScalar scalar, std::array<bool, 3> flat = {})
{
    return derived_values(scalar, dataset.data(), *dataset.grid(), dataset.data().arrays.front(), flat);
}

/// The largest difference over all nodes, faces included.
double error_of_derived(GridForm form, int n, const Flow& flow, DerivedScalar scalar, const Scalar& exact)
{
    const Dataset dataset = dataset_on(form, n, flow, exact);
    const ValueArray found = derived(dataset, scalar).values;
    const ValueArray& wanted = dataset.data().arrays[1].values;
    double largest = 0.0;
    for (std::size_t i = 0; i < found.size(); ++i)
        largest = std::max(largest, static_cast<double>(std::abs(found[i] - wanted[i])));
    return largest;
}

Scalar constant(double value)
{
    return [value](glm::dvec3) { return value; };
}

/// ABC flows are their own curl.
glm::dvec3 abc(glm::dvec3 p)
{
    return {std::sin(p.z) + 0.5 * std::cos(p.y), 0.7 * std::sin(p.x) + std::cos(p.z),
            0.5 * std::sin(p.y) + 0.7 * std::cos(p.x)};
}

/// The layer of nodes at latitudes -60 to 60, with u and v by latitude in degrees.
GridData zonal_layer(int n, const Scalar& u, const Scalar& v)
{
    GridData data;
    data.dims = {glm::uvec3{5, static_cast<unsigned>(n), 1}};
    RectilinearGeometry axes{{{{178, 179, 180, 181, 182}, {}, {0}}}};
    NodeValues velocity{"velocity", 3, {}, "m/s"};
    for (int j = 0; j < n; ++j) {
        const double latitude = -60.0 + 120.0 * j / (n - 1);
        axes.coordinates[1].push_back(latitude);
        for (int i = 0; i < 5; ++i) {
            velocity.values.own().push_back(static_cast<float>(u({0, latitude, 0})));
            velocity.values.own().push_back(static_cast<float>(v({0, latitude, 0})));
            velocity.values.own().push_back(0.0F);
        }
    }
    data.geometry = axes;
    data.arrays = {velocity};
    data.geographic = true;
    return data;
}

double radians(double degrees)
{
    return degrees * std::numbers::pi / 180.0;
}

}  // namespace

TEST_CASE("derived scalars: of a rigid rotation and of a saddle they are exact on every grid", "[derived]")
{
    const GridForm form =
        GENERATE(GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured);
    const Flow fast_rotation = [](glm::dvec3 p) { return 3.0 * rotation(p); };
    const Flow saddle = [](glm::dvec3 p) { return glm::dvec3{p.x, -p.y, 0.0}; };
    const auto error = [form](const Flow& flow, DerivedScalar scalar, double exact) {
        return error_of_derived(form, 9, flow, scalar, constant(exact));
    };
    constexpr double rounding = 2e-4;
    CHECK(error(fast_rotation, DerivedScalar::Vorticity, 6.0) < rounding);
    CHECK(error(fast_rotation, DerivedScalar::QCriterion, 9.0) < 10.0 * rounding);
    CHECK(error(fast_rotation, DerivedScalar::Divergence, 0.0) < rounding);
    CHECK(error(fast_rotation, DerivedScalar::Helicity, 0.0) < rounding);
    CHECK(error(saddle, DerivedScalar::Vorticity, 0.0) < rounding);
    CHECK(error(saddle, DerivedScalar::QCriterion, -1.0) < rounding);
    CHECK(error(saddle, DerivedScalar::Divergence, 0.0) < rounding);
}

TEST_CASE("derived scalars: cells may be three times as wide as their neighbours", "[derived]")
{
    // Where differences by index from 0, 1 and 2, of one side, are 0.
    const std::vector<double> x{0.0, 1.0, 4.0, 13.0};
    GridData data;
    data.dims = {{4, 4, 4}};
    data.geometry = RectilinearGeometry{{{x, x, x}}};
    NodeValues velocity{"velocity", 3, {}, ""};
    for (int n = 0; n < 64; ++n) {
        const glm::dvec3 v = rotation({x[n % 4], x[n / 4 % 4], x[n / 16]});
        for (int c = 0; c < 3; ++c) velocity.values.own().push_back(static_cast<float>(v[c]));
    }
    data.arrays = {velocity};
    for (const ValueArray all = derived(Dataset{"growing", data}, DerivedScalar::Vorticity).values;
         const float found : all)
        CHECK(found == Approx(2.0).margin(1e-4));
}

TEST_CASE("derived scalars: second order on uniform, stretched and warped grids, faces included", "[derived]")
{
    const GridForm form = GENERATE(GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear);
    const auto ratio = [form](DerivedScalar scalar, const Scalar& exact) {
        return error_of_derived(form, 17, abc, scalar, exact) /
               error_of_derived(form, 33, abc, scalar, exact);
    };
    CHECK(ratio(DerivedScalar::Vorticity, [](glm::dvec3 p) { return glm::length(abc(p)); }) > 3.0);
    CHECK(ratio(DerivedScalar::Helicity, [](glm::dvec3 p) { return glm::dot(abc(p), abc(p)); }) > 3.0);
}

TEST_CASE("derived scalars: first order or better on meshes", "[derived]")
{
    const auto error = [](int n) {
        return error_of_derived(GridForm::Unstructured, n, abc, DerivedScalar::Helicity,
                                [](glm::dvec3 p) { return glm::dot(abc(p), abc(p)); });
    };
    CHECK(error(9) / error(17) > 1.7);
}

TEST_CASE("derived scalars: beside blanked and invalid nodes differences are one-sided", "[derived]")
{
    // A parabola: differences of second order have it exactly.
    GridData data = data_on(
        GridForm::Uniform, 9,
        [](glm::dvec3 p) {
            return glm::dvec3{0.0, p.x * p.x, 0.0};
        },
        constant(0.0));
    data.blanked.assign(9 * 9 * 9, 0);
    constexpr std::size_t middle = 4 + 9 * (4 + 9 * 4);
    data.blanked[middle] = 1;
    data.arrays.front().values.own()[3 * (middle + 9 * 2) + 1] = invalid;
    const Dataset dataset{"holes", data};
    const ValueArray found = derived(dataset, DerivedScalar::Vorticity).values;
    CHECK(std::isnan(found[middle]));
    CHECK(std::isnan(found[middle + 9 * 2]));
    for (const int side : {-2, -1, 1, 2}) {
        CHECK(found[middle + side] == Approx(2.0 * 0.5 * std::abs(side)).margin(1e-5));
        CHECK(found[middle + 9 * 2 + side] == Approx(2.0 * 0.5 * std::abs(side)).margin(1e-5));
    }
}

TEST_CASE("derived scalars: in a plane nothing across it counts", "[derived]")
{
    GridData data;
    data.dims = {{4, 1, 3}};
    NodeValues velocity{"velocity", 3, {}, ""};
    CurvilinearGeometry points;
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 4; ++i) {
            points.points.emplace_back(i + 0.2 * k, 5.0, k);
            const glm::vec3 p = points.points.back();
            velocity.values.own().insert(velocity.values.own().end(), {-p.z, 7.0F * p.x, p.x});
        }
    data.arrays = {velocity};
    data.geometry = points;
    const bool is_curvilinear = GENERATE(true, false);
    if (!is_curvilinear) {
        for (int n = 0; n < 12; ++n) data.arrays[0].values.own()[3 * n + 2] = static_cast<float>(n % 4);
        data.geometry = UniformGeometry{};
    }
    const Dataset dataset{"plane", data};
    for (const ValueArray all = derived(dataset, DerivedScalar::Vorticity, {false, true, false}).values;
         const float found : all)
        CHECK(found == Approx(2.0).margin(1e-4));
}

TEST_CASE("derived scalars: where a grid is singular they are those of the nodes about", "[derived]")
{
    // A cylinder: all nodes of i = 0 lie on the axis, within rounding.
    GridData data;
    constexpr int nr = 4, around = 9, nz = 3;
    data.dims = {{nr, around, nz}};
    CurvilinearGeometry points;
    NodeValues velocity{"velocity", 3, {}, ""};
    for (int k = 0; k < nz; ++k)
        for (int j = 0; j < around; ++j)
            for (int i = 0; i < nr; ++i) {
                const double angle = 2.0 * std::numbers::pi * j / (around - 1);
                const double radius = i == 0 ? 2e-7 : i;
                const glm::dvec3 p{3.0 + radius * std::cos(angle), radius * std::sin(angle), k};
                points.points.emplace_back(p);
                for (int c = 0; c < 3; ++c)
                    velocity.values.own().push_back(static_cast<float>(rotation(p)[c]));
            }
    data.geometry = points;
    data.arrays = {velocity};
    for (const ValueArray all = derived(Dataset{"cylinder", data}, DerivedScalar::Vorticity).values;
         const float found : all)
        CHECK(found == Approx(2.0).margin(1e-4));
}

TEST_CASE("derived scalars: on the sphere they are per metre", "[derived]")
{
    constexpr double speed = 40.0;  // at the equator, m/s
    const double per_second = speed / earth_radius_metres;
    const Scalar none = constant(0.0),
                 by_cosine = [](glm::dvec3 p) { return speed * std::cos(radians(p.y)); };
    const auto largest = [&](int n, const GridData& data, DerivedScalar scalar, double factor) {
        const ValueArray found = derived(Dataset{"layer", data}, scalar, {false, false, true}).values;
        double error = 0.0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            const std::size_t row = i / 5;
            double exact =
                factor * per_second * std::sin(radians(-60.0 + 120.0 * static_cast<double>(row) / (n - 1)));
            if (scalar == DerivedScalar::Vorticity) exact = std::abs(exact);
            error = std::max(error, std::abs(found[i] - exact));
        }
        return error / per_second;
    };
    // The sphere turning as a whole, and a wind towards the north.
    const auto turning = [&](int n) {
        return largest(n, zonal_layer(n, by_cosine, none), DerivedScalar::Vorticity, 2.0);
    };
    const auto northward = [&](int n) {
        return largest(n, zonal_layer(n, none, by_cosine), DerivedScalar::Divergence, -2.0);
    };
    CHECK(turning(61) < 2e-3);
    CHECK(turning(31) / turning(61) > 3.0);
    CHECK(northward(61) < 2e-3);
    CHECK(northward(31) / northward(61) > 3.0);
    CHECK(largest(61, zonal_layer(61, by_cosine, none), DerivedScalar::Divergence, 0.0) < 1e-6);
}

namespace {

constexpr double turning = 1e-5;  ///< of the Earth, radians a second

/// Solid rotation about an axis that leans by an angle from the pole towards longitude 180.
glm::dvec3 solid_rotation(glm::dvec3 p, double leaning)
{
    const double x = radians(p.x), y = radians(p.y), speed = turning * earth_radius_metres;
    return {speed * (std::cos(y) * std::cos(leaning) + std::sin(y) * std::cos(x) * std::sin(leaning)),
            -speed * std::sin(x) * std::sin(leaning), 0.0};
}

/// Longitudes and latitudes every 2 degrees, poles and the first column again at 360 degrees included.
GridData lattice_over_earth(const Flow& flow)
{
    constexpr int columns = 181, rows = 91;
    GridData data;
    data.dims = {{columns, rows, 1}};
    RectilinearGeometry geometry{{{{}, {}, {0.0}}}};
    NodeValues velocity{"velocity", 3, {}, "m/s"};
    for (int i = 0; i < columns; ++i) geometry.coordinates[0].push_back(2.0 * i);
    for (int j = 0; j < rows; ++j) geometry.coordinates[1].push_back(-90.0 + 2.0 * j);
    for (int j = 0; j < rows; ++j)
        for (int i = 0; i < columns; ++i) {
            const glm::dvec3 v = flow({2.0 * i, -90.0 + 2.0 * j, 0.0});
            for (const double component : {v.x, v.y, v.z})
                velocity.values.own().push_back(static_cast<float>(component));
        }
    data.geometry = std::move(geometry);
    data.arrays = {velocity};
    data.geographic = true;
    return data;
}

/// The whole turn of longitudes between two latitudes, by triangles or quads of one layer or wedges of two;
/// the last column lies where the first does. step: degrees.
GridData mesh_over_earth(CellKind kind, double step, double south, double north, const Flow& flow)
{
    GridData data;
    UnstructuredGeometry mesh;
    NodeValues velocity{"velocity", 3, {}, "m/s"};
    const auto columns = static_cast<std::uint32_t>(std::lround(360.0 / step)) + 1;
    const auto rows = static_cast<std::uint32_t>(std::lround((north - south) / step)) + 1;
    const std::uint32_t layer = columns * rows, layers = kind == CellKind::Wedge ? 2 : 1;
    for (std::uint32_t n = 0; n < layers * layer; ++n) {
        const glm::dvec3 p{-180.0 + step * (n % columns), south + step * (n % layer / columns),
                           n / layer * 500.0};
        mesh.points.emplace_back(p);
        const glm::dvec3 v = flow(p);
        for (const double component : {v.x, v.y, v.z})
            velocity.values.own().push_back(static_cast<float>(component));
    }
    const auto add = [&](std::initializer_list<std::uint32_t> corners) {
        mesh.cells.kinds.push_back(kind);
        for (const std::uint32_t corner : corners) mesh.cells.corners.push_back(corner);
        if (kind == CellKind::Wedge)
            for (const std::uint32_t corner : corners) mesh.cells.corners.push_back(corner + layer);
    };
    for (std::uint32_t j = 0; j + 1 < rows; ++j)
        for (std::uint32_t i = 0; i + 1 < columns; ++i) {
            const std::uint32_t a = j * columns + i, b = a + 1, c = b + columns, d = a + columns;
            if (kind == CellKind::Quad) {
                add({a, b, c, d});
            } else {
                add({a, b, c});
                add({a, c, d});
            }
        }
    data.geometry = std::move(mesh);
    data.arrays = {velocity};
    data.geographic = true;
    data.z_units = "m";
    return data;
}

double largest_error(CellKind kind, double step, double south, double north, const Flow& flow,
                     DerivedScalar scalar, const Scalar& exact)
{
    const Dataset dataset{"earth", mesh_over_earth(kind, step, south, north, flow)};
    const ValueArray found = derived(dataset, scalar, {false, false, kind != CellKind::Wedge}).values;
    const auto& points = std::get<UnstructuredGeometry>(dataset.data().geometry).points;
    double largest = 0.0;
    for (std::size_t n = 0; n < found.size(); ++n)
        largest = std::max(largest, std::abs(found[n] - exact(glm::dvec3{points[n]})));
    return largest;
}

}  // namespace

TEST_CASE(
    "derived scalars: a solid rotation of the sphere turns per metre on meshes, near poles and the date "
    "line too",
    "[derived]")
{
    const CellKind kind = GENERATE(CellKind::Triangle, CellKind::Quad, CellKind::Wedge);
    const double leaning = GENERATE(0.0, 0.7, 0.5 * std::numbers::pi);
    const Flow flow = [&](glm::dvec3 p) { return solid_rotation(p, leaning); };
    const Scalar vorticity = [&](glm::dvec3 p) {
        return 2.0 * turning *
               std::abs(std::sin(radians(p.y)) * std::cos(leaning) -
                        std::cos(radians(p.y)) * std::cos(radians(p.x)) * std::sin(leaning));
    };
    const double coarse = largest_error(kind, 4.0, -88.0, 88.0, flow, DerivedScalar::Vorticity, vorticity);
    const double fine = largest_error(kind, 2.0, -88.0, 88.0, flow, DerivedScalar::Vorticity, vorticity);
    CHECK(fine < 0.05 * 2.0 * turning);
    CHECK(fine < 0.6 * coarse);
    CHECK(largest_error(kind, 2.0, -88.0, 88.0, flow, DerivedScalar::Divergence, constant(0.0)) <
          0.05 * 2.0 * turning);
}

TEST_CASE("derived scalars: at the poles of longitudes and latitudes they are those of the plane there",
          "[derived]")
{
    constexpr double leaning = 0.5;
    const Dataset dataset{"earth",
                          lattice_over_earth([](glm::dvec3 p) { return solid_rotation(p, leaning); })};
    const auto largest_at_poles = [&](DerivedScalar scalar, double exact) {
        const ValueArray found = derived(dataset, scalar, {false, false, true}).values;
        double error = 0.0;
        for (std::size_t i = 0; i < 181; ++i)
            for (const std::size_t at : {i, found.size() - 1 - i})
                error = std::max(error, std::abs(found[at] - exact));
        return error / turning;
    };
    // Of a rotation about an axis, the part of twice its rate that is along the vertical.
    CHECK(largest_at_poles(DerivedScalar::Vorticity, 2.0 * turning * std::cos(leaning)) < 2e-3);
    CHECK(largest_at_poles(DerivedScalar::Divergence, 0.0) < 2e-3);
}

TEST_CASE("derived scalars: a northward flow over a mesh diverges by the meridians' convergence", "[derived]")
{
    const CellKind kind = GENERATE(CellKind::Triangle, CellKind::Quad, CellKind::Wedge);
    constexpr double speed = 30.0;
    const Flow flow = [](glm::dvec3 p) { return glm::dvec3{0.0, speed * std::cos(radians(p.y)), 0.0}; };
    // d(v cos(latitude)) / (R cos(latitude) d latitude); without the tangent it were half of it.
    const Scalar divergence = [](glm::dvec3 p) {
        return -2.0 * speed * std::sin(radians(p.y)) / earth_radius_metres;
    };
    CHECK(largest_error(kind, 1.0, 40.0, 89.0, flow, DerivedScalar::Divergence, divergence) <
          0.03 * 2.0 * speed / earth_radius_metres);
    CHECK(largest_error(kind, 1.0, 40.0, 89.0, flow, DerivedScalar::Vorticity, constant(0.0)) <
          0.03 * 2.0 * speed / earth_radius_metres);
}
