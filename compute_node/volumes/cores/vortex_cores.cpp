#include "compute_node/volumes/cores/vortex_cores.h"

#include "compute_node/support/long_task.h"
#include "compute_node/support/parallel.h"

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace farfield::compute {

namespace {

/// Corners of a lattice's cell, numbered i + 2 j + 4 k: the six tetrahedra about the diagonal from 0 to 7.
constexpr std::array<std::array<unsigned, 4>, 6> around_diagonal{
    {{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7}, {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}}};

constexpr std::size_t tetrahedra_at_once = std::size_t{1} << 14U;
constexpr double rounding = 0x1p-22;        ///< of differences of binary32, with room
constexpr double outside_a_face = 1e-9;     ///< barycentric; so cores through an edge lose no piece
constexpr double least_length_part = 1e-6;  ///< of the longest edge: shorter pieces only touch

double norm(const glm::dmat3& matrix)
{
    return std::sqrt(glm::dot(matrix[0], matrix[0]) + glm::dot(matrix[1], matrix[1]) +
                     glm::dot(matrix[2], matrix[2]));
}

struct Eigenvalues {
    double real = 0.0;
    double imaginary = 0.0;  ///< of the complex pair, > 0
};

/// The eigenvalues of a matrix with one real one, by Cardano's formula; empty where all are real.
std::optional<Eigenvalues> complex_eigenvalues(const glm::dmat3& a)
{
    const double third = (a[0][0] + a[1][1] + a[2][2]) / 3.0;
    const glm::dmat3 b = a - third * glm::dmat3{1.0};  // without a trace: t^3 + p t + q
    const double p = b[0][0] * b[1][1] - b[1][0] * b[0][1] + b[0][0] * b[2][2] - b[2][0] * b[0][2] +
                     b[1][1] * b[2][2] - b[2][1] * b[1][2];
    const double q = -glm::determinant(b);
    const double discriminant = q * q / 4.0 + p * p * p / 27.0;
    if (!(discriminant > 0.0)) return std::nullopt;
    const double larger = std::cbrt(-q / 2.0 - std::copysign(std::sqrt(discriminant), q));
    const double smaller = -p / (3.0 * larger);
    return Eigenvalues{third + larger + smaller, std::sqrt(3.0) / 2.0 * std::abs(larger - smaller)};
}

/// The unit eigenvector of a simple eigenvalue; empty where rounding leaves none.
std::optional<glm::dvec3> eigenvector(const glm::dmat3& matrix, double eigenvalue)
{
    const glm::dmat3 rows = glm::transpose(matrix - eigenvalue * glm::dmat3{1.0});
    glm::dvec3 best{0.0};
    for (const auto& [i, j] : {std::array{0, 1}, {1, 2}, {2, 0}}) {
        const glm::dvec3 across = glm::cross(rows[i], rows[j]);
        if (glm::dot(across, across) > glm::dot(best, best)) best = across;
    }
    const double length = glm::length(best);
    if (!(length > 0.0) || !std::isfinite(length)) return std::nullopt;
    return best / length;
}

/// Two unit vectors across a unit vector.
std::array<glm::dvec3, 2> across(const glm::dvec3& along)
{
    const glm::dvec3 size = glm::abs(along);
    const int least = size.x <= size.y && size.x <= size.z ? 0 : size.y <= size.z ? 1 : 2;
    glm::dvec3 axis{0.0};
    axis[least] = 1.0;
    const glm::dvec3 first = glm::normalize(glm::cross(along, axis));
    return {first, glm::cross(along, first)};
}

/// The place in a triangle at which two linear functions are 0; empty where there is none, or more than one.
std::optional<glm::dvec3> zero_in(const std::array<glm::dvec3, 3>& corners, const glm::dvec3& f,
                                  const glm::dvec3& g)
{
    const glm::dvec3 shares = glm::cross(f, g);
    const double sum = shares.x + shares.y + shares.z;
    const glm::dvec3 at = shares / sum;
    if (!(std::min({at.x, at.y, at.z}) >= -outside_a_face)) return std::nullopt;  // not a number: no place
    return at.x * corners[0] + at.y * corners[1] + at.z * corners[2];
}

/// The places on the faces at which the reduced velocity, across the eigenvector, is 0: the ends of a
/// segment.
std::optional<std::array<glm::dvec3, 2>> ends_on_faces(const std::array<glm::dvec3, 4>& places,
                                                       const std::array<glm::dvec3, 4>& velocities,
                                                       const glm::dvec3& along)
{
    const auto [first, second] = across(along);
    std::array<glm::dvec3, 4> found{};
    std::size_t count = 0;
    for (const auto& [a, b, c] : {std::array{1U, 2U, 3U}, {0U, 3U, 2U}, {0U, 1U, 3U}, {0U, 2U, 1U}}) {
        const auto at_corners = [&velocities, corners = std::array{a, b, c}](const glm::dvec3& direction) {
            return glm::dvec3{glm::dot(velocities[corners[0]], direction),
                              glm::dot(velocities[corners[1]], direction),
                              glm::dot(velocities[corners[2]], direction)};
        };
        const auto zero = zero_in({places[a], places[b], places[c]}, at_corners(first), at_corners(second));
        if (zero) found[count++] = *zero;
    }
    std::optional<std::array<glm::dvec3, 2>> ends;
    double longest = 0.0;
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = i + 1; j < count; ++j)
            if (const double length = glm::distance(found[i], found[j]); length > longest) {
                longest = length;
                ends = {found[i], found[j]};
            }
    double edge = 0.0;
    for (std::size_t i = 0; i < 4; ++i) edge = std::max(edge, glm::distance(places[i], places[(i + 1) % 4]));
    if (longest <= least_length_part * edge) return std::nullopt;
    return ends;
}

bool is_finite(const glm::dvec3& vector)
{
    return std::isfinite(vector.x) && std::isfinite(vector.y) && std::isfinite(vector.z);
}

/// Takes the cores of some tetrahedra.
class CoreSearch {
public:
    CoreSearch(const VolumeGrid& grid, const NodeVelocities& velocities, const CoreSettings& settings)
        : grid_{grid}, velocities_{velocities}, settings_{settings}
    {}

    /// Cells of a row of a lattice.
    void take_row(const Lattice& lattice, int j, int k, std::vector<CoreSegment>& to) const
    {
        for (int i = 0; i + 1 < lattice.dims.x; ++i) {
            std::array<glm::dvec3, 8> places{}, velocities{};
            for (int n = 0; n < 8; ++n) {
                const glm::ivec3 at{i + (n & 1), j + (n >> 1 & 1), k + (n >> 2)};
                places[static_cast<std::size_t>(n)] = lattice.position(at);
                velocities[static_cast<std::size_t>(n)] =
                    velocities_.at(lattice.first_node + lattice.node(at));
            }
            for (const auto& [a, b, c, d] : around_diagonal)
                take({places[a], places[b], places[c], places[d]},
                     {velocities[a], velocities[b], velocities[c], velocities[d]}, to);
        }
    }
    void take_tetrahedra(std::size_t begin, std::size_t end, std::vector<CoreSegment>& to) const
    {
        for (std::size_t t = begin; t < end; ++t) {
            std::array<glm::dvec3, 4> places{}, velocities{};
            for (std::size_t n = 0; n < 4; ++n) {
                const auto node = static_cast<std::size_t>(grid_.tetrahedra[t][n]);
                places[n] = grid_.points[node];
                velocities[n] = velocities_.at(node);
            }
            take(places, velocities, to);
        }
    }

private:
    void take(const std::array<glm::dvec3, 4>& places, const std::array<glm::dvec3, 4>& velocities,
              std::vector<CoreSegment>& to) const
    {
        if (!std::ranges::all_of(velocities, is_finite)) return;
        const auto is_in_region = [this](const glm::dvec3& at) {
            return settings_.region->holds(glm::vec3{at});
        };
        if (settings_.region && !std::ranges::all_of(places, is_in_region)) return;
        const auto core = core_in(places, velocities);
        if (core && core->swirl >= settings_.min_swirl) to.push_back(*core);
    }

    const VolumeGrid& grid_;
    const NodeVelocities& velocities_;
    const CoreSettings& settings_;
};

/// Takes the segments of `count` pieces of work, which take(n, to) finds on several threads; in their order.
/// False where there are too many.
bool take_pieces(std::size_t count, const CoreSettings& settings, const std::atomic<bool>* cancelled,
                 const auto& take, std::vector<CoreSegment>& all)
{
    constexpr std::size_t at_once = 64;
    for (std::size_t first = 0; first < count && !is_set(cancelled); first += at_once) {
        check_wanted();
        std::array<std::vector<CoreSegment>, at_once> found;
        const std::size_t pieces = std::min(at_once, count - first);
        parallel_sum(static_cast<std::int64_t>(pieces), 0, [&](std::int64_t n) {
            const auto piece = static_cast<std::size_t>(n);
            if (!is_set(cancelled)) take(first + piece, found[piece]);
            return std::uint64_t{0};
        });
        for (const auto& segments : found) {
            if (segments.size() > settings.most_segments - all.size()) return false;
            all.insert(all.end(), segments.begin(), segments.end());
        }
    }
    return true;
}

}  // namespace

