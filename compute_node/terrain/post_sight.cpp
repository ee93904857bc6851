#include "compute_node/terrain/post_sight.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace farfield::compute {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A cell's surface a + b x + c y + e x y, x and y in [0, 1] from its first post.
struct Patch {
    double a, b, c, e;  ///< e: NaN where there is no surface
};

Patch patch_at(const HeightBlocks& terrain, std::int64_t column, std::int64_t row)
{
    const HeightBlock& block = terrain.block_at(column, row);
    const auto i = static_cast<std::size_t>(column % HeightBlock::cells);
    const auto j = static_cast<std::size_t>(row % HeightBlock::cells);
    const double h00 = block.heights[j][i], h10 = block.heights[j][i + 1];
    const double h01 = block.heights[j + 1][i], h11 = block.heights[j + 1][i + 1];
    return {h00, h10 - h00, h01 - h00, h11 - h01 - h10 + h00};
}

/// c + b s + a s^2, the height of a line above a surface.
struct Clearance {
    double a, b, c;

    /// For s in [0, length].
    double lowest(double length) const
    {
        const double ends = std::min(c, c + length * (b + length * a));
        if (!(a > 0.0 && b < 0.0 && -b < 2.0 * a * length)) return ends;
        return std::min(ends, c - b * b / (4.0 * a));
    }
};

struct Interval {
    double begin, end;
};

/// The line from the eye, at t = 0, to one target, at 1.
class SightLine {
public:
    SightLine(const HeightBlocks& terrain, const PostSight& sight, std::int64_t column, std::int64_t row)
        : terrain_{terrain},
          sight_{sight},
          column_{column},
          row_{row},
          x_{static_cast<double>(column) - sight.eye.x},
          y_{static_cast<double>(row) - sight.eye.y},
          bend_{sight.post_bend.x * x_ * x_ + sight.post_bend.y * y_ * y_},
          rise_{double{terrain.height_at(column, row)} + sight.target_metres - sight.eye.z - bend_}
    {}

    bool is_clear()
    {
        if (x_ == 0.0 && y_ == 0.0) return true;
        return is_clear_at_end(last_length()) && is_clear_before(1.0 - last_length());
    }

    bool is_hidden_by(std::int64_t column, std::int64_t row)
    {
        end_ = 1.0 - last_length();
        return !is_clear_over(column, row);
    }

private:
    struct Node {
        int level;
        std::uint32_t index;
        std::int64_t i, j;  ///< counted in nodes of the level
    };

    /// Of the part above the cell it ends in.
    double last_length() const { return std::min({1.0, 1.0 / std::abs(x_), 1.0 / std::abs(y_)}); }

    /// Above the cells that the line ends in; two or four where it runs along an edge between them.
    bool is_clear_at_end(double length) const
    {
        for (std::int64_t row = row_ - (y_ >= 0.0 ? 1 : 0); row <= row_ - (y_ > 0.0 ? 1 : 0); ++row)
            for (std::int64_t column = column_ - (x_ >= 0.0 ? 1 : 0); column <= column_ - (x_ > 0.0 ? 1 : 0);
                 ++column) {
                if (column < 0 || row < 0 || column >= terrain_.columns - 1 || row >= terrain_.rows - 1)
                    continue;
                const Patch p = patch_at(terrain_, column, row);
                const double slope_x = p.b + p.e * static_cast<double>(row_ - row);
                const double slope_y = p.c + p.e * static_cast<double>(column_ - column);
                const Clearance above{bend_ - p.e * x_ * y_,
                                      slope_x * x_ + slope_y * y_ - rise_ - 2.0 * bend_,
                                      sight_.target_metres};
                if (above.lowest(length) < -sight_.touch_metres) return false;
            }
        return true;
    }

    bool is_clear_before(double end)
    {
        end_ = end;
        push({terrain_.top, 0, 0, 0});
        while (depth_ > 0) {
            const Node node = stack_[--depth_];
            if (node.level == 0) {
                if (!is_clear_over(node)) return false;
                continue;
            }
            const std::uint32_t first = terrain_.first_child(node.level, node.index);
            for (std::uint32_t k = 0; k < 4; ++k)
                push({node.level - 1, first + k, 2 * node.i + (k & 1), 2 * node.j + (k >> 1)});
        }
        return true;
    }

    static Interval between(double low, double high, double direction)
    {
        if (direction == 0.0)
            return low <= 0.0 && high >= 0.0 ? Interval{-infinity, infinity} : Interval{infinity, -infinity};
        const double a = low / direction, b = high / direction;
        return {std::min(a, b), std::max(a, b)};
    }

