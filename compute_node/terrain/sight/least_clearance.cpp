#include "compute_node/terrain/sight/sight_line.h"
#include "compute_node/terrain/tree/cell_steps.h"

namespace farfield::terrain {

namespace {

/// Goes along a line's heights above the surface, cell by cell, and keeps the lowest of their minima.
class MinimumSearch {
public:
    void go_over_void()
    {
        if (before_ == Before::Falling) keep(last_);
        before_ = Before::Void;
    }

    /// Takes the minimum of g over a part.
    void go_over(const Clearance& g, RayPart part)
    {
        const double length = part.end - part.begin;
        const double first_slope = g.b, last_slope = g.b + 2.0 * g.a * length;
        const bool can_turn = before_ == Before::Falling || before_ == Before::Void;
        if (can_turn && first_slope >= 0.0) keep({g.c, part.begin});
        if (first_slope < 0.0 && last_slope > 0.0) {
            const double vertex = -first_slope / (2.0 * g.a);
            keep({g.at(vertex), part.begin + vertex});
        }
        before_ = last_slope <= 0.0 ? Before::Falling : Before::Rising;
        last_ = {g.at(length), part.end};
    }

    [[nodiscard]] LeastClearance least() const { return least_; }

private:
    enum class Before { Start, Falling, Rising, Void };

    void keep(LeastClearance minimum)
    {
        if (!(least_.metres <= minimum.metres)) least_ = minimum;
    }

    Before before_ = Before::Start;
    LeastClearance last_, least_;
};

}  // namespace

LeastClearance least_clearance(const HeightBlocks& terrain, const SightLine& line)
{
    // Through a post, rounding may lead over a corner of the cell beside: so short a part is ignored.
    constexpr double shortest_part = 1e-14;
    MinimumSearch search;
    for_each_cell(terrain, line.ray, 1.0, [&](std::int64_t column, std::int64_t row, RayPart part) {
        if (part.end - part.begin < shortest_part) return;
        const std::optional<BilinearCell> surface = bilinear_cell_below(terrain, line.ray, column, row);
        if (!surface) return search.go_over_void();
        search.go_over(line.above(*surface, column, row, part), part);
    });
    return search.least();
}

}  // namespace farfield::terrain
