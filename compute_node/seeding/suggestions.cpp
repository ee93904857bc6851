#include "compute_node/seeding/suggestions.h"

#include "compute_node/fields/field_at_time.h"
#include "compute_node/grids/geo.h"
#include "compute_node/grids/origin.h"
#include "compute_node/seeding/first_motion.h"
#include "compute_node/seeding/places_throughout.h"
#include "compute_node/seeding/seeds_throughout.h"
#include "compute_node/support/long_task.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <vector>

namespace farfield::compute {

namespace {

constexpr int samples_along_line = 33;
constexpr std::array places_across{0.1, 0.3, 0.5, 0.7, 0.9};  // parts of the bounds, for candidate lines
constexpr std::uint32_t suggested_seeds = 50;
constexpr std::uint32_t suggested_particles_per_seed = 20;

constexpr std::size_t spread_seeds = 100;
constexpr std::uint32_t spread_particles_per_seed = 10;

constexpr int seeds_followed = 5;  // followed from a candidate line
constexpr int steps_across = 100;  // together as long as the domain's diagonal
constexpr std::uint32_t min_age_frames = 100, max_age_frames = 1000;

constexpr int parts_of_line = 25;        ///< looked at to find where the flow varies
constexpr double most_of_variety = 0.9;  ///< share of the variety of all parts that is kept
constexpr double least_variety = 0.05;   ///< above the median; with less, all is a free stream

/// A few places that are far faster than nearly all others do not shorten the step of all.
constexpr double most_over_usual = 4.0;

/// The part of a candidate line that lies inside, and how fast the flow is along it.
struct Candidate {
    glm::dvec3 from{0.0}, to{0.0};
    double speed_sum = 0.0;
    double length = 0.0;  ///< mean of the paths from it through the domain
    double time = 0.0;    ///< mean of the times along those paths
    int steps = 0;        ///< number along all paths; sums of speeds and squares
    double speeds = 0.0, squares = 0.0;
};

/// True when positions are degrees: z has another unit, and distance and speed are those over the ground.
bool is_over_earth(const FieldInfo& info)
{
    return info.position_units == "degrees";
}

/// The part of a way or velocity that counts as its length.
glm::dvec3 counted(const FieldInfo& info, glm::dvec3 way)
{
    return is_over_earth(info) ? glm::dvec3{way.x, way.y, 0.0} : way;
}

/// Follows the flow from `at` until it leaves, stands still, or is as far as the domain is large; adds what
/// its path to the candidate's means. Coarse: midpoint steps of equal length.
void follow(const Field& field, float time, glm::dvec3 at, Candidate& candidate)
{
    const FieldInfo& info = field.info();
    const double step = glm::length(counted(info, info.bounds.hi - info.bounds.lo)) / steps_across;
    const auto way_along = [&](glm::dvec3 velocity) {
        const glm::dvec3 along = counted(info, velocity);
        return velocity * glm::inversesqrt(glm::dot(along, along));  // its counted length is 1
    };
    candidate.length += step / seeds_followed;  // also what leaves at once has gone a little
    CellCursor cursor;
    for (int i = 0; i < steps_across; ++i) {
        const auto here = sample_at(field, info.relative(at), time, cursor);
        if (!here || glm::length(counted(info, here->velocity)) == 0.0) return;
        const glm::dvec3 half_way = at + 0.5 * step * way_along(glm::dvec3{here->velocity});
        const auto middle = sample_at(field, info.relative(half_way), time, cursor);
        const glm::dvec3 velocity{middle ? middle->velocity : glm::vec3{0.0F}};
        const double speed = glm::length(counted(info, velocity));
        if (speed == 0.0) return;
        at += step * way_along(velocity);
        candidate.length += step / seeds_followed;
        candidate.time += step / speed / seeds_followed;
        ++candidate.steps;
        candidate.speeds += speed;
        candidate.squares += speed * speed;
    }
}

/// Standard deviation of the speed on the way, as part of its mean: 0 in a free stream, at most 1.
double variety(const Candidate& candidate)
{
    if (candidate.steps == 0) return 0.0;
    const double mean = candidate.speeds / candidate.steps;
    const double variance = candidate.squares / candidate.steps - mean * mean;
    return std::min(1.0, std::sqrt(std::max(0.0, variance)) / mean);
}

/// Merit of a line: fast, with a long way to go. A line at the outlet is over before it has shown anything.
/// Where all is as fast and as long, the way past a body shows more than that beside it.
double merit(const Candidate& candidate)
{
    return candidate.speed_sum * candidate.length * (1.0 + variety(candidate));
}

Candidate try_line(const Field& field, float time, glm::dvec3 from, glm::dvec3 to)
{
    Candidate best, run;
    CellCursor cursor;
    for (int i = 0; i < samples_along_line; ++i) {
        const glm::dvec3 at = glm::mix(from, to, (i + 0.5) / samples_along_line);
        const std::optional<FieldSample> sample = sample_at(field, field.info().relative(at), time, cursor);
        if (!sample) {
            run = {};
            continue;
        }
        if (run.speed_sum == 0.0) run.from = at;
        run.to = at;
        run.speed_sum += static_cast<float>(glm::length(counted(field.info(), sample->velocity)));
        if (run.speed_sum > best.speed_sum) best = run;
    }
    return best;
}

/// Excess over the median of the flow's variety on its way from each part of a line.
std::array<double, parts_of_line> variety_along(const Field& field, float time, const Candidate& line)
{
    std::array<double, parts_of_line> varied{};
    for (int part = 0; part < parts_of_line; ++part) {
        Candidate path;
        follow(field, time, glm::mix(line.from, line.to, (part + 0.5) / parts_of_line), path);
        varied[part] = variety(path);
    }
    auto sorted = varied;
    std::ranges::nth_element(sorted, sorted.begin() + parts_of_line / 2);
    for (double& one : varied) one = std::max(0.0, one - sorted[parts_of_line / 2]);
    return varied;
}

/// Narrows a line to the part from which the flow passes a body, if this part is small and amid a free
/// stream: in a wide tunnel the rest shows nothing.
void narrow(const Field& field, float time, Candidate& line)
{
    const auto varied = variety_along(field, time, line);
    if (std::ranges::max(varied) < least_variety) return;
    const double wanted = most_of_variety * std::accumulate(varied.begin(), varied.end(), 0.0);
    int first = 0, count = parts_of_line;
    for (int begin = 0; begin < parts_of_line; ++begin) {
        double sum = 0.0;
        int end = begin;
        while (end < parts_of_line && sum < wanted) sum += varied[end++];
        if (sum >= wanted && end - begin < count) {
            first = begin;
            count = end - begin;
        }
    }
    const bool is_amid = first > 0 && first + count < parts_of_line;
    if (!is_amid || count > parts_of_line / 3) return;
    const glm::dvec3 from = line.from, to = line.to;
    line.from = glm::mix(from, to, static_cast<double>(first - 1) / parts_of_line);
    line.to = glm::mix(from, to, static_cast<double>(first + count + 1) / parts_of_line);
}

/// The best of the lines parallel to one axis at 5 x 5 places across the others.
Candidate best_along(const Field& field, float time, int axis)
{
    const Bounds& box = field.info().bounds;
    Candidate best;
    for (const double a : places_across)
        for (const double b : places_across) {
            glm::dvec3 at{a};
            at[(axis + 1) % 3] = b;
            glm::dvec3 from = glm::mix(box.lo, box.hi, at), to = from;
            from[axis] = box.lo[axis];
            to[axis] = box.hi[axis];
            check_wanted();
            Candidate candidate = try_line(field, time, from, to);
            if (candidate.speed_sum == 0.0) continue;
            for (int seed = 0; seed < seeds_followed; ++seed)
                follow(field, time, glm::mix(candidate.from, candidate.to, (seed + 0.5) / seeds_followed),
                       candidate);
            if (merit(candidate) > merit(best)) best = candidate;
        }
    return best;
}

/// True for a line across a single layer, which would show next to nothing.
bool is_across_layer(const FieldInfo& info, int axis)
{
    return info.flat[axis] || (info.z_units == info.position_units && is_thin(info.bounds, axis));
}

/// True when a domain is so much wider than high that it is a sheet: a few layers of a sea.
bool is_sheet(const FieldInfo& info)
{
    constexpr double most_of_width = 0.02;
    const bool over_earth = info.position_units == "degrees" && info.z_units == "m";
    if (info.flat[0] || info.flat[1] || (!over_earth && info.z_units != info.position_units)) return false;
    const glm::dvec3 sides = info.bounds.hi - info.bounds.lo;
    const double unit = over_earth ? metres_per_degree : 1.0;
    return sides.z > 0.0 && sides.z < most_of_width * unit * std::min(sides.x, sides.y);
}

/// Spreads the rake's seeds over a sheet: one line shows a small part of it, and where layers rise and fall
/// only a short piece of the line is inside.
void spread_over_sheet(const std::vector<MovingPlace>& places, model::Rake& rake)
{
    model::ListRake list;
    for (const glm::dvec3& seed : seeds_throughout(places, spread_seeds))
        list.at.push_back(model::point_of(seed));
    if (list.at.empty()) return;
    rake.shape = list;
    rake.particles_per_seed = spread_particles_per_seed;
}

/// Nodes along one edge of a block; `corner` says at which ends of the other two axes it lies.
std::vector<glm::dvec3> edge_of(const FieldInfo& info, glm::ivec3 dims,
                                const std::function<glm::vec3(glm::ivec3)>& position_of, int axis, int corner)
{
    glm::ivec3 node{0};
    node[(axis + 1) % 3] = (corner & 1) != 0 ? dims[(axis + 1) % 3] - 1 : 0;
    node[(axis + 2) % 3] = (corner & 2) != 0 ? dims[(axis + 2) % 3] - 1 : 0;
    std::vector<glm::dvec3> line;
    for (; node[axis] < dims[axis]; ++node[axis]) line.push_back(info.absolute(position_of(node)));
    return line;
}

/// Adds an edge to the lines. Over the Earth it is cut where the next node lies at the turn's other end.
void add_in_turn(const std::vector<glm::dvec3>& edge, std::vector<std::vector<glm::dvec3>>& lines)
{
    const auto is_cut = [](const glm::dvec3& a, const glm::dvec3& b) { return spans_turn(a.x, b.x); };
    for (auto from = edge.begin(); from != edge.end();) {
        auto end = std::adjacent_find(from, edge.end(), is_cut);
        if (end != edge.end()) ++end;
        if (end - from > 1 || edge.size() == 1) lines.emplace_back(from, end);
        from = end;
    }
}

}  // namespace

namespace {

double step_for(const FieldInfo& info, const std::vector<MovingPlace>& places)
{
    if (places.empty()) return info.suggested_step;
    return info.suggested_step * std::max(1.0, info.max_speed / (most_over_usual * usual_top_speed(places)));
}

}  // namespace

double suggested_step(const Field& field)
{
    return step_for(field.info(), moving_places(field, first_motion(field)));
}

Suggestions suggest(const Field& field)
{
    return suggest(field, moving_places(field, first_motion(field)));
}

Suggestions suggest(const Field& field, const std::vector<MovingPlace>& places)
{
    Suggestions suggestions;
    suggestions.step = step_for(field.info(), places);
    const float time = first_motion(field);
    Candidate best;
    for (int axis = 0; axis < 3; ++axis) {
        if (is_across_layer(field.info(), axis)) continue;
        const Candidate candidate = best_along(field, time, axis);
        if (merit(candidate) > merit(best)) best = candidate;
    }
    if (best.speed_sum == 0.0) return suggestions;
    narrow(field, time, best);
    model::Rake& rake = suggestions.rakes.emplace_back();
    rake.particles_per_seed = suggested_particles_per_seed;
    if (best.from == best.to)
        rake.shape = model::PointRake{model::point_of(best.from)};
    else
        rake.shape = model::LineRake{model::point_of(best.from), model::point_of(best.to), suggested_seeds};
    if (is_sheet(field.info())) spread_over_sheet(places, rake);
    const double frames = std::ceil(best.time / suggestions.step);
    suggestions.max_age_frames =
        static_cast<std::uint32_t>(std::clamp<double>(frames, min_age_frames, max_age_frames));
    return suggestions;
}

std::optional<model::Rake> middle_rake(const Field& field)
{
    const Bounds& box = field.info().bounds;
    const glm::dvec3 sides = box.hi - box.lo, middle = 0.5 * (box.lo + box.hi);
    const int axis = sides.x >= sides.y && sides.x >= sides.z ? 0 : sides.y >= sides.z ? 1 : 2;
    std::optional<glm::dvec3> from, to;
    for (int i = 0; i < samples_along_line; ++i) {
        glm::dvec3 at = middle;
        at[axis] = box.lo[axis] + sides[axis] * (i + 0.5) / samples_along_line;
        if (!field.sample(field.info().relative(at))) continue;
        if (!from) from = at;
        to = at;
    }
    if (!from || *from == *to) return std::nullopt;
    model::Rake rake;
    rake.particles_per_seed = suggested_particles_per_seed;
    rake.shape = model::LineRake{model::point_of(*from), model::point_of(*to), suggested_seeds};
    return rake;
}

std::vector<std::vector<glm::dvec3>> outline_of(const Field& field)
{
    std::vector<std::vector<glm::dvec3>> lines;
    if (const auto* columns = std::get_if<SphericalGrid>(&field.grid()))
        for (int axis = 0; axis < 3; ++axis)
            for (int corner = 0; corner < 4; ++corner)
                add_in_turn(edge_of(
                                field.info(), columns->dims(),
                                [&](glm::ivec3 node) { return columns->position_of(node); }, axis, corner),
                            lines);
    const auto* grid = std::get_if<CurvilinearGrid>(&field.grid());
    if (grid == nullptr) return lines;
    for (std::size_t block = 0; block < grid->blocks().size(); ++block)
        for (int axis = 0; axis < 3; ++axis)
            for (int corner = 0; corner < 4; ++corner)
                lines.push_back(edge_of(
                    field.info(), grid->blocks()[block].dims,
                    [&](glm::ivec3 node) { return grid->position_of(block, node); }, axis, corner));
    return lines;
}

}  // namespace farfield::compute
