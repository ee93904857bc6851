#include "compute_node/terrain/single_ray.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace farfield::compute {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Interval {
    double begin = 0.0;
    double end = 0.0;
};

/// Where a ray is between two planes of one axis; everywhere or nowhere for one that runs along them.
Interval between(double low, double high, double origin, double direction)
{
    if (direction == 0.0)
        return low <= origin && origin <= high ? Interval{-infinity, infinity}
                                               : Interval{infinity, -infinity};
    const double a = (low - origin) / direction, b = (high - origin) / direction;
    return {std::min(a, b), std::max(a, b)};
}

/// The part of a ray above a square of posts, from t = 0 on; empty when it ends before it begins.
Interval above(const GridRay& ray, double column, double row, double width, double height)
{
    const Interval x = between(column, column + width, ray.origin.x, ray.direction.x);
    const Interval y = between(row, row + height, ray.origin.y, ray.direction.y);
    return {std::max({x.begin, y.begin, 0.0}), std::min(x.end, y.end)};
}

double height_at(const GridRay& ray, double t)
{
    return ray.origin.z + t * (ray.direction.z + t * ray.bend);
}

double lowest_on(const GridRay& ray, Interval part)
{
    const double lower = std::min(height_at(ray, part.begin), height_at(ray, std::min(part.end, 1e300)));
    if (ray.bend <= 0.0) return lower;
    const double vertex = std::clamp(-ray.direction.z / (2.0 * ray.bend), part.begin, part.end);
    return std::min(lower, height_at(ray, vertex));
}

/// A cell's surface a + b x + c y + e x y, x and y in [0, 1] from its first post.
struct Patch {
    double a, b, c, e;
};

std::optional<Patch> patch_at(const HeightBlocks& terrain, std::int64_t column, std::int64_t row)
{
    if (column < 0 || row < 0 || column >= terrain.columns - 1 || row >= terrain.rows - 1)
        return std::nullopt;
    const HeightBlock& block = terrain.block_at(column, row);
    const auto i = static_cast<std::size_t>(column % HeightBlock::cells);
    const auto j = static_cast<std::size_t>(row % HeightBlock::cells);
    const double h00 = block.heights[j][i], h10 = block.heights[j][i + 1];
    const double h01 = block.heights[j + 1][i], h11 = block.heights[j + 1][i + 1];
    const Patch patch{h00, h10 - h00, h01 - h00, h11 - h01 - h10 + h00};
    if (std::isnan(patch.e)) return std::nullopt;
    return patch;
}

/// Height above a patch at begin + s, as c + b s + a s^2.
struct Clearance {
    double a, b, c;
};

Clearance clearance(const GridRay& ray, const Patch& patch, std::int64_t column, std::int64_t row,
                    double begin)
{
    const double x = ray.origin.x - static_cast<double>(column) + begin * ray.direction.x;
    const double y = ray.origin.y - static_cast<double>(row) + begin * ray.direction.y;
    const double dx = ray.direction.x, dy = ray.direction.y;
    return {ray.bend - patch.e * dx * dy,
            ray.direction.z + 2.0 * begin * ray.bend - patch.b * dx - patch.c * dy -
                patch.e * (x * dy + y * dx),
            height_at(ray, begin) - patch.a - patch.b * x - patch.c * y - patch.e * x * y};
}

/// The smallest s >= 0 at which a clearance that is positive at 0 is gone. Written so that nothing cancels
/// (Press et al., "Numerical Recipes", 3rd ed. 2007, section 5.6); a double root is a touch and counts.
std::optional<double> first_root(const Clearance& g)
{
    const double discriminant = g.b * g.b - 4.0 * g.a * g.c;
    if (discriminant < 0.0) return std::nullopt;
    const double denominator = std::sqrt(discriminant) - g.b;
    if (denominator <= 0.0) return std::nullopt;
    return 2.0 * g.c / denominator;
}

/// Where a ray that comes into a cell below its surface came from.
RayEnd beyond(const HeightBlocks& terrain, const GridRay& ray, std::int64_t column, std::int64_t row,
              double begin)
{
    if (begin <= 0.0) return RayEnd::Underground;
    const Interval x = between(static_cast<double>(column), static_cast<double>(column) + 1.0, ray.origin.x,
                               ray.direction.x);
    const std::int64_t i = x.begin >= begin ? column - (ray.direction.x > 0.0 ? 1 : -1) : column;
    const std::int64_t j = x.begin >= begin ? row : row - (ray.direction.y > 0.0 ? 1 : -1);
    if (i < 0 || j < 0 || i >= terrain.columns - 1 || j >= terrain.rows - 1) return RayEnd::Underground;
    // Next to a surface the surface goes on without a step: what is below it by rounding has just crossed it.
    return patch_at(terrain, i, j) ? RayEnd::Ground : RayEnd::Hole;
}