NodeVelocities::NodeVelocities(const Field& field, float time)
{
    const NodeSlices& slices = field.slices();
    const auto [i, next] = slices.weighted(time);
    before_ = slices.nodes[i];
    after_ = slices.nodes[next];
    if (next != i) part_ = (time - slices.times[i]) / (slices.times[next] - slices.times[i]);
}

glm::dvec3 NodeVelocities::at(std::size_t node) const
{
    return before_ == after_ ? before_[node] : lerp(before_[node], after_[node], part_);
}

std::optional<CoreSegment> core_in(const std::array<glm::dvec3, 4>& places,
                                   const std::array<glm::dvec3, 4>& velocities)
{
    const glm::dmat3 edges{places[1] - places[0], places[2] - places[0], places[3] - places[0]};
    if (glm::determinant(edges) == 0.0) return std::nullopt;
    const glm::dmat3 shape = glm::inverse(edges);
    const glm::dmat3 gradient = glm::dmat3{velocities[1] - velocities[0], velocities[2] - velocities[0],
                                           velocities[3] - velocities[0]} *
                                shape;
    const auto eigenvalues = complex_eigenvalues(gradient);
    if (!eigenvalues) return std::nullopt;
    // An error e of a triple eigenvalue's matrix A parts the values by up to the cube root of |A|^2 e.
    double speed = 0.0, distance = 0.0;
    for (std::size_t n = 0; n < 4; ++n) {
        speed = std::max(speed, glm::length(velocities[n]));
        distance = std::max(distance, glm::length(places[n]));
    }
    const double size = norm(gradient);
    const double error = rounding * norm(shape) * (speed + distance * size);
    if (eigenvalues->imaginary <= std::cbrt(size * size * error)) return std::nullopt;
    const auto along = eigenvector(gradient, eigenvalues->real);
    if (!along) return std::nullopt;
    const auto ends = ends_on_faces(places, velocities, *along);
    if (!ends) return std::nullopt;
    return CoreSegment{glm::vec3{(*ends)[0]}, glm::vec3{(*ends)[1]},
                       static_cast<float>(eigenvalues->imaginary)};
}