    /// The part of the line above a square of posts; empty when it ends before it begins.
    Interval above(std::int64_t column, std::int64_t row, std::int64_t side) const
    {
        const double x0 = static_cast<double>(column) - sight_.eye.x;
        const double x1 = static_cast<double>(column + side) - sight_.eye.x;
        const double y0 = static_cast<double>(row) - sight_.eye.y;
        const double y1 = static_cast<double>(row + side) - sight_.eye.y;
        const Interval x = between(x0, x1, x_), y = between(y0, y1, y_);
        return {std::max({x.begin, y.begin, 0.0}), std::min({x.end, y.end, end_})};
    }

    double height_at(double t) const { return sight_.eye.z + t * (rise_ + t * bend_); }

    void push(const Node& node)
    {
        const std::int64_t side = std::int64_t{HeightBlock::cells} << node.level;
        const Interval part = above(node.i * side, node.j * side, side);
        if (part.begin > part.end) return;
        double lowest = std::min(height_at(part.begin), height_at(part.end));
        if (bend_ > 0.0)
            lowest = std::min(lowest, height_at(std::clamp(-rise_ / (2.0 * bend_), part.begin, part.end)));
        if (lowest < terrain_.maxima[static_cast<std::size_t>(node.level)][node.index])
            stack_[depth_++] = node;
    }

    bool is_clear_over(const Node& block) const
    {
        for (std::int64_t j = 0; j < HeightBlock::cells; ++j)
            for (std::int64_t i = 0; i < HeightBlock::cells; ++i)
                if (!is_clear_over(block.i * HeightBlock::cells + i, block.j * HeightBlock::cells + j))
                    return false;
        return true;
    }

    bool is_clear_over(std::int64_t column, std::int64_t row) const
    {
        const Interval part = above(column, row, 1);
        if (part.begin > part.end) return true;
        const Patch p = patch_at(terrain_, column, row);
        const double x = sight_.eye.x - static_cast<double>(column) + part.begin * x_;
        const double y = sight_.eye.y - static_cast<double>(row) + part.begin * y_;
        const Clearance over{bend_ - p.e * x_ * y_,
                             rise_ + 2.0 * part.begin * bend_ - p.b * x_ - p.c * y_ - p.e * (x * y_ + y * x_),
                             height_at(part.begin) - p.a - p.b * x - p.c * y - p.e * x * y};
        return !(over.lowest(part.end - part.begin) < -sight_.touch_metres);
    }

    const HeightBlocks& terrain_;
    const PostSight& sight_;
    std::int64_t column_, row_;
    double x_, y_, bend_, rise_;  ///< z at t is the eye's + t rise + t^2 bend
    double end_ = 0.0;
    std::array<Node, 4 * HeightBlocks::max_levels> stack_{};
    std::size_t depth_ = 0;
};

}  // namespace

double ground_at(const HeightBlocks& terrain, glm::dvec2 post)
{
    if (!(post.x >= 0.0 && post.y >= 0.0 && post.x <= static_cast<double>(terrain.columns - 1) &&
          post.y <= static_cast<double>(terrain.rows - 1)))
        return std::numeric_limits<double>::quiet_NaN();
    const auto column = static_cast<std::int64_t>(post.x), row = static_cast<std::int64_t>(post.y);
    const double x = post.x - static_cast<double>(column), y = post.y - static_cast<double>(row);
    double height = 0.0;
    for (const int j : {0, 1})
        for (const int i : {0, 1}) {
            const double weight = (i == 0 ? 1.0 - x : x) * (j == 0 ? 1.0 - y : y);
            if (weight > 0.0) height += weight * double{terrain.height_at(column + i, row + j)};
        }
    return height;
}

double touch_metres(const HeightBlocks& terrain, double eye_metres)
{
    constexpr double least = 1e-8, relative = 1e-12;
    return least + relative * std::max({std::abs(double{terrain.highest}), std::abs(double{terrain.lowest}),
                                        std::abs(eye_metres)});
}

bool sees_post(const HeightBlocks& terrain, const PostSight& sight, std::int64_t column, std::int64_t row)
{
    return SightLine{terrain, sight, column, row}.is_clear();
}

bool is_hidden_by(const HeightBlocks& terrain, const PostSight& sight, std::int64_t column, std::int64_t row,
                  std::int64_t cell_column, std::int64_t cell_row)
{
    return SightLine{terrain, sight, column, row}.is_hidden_by(cell_column, cell_row);
}

}  // namespace farfield::compute
