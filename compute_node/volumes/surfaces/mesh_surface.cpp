#include "compute_node/volumes/surfaces/mesh_surface.h"

#include "compute_node/support/parallel.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace farfield::compute {

namespace {

using Edge = std::array<std::uint8_t, 2>;

/// The crossed edges of a tetrahedron, in a circle that goes round counter-clockwise seen from below the
/// value: three or four.
struct TetrahedronCase {
    std::uint8_t edges = 0;
    std::array<Edge, 4> edge{};

    [[nodiscard]] constexpr std::uint32_t triangles() const { return edges == 0 ? 0U : edges - 2U; }
};

/// True when corners a, b, c, d are an even permutation of 0, 1, 2, 3.
constexpr bool is_even(std::array<std::uint8_t, 4> corners)
{
    bool even = true;
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = i + 1; j < 4; ++j) even = even == (corners[i] < corners[j]);
    return even;
}

/// The case of signs. above: bit c is set where corner c lies above the value. The corners of a tetrahedron
/// of positive volume go round counter-clockwise seen from the fourth one.
constexpr TetrahedronCase tetrahedron_case(unsigned above)
{
    std::array<std::uint8_t, 4> order{};  // corners above, then those below
    std::size_t ups = 0, placed = 0;
    for (const bool is_up : {true, false})
        for (std::uint8_t corner = 0; corner < 4; ++corner) {
            if (((above >> corner & 1U) != 0) != is_up) continue;
            order[placed++] = corner;
            ups += is_up ? 1 : 0;
        }
    if (ups == 0 || ups == 4) return {};
    if (!is_even(order)) {
        const std::size_t swapped = ups == 1 ? 2 : 0;  // two corners on the same side
        const std::uint8_t corner = order[swapped];
        order[swapped] = order[swapped + 1];
        order[swapped + 1] = corner;
    }
    const auto [a, b, c, d] = order;
    if (ups == 1) return {3, {{{a, b}, {a, c}, {a, d}}}};
    if (ups == 3) return {3, {{{a, d}, {b, d}, {c, d}}}};
    return {4, {{{a, c}, {a, d}, {b, d}, {b, c}}}};
}

constexpr auto tetrahedron_cases = [] {
    std::array<TetrahedronCase, 16> all{};
    for (unsigned above = 0; above < all.size(); ++above) all[above] = tetrahedron_case(above);
    return all;
}();

/// The case of a tetrahedron; the empty one where a corner is invalid or out of the region.
const TetrahedronCase& case_of(const CutRequest& request, const TetrahedronCorners& corners)
{
    unsigned above = 0;
    for (std::size_t corner = 0; corner < 4; ++corner) {
        const float value = request.field.values[corners[corner]];
        const bool is_out =
            request.region && !request.region->holds(request.field.grid->points[corners[corner]]);
        if (std::isnan(value) || is_out) return tetrahedron_cases[0];
        above |= (value >= request.value ? 1U : 0U) << corner;
    }
    return tetrahedron_cases[above];
}

std::uint64_t key_of(const TetrahedronCorners& corners, const Edge& edge)
{
    const auto [low, high] = std::minmax(corners[edge[0]], corners[edge[1]]);
    return std::uint64_t{low} << 32U | high;
}

/// The tetrahedra of a run.
std::span<const TetrahedronCorners> run_of(const VolumeGrid& grid, std::size_t run)
{
    const std::size_t first = run * run_tetrahedra;
    return {grid.tetrahedra.data() + first, std::min(run_tetrahedra, grid.tetrahedra.size() - first)};
}

}  // namespace

/// Counts the keys and triangles of each run; a key for each edge of each tetrahedron.
void MeshSurface::take_runs(const CutRequest& request)
{
    const Bricks& bricks = request.field.bricks.front();
    runs_.assign(bricks.size(), {});
    parallel_sum(static_cast<std::int64_t>(runs_.size()), request.threads, [&](std::int64_t r) {
        const auto run = static_cast<std::size_t>(r);
        if (is_set(request.cancelled) || !straddles(bricks, run, request.value)) return 0;
        for (const TetrahedronCorners& corners : run_of(*request.field.grid, run)) {
            const TetrahedronCase& of = case_of(request, corners);
            runs_[run].keys += of.edges;
            runs_[run].triangles += of.triangles();
        }
        return 0;
    });
    std::uint64_t keys = 0;
    for (Run& run : runs_) {
        run.first_key = keys;
        keys += run.keys;
    }
    keys_.resize(keys);
}

void MeshSurface::sort_keys(const CutRequest& request, std::size_t run)
{
    std::uint64_t* const first = keys_.data() + runs_[run].first_key;
    std::uint64_t* end = first;
    for (const TetrahedronCorners& corners : run_of(*request.field.grid, run)) {
        const TetrahedronCase& of = case_of(request, corners);
        for (std::size_t edge = 0; edge < of.edges; ++edge) *end++ = key_of(corners, of.edge[edge]);
    }
    std::sort(first, end);
    runs_[run].keys = static_cast<std::uint32_t>(std::unique(first, end) - first);
}