/// What happens above one cell, if it ends the ray.
std::optional<RayHit> meet_cell(const HeightBlocks& terrain, const GridRay& ray, std::int64_t column,
                                std::int64_t row)
{
    const std::optional<Patch> patch = patch_at(terrain, column, row);
    const Interval part = above(ray, static_cast<double>(column), static_cast<double>(row), 1.0, 1.0);
    if (!patch || part.begin > part.end) return std::nullopt;
    const Clearance g = clearance(ray, *patch, column, row, part.begin);
    if (g.c <= 0.0) {
        const RayEnd end = g.c == 0.0 ? RayEnd::Ground : beyond(terrain, ray, column, row, part.begin);
        if (end == RayEnd::Hole) return RayHit{end};
        return RayHit{end, part.begin};
    }
    const std::optional<double> root = first_root(g);
    if (!root || part.begin + *root > part.end) return std::nullopt;
    return RayHit{RayEnd::Ground, part.begin + *root};
}

/// A node and the order of its children for one ray.
struct Node {
    int level;  ///< -1: a cell; 0: a block; above: of the tree
    std::uint32_t index;
    std::int64_t i, j;  ///< counted in nodes of the level; cells of the terrain for a cell
};

/// The walk of one ray down the tree, nearest nodes first.
class Walk {
public:
    Walk(const HeightBlocks& terrain, const GridRay& ray) : terrain_{terrain}, ray_{ray}
    {
        flip_ = (ray.direction.x < 0.0 ? 1U : 0U) | (ray.direction.y < 0.0 ? 2U : 0U);
    }

    std::optional<RayHit> run()
    {
        push({terrain_.top, 0, 0, 0});
        while (depth_ > 0) {
            const Node node = stack_[--depth_];
            if (node.level == 0) {
                if (const auto hit = cross_block(node)) return hit;
                continue;
            }
            const std::uint32_t first = terrain_.first_child(node.level, node.index);
            for (std::uint32_t k = 4; k-- > 0;) {
                const std::uint32_t child = k ^ flip_;
                push({node.level - 1, first + child, 2 * node.i + (child & 1), 2 * node.j + (child >> 1)});
            }
        }
        return std::nullopt;
    }

private:
    void push(const Node& node)
    {
        const double side = static_cast<double>(std::int64_t{HeightBlock::cells} << node.level);
        const Interval part =
            above(ray_, static_cast<double>(node.i) * side, static_cast<double>(node.j) * side, side, side);
        const float maximum = terrain_.maxima[static_cast<std::size_t>(node.level)][node.index];
        if (part.begin <= part.end && lowest_on(ray_, part) <= maximum) stack_[depth_++] = node;
    }

    std::optional<RayHit> cross_block(const Node& node) const
    {
        const bool from_right = (flip_ & 1) != 0, from_below = (flip_ & 2) != 0;
        for (std::int64_t j = 0; j < HeightBlock::cells; ++j)
            for (std::int64_t i = 0; i < HeightBlock::cells; ++i) {
                const std::int64_t column = node.i * HeightBlock::cells + (from_right ? 3 - i : i);
                const std::int64_t row = node.j * HeightBlock::cells + (from_below ? 3 - j : j);
                if (const auto hit = meet_cell(terrain_, ray_, column, row)) return hit;
            }
        return std::nullopt;
    }

    const HeightBlocks& terrain_;
    const GridRay& ray_;
    std::uint32_t flip_ = 0;
    std::array<Node, 4 * HeightBlocks::max_levels> stack_{};
    std::size_t depth_ = 0;
};

/// A ray that met no surface has gone through a hole when it was below all of them.
bool is_below_all(const HeightBlocks& terrain, const GridRay& ray)
{
    const Interval part =
        above(ray, 0.0, 0.0, static_cast<double>(terrain.columns - 1), static_cast<double>(terrain.rows - 1));
    return part.begin <= part.end && lowest_on(ray, part) < terrain.lowest;
}

}  // namespace

RayHit cast_ray(const HeightBlocks& terrain, const GridRay& ray)
{
    if (const auto hit = Walk{terrain, ray}.run()) return *hit;
    return {is_below_all(terrain, ray) ? RayEnd::Hole : RayEnd::Sky};
}

RayHit cast_ray_from(const HeightBlocks& terrain, const GridRay& ray, std::int64_t column, std::int64_t row)
{
    if (const auto hit = meet_cell(terrain, ray, column, row)) return *hit;
    return cast_ray(terrain, ray);
}

}  // namespace farfield::compute
