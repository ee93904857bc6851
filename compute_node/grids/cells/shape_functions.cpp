#include "compute_node/grids/cells/shape_functions.h"

#include <cstddef>

#include <glm/vec3.hpp>

namespace farfield::compute {

namespace {

/// A number that depends on three coordinates, with its derivatives by them: a value computed with dual
/// numbers comes with its exact gradient. Source: Griewank, Walther, "Evaluating Derivatives", 2nd ed. 2008,
/// chapter 3 (forward mode).
struct Dual {
    float value = 0.0F;
    glm::vec3 slope{0.0F};
};

inline Dual operator+(const Dual& a, const Dual& b)
{
    return {a.value + b.value, a.slope + b.slope};
}

inline Dual operator-(const Dual& a, const Dual& b)
{
    return {a.value - b.value, a.slope - b.slope};
}

inline Dual operator*(const Dual& a, const Dual& b)
{
    return {a.value * b.value, a.value * b.slope + b.value * a.slope};
}

inline Dual operator+(const Dual& a, float b)
{
    return {a.value + b, a.slope};
}

inline Dual operator-(const Dual& a, float b)
{
    return {a.value - b, a.slope};
}

inline Dual operator-(float a, const Dual& b)
{
    return {a - b.value, -b.slope};
}

inline Dual operator*(float a, const Dual& b)
{
    return {a * b.value, a * b.slope};
}

constexpr float half = 0.5F;

// Node places of the kinds with most points; kinds with fewer points have the first of these.
constexpr std::array<glm::vec3, 6> in_triangle{
    {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {half, 0, 0}, {half, half, 0}, {0, half, 0}}};
constexpr std::array<glm::vec3, 9> in_quad{{{0, 0, 0},
                                            {1, 0, 0},
                                            {1, 1, 0},
                                            {0, 1, 0},
                                            {half, 0, 0},
                                            {1, half, 0},
                                            {half, 1, 0},
                                            {0, half, 0},
                                            {half, half, 0}}};
constexpr std::array<glm::vec3, 10> in_tetrahedron{{{0, 0, 0},
                                                    {1, 0, 0},
                                                    {0, 1, 0},
                                                    {0, 0, 1},
                                                    {half, 0, 0},
                                                    {half, half, 0},
                                                    {0, half, 0},
                                                    {0, 0, half},
                                                    {half, 0, half},
                                                    {0, half, half}}};
constexpr std::array<glm::vec3, 13> in_pyramid{{{0, 0, 0},
                                                {1, 0, 0},
                                                {1, 1, 0},
                                                {0, 1, 0},
                                                {0, 0, 1},
                                                {half, 0, 0},
                                                {1, half, 0},
                                                {half, 1, 0},
                                                {0, half, 0},
                                                {0, 0, half},
                                                {1, 0, half},
                                                {1, 1, half},
                                                {0, 1, half}}};
constexpr std::array<glm::vec3, 18> in_wedge{{{0, 0, 0},
                                              {1, 0, 0},
                                              {0, 1, 0},
                                              {0, 0, 1},
                                              {1, 0, 1},
                                              {0, 1, 1},
                                              {half, 0, 0},
                                              {half, half, 0},
                                              {0, half, 0},
                                              {half, 0, 1},
                                              {half, half, 1},
                                              {0, half, 1},
                                              {0, 0, half},
                                              {1, 0, half},
                                              {0, 1, half},
                                              {half, 0, half},
                                              {half, half, half},
                                              {0, half, half}}};
constexpr std::array<glm::vec3, 27> in_hexahedron{
    {{0, 0, 0},       {1, 0, 0},       {1, 1, 0},         {0, 1, 0},       {0, 0, 1},       {1, 0, 1},
     {1, 1, 1},       {0, 1, 1},       {half, 0, 0},      {1, half, 0},    {half, 1, 0},    {0, half, 0},
     {half, 0, 1},    {1, half, 1},    {half, 1, 1},      {0, half, 1},    {0, 0, half},    {1, 0, half},
     {1, 1, half},    {0, 1, half},    {0, half, half},   {1, half, half}, {half, 0, half}, {half, 1, half},
     {half, half, 0}, {half, half, 1}, {half, half, half}}};

std::span<const glm::vec3> all_places(CellKind by_corners)
{
    switch (by_corners) {
    case CellKind::Triangle:
        return in_triangle;
    case CellKind::Quad:
        return in_quad;
    case CellKind::Tetra:
        return in_tetrahedron;
    case CellKind::Pyramid:
        return in_pyramid;
    case CellKind::Wedge:
        return in_wedge;
    default:
        return in_hexahedron;
    }
}

/// Coordinates r, s, t. This and the functions below work with plain and with dual numbers.
template <class T>
struct Local {
    std::array<T, 3> rst;
    /// The coordinate scaled from 0..1 to -1..1.
    [[nodiscard]] T centred(int axis) const { return 2.0F * rst[axis] - 1.0F; }
};

/// The linear shape function, along one axis, of the node at `place`, 0 or 1.
template <class T>
T linear(const T& x, float place)
{
    return place == 0.0F ? 1.0F - x : 1.0F * x;
}

/// The quadratic shape function, along one axis, of the node at `place`, 0, 1/2 or 1.
template <class T>
T quadratic(const T& x, float place)
{
    if (place == half) return 4.0F * (x * (1.0F - x));
    return place == 0.0F ? (1.0F - x) * (1.0F - 2.0F * x) : x * (2.0F * x - 1.0F);
}

/// The product of one function along each of the first `axes` axes.
template <class T, class Along>
T product(const Local<T>& at, glm::vec3 place, int axes, const Along& along)
{
    T value = along(at.rst[0], place[0]);
    for (int axis = 1; axis < axes; ++axis) value = value * along(at.rst[axis], place[axis]);
    return value;
}

/// Shape function of serendipity cells: nodes at corners and in the middle of edges.
template <class T>
T serendipity(const Local<T>& at, glm::vec3 place, int axes)
{
    bool is_corner = true;
    for (int axis = 0; axis < axes; ++axis) is_corner = is_corner && place[axis] != half;
    T value = product(at, place, axes,
                      [](const T& x, float p) { return p == half ? 4.0F * (x * (1.0F - x)) : linear(x, p); });
    if (!is_corner) return value;
    T sum = (place[0] == 0.0F ? -1.0F : 1.0F) * at.centred(0);
    for (int axis = 1; axis < axes; ++axis)
        sum = sum + (place[axis] == 0.0F ? -1.0F : 1.0F) * at.centred(axis);
    return value * (sum - static_cast<float>(axes - 1));
}

/// The barycentric coordinate of a triangle or tetrahedron: 1 at a corner and 0 on the side opposite.
template <class T>
T barycentric(const Local<T>& at, int axes, int corner)
{
    if (corner > 0) return at.rst[corner - 1];
    T rest = 1.0F - at.rst[0];
    for (int axis = 1; axis < axes; ++axis) rest = rest - at.rst[axis];
    return rest;
}

/// The corners of a triangle or tetrahedron that a node lies between: one, or two with an edge between.
struct SimplexNode {
    SimplexNode(glm::vec3 place, int axes)
    {
        float first = 1.0F;
        for (int axis = 0; axis < axes; ++axis) first -= place[axis];
        for (int corner = 0; corner <= axes; ++corner)
            if ((corner == 0 ? first : place[corner - 1]) > 0.0F) (a < 0 ? a : b) = corner;
    }
    [[nodiscard]] bool is_corner() const { return b < 0; }
    int a = -1, b = -1;
};

template <class T>
T quadratic_simplex(const Local<T>& at, glm::vec3 place, int axes)
{
    const SimplexNode node{place, axes};
    const T a = barycentric(at, axes, node.a);
    return node.is_corner() ? a * (2.0F * a - 1.0F) : 4.0F * (a * barycentric(at, axes, node.b));
}

/// Shape function of a quadratic wedge: nodes at corners and in the middle of edges, three of these upright.
template <class T>
T serendipity_wedge(const Local<T>& at, glm::vec3 place)
{
    const SimplexNode node{place, 2};
    const T a = barycentric(at, 2, node.a), z = at.rst[2];
    const T bulge = 4.0F * (z * (1.0F - z));
    if (place.z == half) return a * bulge;
    const T level = linear(z, place.z);
    if (!node.is_corner()) return 4.0F * (a * barycentric(at, 2, node.b)) * level;
    return a * (2.0F * a - 1.0F) * level - 0.5F * (a * bulge);
}

template <class T>
T quadratic_pyramid(const Local<T>& at, glm::vec3 place, bool is_tip)
{
    const T r = at.centred(0), s = at.centred(1), t = at.centred(2);
    if (is_tip) return 0.5F * (t * (t + 1.0F));
    const T a = (2.0F * place.x - 1.0F) * r, b = (2.0F * place.y - 1.0F) * s;
    if (place.z == half) return 0.25F * ((a + 1.0F) * (b + 1.0F) * (1.0F - t * t));
    if (place.x == half) return 0.125F * ((1.0F - r * r) * (b + 1.0F) * (1.0F - t) * (2.0F - b - b * t));
    if (place.y == half) return 0.125F * ((a + 1.0F) * (1.0F - s * s) * (1.0F - t) * (2.0F - a - a * t));
    const T ab = 2.0F * (a * b);
    return -0.0625F * ((a + 1.0F) * (b + 1.0F) * (1.0F - t) *
                       (4.0F - 3.0F * a - 3.0F * b + ab + t * (2.0F - a - b + ab)));
}

/// The shape function of a node. node: its number; place: its position in the cell's coordinates.
template <class T>
T shape_function(CellKind kind, const Local<T>& at, std::size_t node, glm::vec3 place)
{
    switch (kind) {
    case CellKind::Triangle:
        return barycentric(at, 2, static_cast<int>(node));
    case CellKind::Tetra:
        return barycentric(at, 3, static_cast<int>(node));
    case CellKind::Quad:
        return product(at, place, 2, linear<T>);
    case CellKind::Hexa:
        return product(at, place, 3, linear<T>);
    case CellKind::Pyramid:
        return node == 4 ? 1.0F * at.rst[2] : product(at, place, 3, linear<T>);
    case CellKind::Wedge:
        return barycentric(at, 2, static_cast<int>(node % 3)) * linear(at.rst[2], place.z);
    case CellKind::QuadraticTriangle:
        return quadratic_simplex(at, place, 2);
    case CellKind::QuadraticTetra:
        return quadratic_simplex(at, place, 3);
    case CellKind::QuadraticQuad:
        return serendipity(at, place, 2);
    case CellKind::QuadraticHexa:
        return serendipity(at, place, 3);
    case CellKind::BiquadraticQuad:
        return product(at, place, 2, quadratic<T>);
    case CellKind::TriquadraticHexa:
        return product(at, place, 3, quadratic<T>);
    case CellKind::QuadraticWedge:
        return serendipity_wedge(at, place);
    case CellKind::BiquadraticWedge:
        return quadratic_simplex(at, place, 2) * quadratic(at.rst[2], place.z);
    case CellKind::QuadraticPyramid:
        return quadratic_pyramid(at, place, node == 4);
    }
    return {};
}

}  // namespace

std::span<const glm::vec3> node_places(CellKind kind)
{
    return all_places(traits_of(kind).by_corners).first(point_count(kind));
}

glm::vec3 middle_of(CellKind kind)
{
    switch (traits_of(kind).by_corners) {
    case CellKind::Triangle:
        return {1.0F / 3, 1.0F / 3, 0.0F};
    case CellKind::Quad:
        return {half, half, 0.0F};
    case CellKind::Tetra:
        return glm::vec3{0.25F};
    case CellKind::Pyramid:
        return {half, half, 0.25F};
    case CellKind::Wedge:
        return {1.0F / 3, 1.0F / 3, half};
    default:
        return glm::vec3{half};
    }
}

ShapeWeights shape_functions(CellKind kind, glm::vec3 local)
{
    const Local<float> at{{local.x, local.y, local.z}};
    const auto places = node_places(kind);
    ShapeWeights weights;  // NOLINT(cppcoreguidelines-pro-type-member-init): those of use are set
    for (std::size_t i = 0; i < places.size(); ++i) weights[i] = shape_function(kind, at, i, places[i]);
    return weights;
}

ShapeSlopes shape_slopes(CellKind kind, glm::vec3 local)
{
    const Local<Dual> at{{Dual{local.x, {1, 0, 0}}, Dual{local.y, {0, 1, 0}}, Dual{local.z, {0, 0, 1}}}};
    const auto places = node_places(kind);
    ShapeSlopes all;  // NOLINT(cppcoreguidelines-pro-type-member-init): those of use are set
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Dual value = shape_function(kind, at, i, places[i]);
        all.weights[i] = value.value;
        all.slopes[i] = value.slope;
    }
    return all;
}

}  // namespace farfield::compute