bool MeshSurface::count(const CutRequest& request, std::vector<SlabCount>& slabs)
{
    take_runs(request);
    parallel_sum(static_cast<std::int64_t>(runs_.size()), request.threads, [&](std::int64_t run) {
        if (runs_[static_cast<std::size_t>(run)].keys > 0 && !is_set(request.cancelled))
            sort_keys(request, static_cast<std::size_t>(run));
        return 0;
    });
    for (std::size_t run = 0; run < runs_.size(); ++run) {
        if (run % slab_runs == 0) slabs.emplace_back();
        slabs.back().own += {runs_[run].keys, runs_[run].triangles};
    }
    return !is_set(request.cancelled);
}

namespace {

/// Writes the surface of one run.
struct RunWriter {
    const CutRequest& request;
    std::span<const glm::vec3> gradients;
    const ScalarField* colour;
    std::span<const std::uint64_t> keys;
    SurfaceOutput to;

    void write(std::size_t run) const
    {
        for (std::size_t vertex = 0; vertex < keys.size(); ++vertex) put(vertex);
        std::size_t triangle = 0;
        for (const TetrahedronCorners& corners : run_of(*request.field.grid, run)) {
            const TetrahedronCase& of = case_of(request, corners);
            std::array<std::uint32_t, 4> vertices{};
            for (std::size_t edge = 0; edge < of.edges; ++edge)
                vertices[edge] = static_cast<std::uint32_t>(
                    std::ranges::lower_bound(keys, key_of(corners, of.edge[edge])) - keys.begin());
            for (std::uint32_t t = 0; t < of.triangles(); ++t)
                to.put_element(triangle++, std::array{vertices[0], vertices[t + 1], vertices[t + 2]});
        }
    }

private:
    void put(std::size_t vertex) const
    {
        const auto a = static_cast<std::uint32_t>(keys[vertex] >> 32U),
                   b = static_cast<std::uint32_t>(keys[vertex]);
        const FixedArray<glm::vec3>& points = request.field.grid->points;
        const float f = request.field.part_at(a, b, request.value);
        const float s = colour == nullptr ? request.value : colour->between_nodes(a, b, f);
        to.put_vertex(vertex, points[a] + f * (points[b] - points[a]), s,
                      model::octahedral_of(-(gradients[a] + f * (gradients[b] - gradients[a]))));
    }
};

}  // namespace

bool MeshSurface::write(const CutRequest& request, int first, int end, std::span<const glm::vec3> gradients,
                        const ScalarField* colour, const SurfaceOutput& to)
{
    const std::size_t begin = static_cast<std::size_t>(first) * slab_runs;
    const std::size_t last = std::min(static_cast<std::size_t>(end) * slab_runs, runs_.size());
    std::vector<SurfaceCount> before(last - begin + 1);
    for (std::size_t run = begin; run < last; ++run) {
        before[run - begin + 1] = before[run - begin];
        before[run - begin + 1] += {runs_[run].keys, runs_[run].triangles};
    }
    parallel_sum(static_cast<std::int64_t>(last - begin), request.threads, [&](std::int64_t item) {
        const auto at = static_cast<std::size_t>(item);
        const Run& run = runs_[begin + at];
        if (run.keys == 0 || is_set(request.cancelled)) return 0;
        RunWriter{request, gradients, colour, {keys_.data() + run.first_key, run.keys}, to.behind(before[at])}
            .write(begin + at);
        return 0;
    });
    return !is_set(request.cancelled);
}

std::vector<glm::vec3> mesh_gradients(const VolumeGrid& grid, std::span<const float> values)
{
    std::vector<glm::vec4> sums(values.size(), glm::vec4{0.0F});
    for (const TetrahedronCorners& corners : grid.tetrahedra) {
        const glm::vec3 first = grid.points[corners[0]];
        const glm::vec3 a = grid.points[corners[1]] - first, b = grid.points[corners[2]] - first,
                        c = grid.points[corners[3]] - first;
        const float zero = values[corners[0]];
        // Cramer's rule; the determinant is six times the volume, by which it is weighted.
        const glm::vec3 scaled = (values[corners[1]] - zero) * glm::cross(b, c) +
                                 (values[corners[2]] - zero) * glm::cross(c, a) +
                                 (values[corners[3]] - zero) * glm::cross(a, b);
        if (std::isnan(scaled.x + scaled.y + scaled.z)) continue;
        for (const std::uint32_t node : corners)
            sums[node] += glm::vec4{scaled, std::abs(glm::dot(a, glm::cross(b, c)))};
    }
    std::vector<glm::vec3> gradients(values.size(), glm::vec3{0.0F});
    for (std::size_t node = 0; node < sums.size(); ++node)
        if (sums[node].w > 0.0F) gradients[node] = glm::vec3{sums[node]} / sums[node].w;
    return gradients;
}

}  // namespace farfield::compute