std::optional<std::vector<CoreSegment>> vortex_cores(const VolumeGrid& grid, const NodeVelocities& velocities,
                                                     const CoreSettings& settings,
                                                     const std::atomic<bool>* cancelled)
{
    const CoreSearch search{grid, velocities, settings};
    std::vector<CoreSegment> all;
    for (const Lattice& lattice : grid.lattices) {
        const auto rows = static_cast<std::size_t>(lattice.dims.y - 1);
        const std::size_t count = rows * static_cast<std::size_t>(lattice.dims.z - 1);
        const auto take_row = [&](std::size_t row, std::vector<CoreSegment>& to) {
            search.take_row(lattice, static_cast<int>(row % rows), static_cast<int>(row / rows), to);
        };
        if (!take_pieces(count, settings, cancelled, take_row, all)) return std::nullopt;
    }
    const std::size_t tetrahedra = grid.tetrahedra.size();
    const auto take_some = [&](std::size_t piece, std::vector<CoreSegment>& to) {
        const std::size_t begin = piece * tetrahedra_at_once;
        search.take_tetrahedra(begin, std::min(begin + tetrahedra_at_once, tetrahedra), to);
    };
    const std::size_t pieces = (tetrahedra + tetrahedra_at_once - 1) / tetrahedra_at_once;
    if (!take_pieces(pieces, settings, cancelled, take_some, all)) return std::nullopt;
    return all;
}

}  // namespace farfield::compute
