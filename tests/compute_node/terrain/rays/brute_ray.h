#pragma once

#include "compute_node/terrain/rays/single_ray.h"
#include "compute_node/terrain/tree/height_blocks.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace farfield::compute::testing {

/// The reference of cast_ray(): visits every cell that a ray's projection crosses, in the order of the
/// crossings, and solves for the surface there, in more digits than binary64. Knows no tree.
class BruteRay {
public:
    using Real = long double;

    /// lift: added to the ray's height.
    BruteRay(const terrain::HeightBlocks& terrain, const terrain::GridRay& ray, Real lift = 0)
        : terrain_{terrain}, ray_{ray}, lift_{lift}, columns_{terrain.columns - 1}, rows_{terrain.rows - 1}
    {}

    [[nodiscard]] terrain::RayHit cast() const
    {
        const std::vector<Real> cuts = all_cuts();
        Before before = Before::Start;
        for (std::size_t k = 0; k < cuts.size(); ++k) {
            if (const auto end = at_point(cuts[k], before)) return *end;
            if (k + 1 == cuts.size() && !is_vertical()) break;
            const Real end = k + 1 < cuts.size() ? cuts[k + 1] : cuts[k] + 1e6L;
            if (const auto hit = within(cuts[k], end, before)) return *hit;
        }
        return {is_below_all(cuts) ? terrain::RayEnd::Void : terrain::RayEnd::Sky};
    }

private:
    enum class Before { Start, Surface, Void, Outside };

    struct Cell {
        Real a, b, c, e;
        std::int64_t column, row;
    };

    [[nodiscard]] bool is_vertical() const { return ray_.direction.x == 0 && ray_.direction.y == 0; }
    [[nodiscard]] Real x_at(Real t) const { return snapped(Real(ray_.origin.x) + t * ray_.direction.x); }
    [[nodiscard]] Real y_at(Real t) const { return snapped(Real(ray_.origin.y) + t * ray_.direction.y); }
    [[nodiscard]] Real z_at(Real t) const
    {
        return lift_ + ray_.origin.z + t * (Real(ray_.direction.z) + t * ray_.bend);
    }
    /// At a crossing the place along one axis is a whole number, but for rounding.
    static Real snapped(Real x)
    {
        const Real whole = std::round(x);
        return std::abs(x - whole) < 1e-15L * std::max(Real(1), std::abs(x)) ? whole : x;
    }

    [[nodiscard]] std::vector<Real> all_cuts() const
    {
        std::vector<Real> cuts{0};
        const auto cut = [&](double origin, double direction, std::int64_t planes) {
            if (direction == 0) return;
            for (std::int64_t plane = 0; plane <= planes; ++plane) {
                const Real t = (Real(plane) - origin) / direction;
                if (t > 0) cuts.push_back(t);
            }
        };
        cut(ray_.origin.x, ray_.direction.x, columns_);
        cut(ray_.origin.y, ray_.direction.y, rows_);
        std::sort(cuts.begin(), cuts.end());
        const auto same = [](Real a, Real b) { return std::abs(a - b) <= 1e-17L * std::abs(b); };
        cuts.erase(std::unique(cuts.begin(), cuts.end(), same), cuts.end());
        return cuts;
    }

    [[nodiscard]] std::optional<Cell> cell(std::int64_t column, std::int64_t row) const
    {
        if (column < 0 || row < 0 || column >= columns_ || row >= rows_) return std::nullopt;
        const Real h00 = terrain_.height_at(column, row), h10 = terrain_.height_at(column + 1, row);
        const Real h01 = terrain_.height_at(column, row + 1), h11 = terrain_.height_at(column + 1, row + 1);
        if (std::isnan(h00 + h10 + h01 + h11)) return std::nullopt;
        return Cell{h00, h10 - h00, h01 - h00, h11 - h01 - h10 + h00, column, row};
    }

    /// Any cell above which the point is, its edges included, that has a surface.
    [[nodiscard]] std::optional<Cell> cell_at(Real x, Real y) const
    {
        const auto i = static_cast<std::int64_t>(std::floor(x)), j = static_cast<std::int64_t>(std::floor(y));
        for (const std::int64_t row : {j, j - 1})
            for (const std::int64_t column : {i, i - 1}) {
                if ((column < i && x != Real(i)) || (row < j && y != Real(j))) continue;
                if (auto found = cell(column, row)) return found;
            }
        return std::nullopt;
    }

    [[nodiscard]] bool is_outside(Real x, Real y) const
    {
        return x < 0 || y < 0 || x > Real(columns_) || y > Real(rows_);
    }

    static terrain::RayHit below(Before before, Real t)
    {
        if (before == Before::Void) return {terrain::RayEnd::Void};
        const bool is_ground = before == Before::Surface;
        return {is_ground ? terrain::RayEnd::Ground : terrain::RayEnd::Underground, static_cast<double>(t)};
    }

    [[nodiscard]] std::optional<terrain::RayHit> at_point(Real t, Before before) const
    {
        const Real x = x_at(t), y = y_at(t);
        const auto here = cell_at(x, y);
        if (!here) return std::nullopt;
        const Real u = x - here->column, v = y - here->row;
        const Real clear = z_at(t) - (here->a + here->b * u + here->c * v + here->e * u * v);
        if (clear == 0) return terrain::RayHit{terrain::RayEnd::Ground, static_cast<double>(t)};
        if (clear < 0) return below(before, t);
        return std::nullopt;
    }

    [[nodiscard]] std::optional<terrain::RayHit> within(Real begin, Real end, Before& before) const
    {
        const Real middle = begin + (end - begin) / 2;
        const Real x = x_at(middle), y = y_at(middle);
        const auto here = cell_at(x, y);
        if (!here) {
            before = is_outside(x, y) ? Before::Outside : Before::Void;
            return std::nullopt;
        }
        before = Before::Surface;
        const Real u = Real(ray_.origin.x) - here->column, v = Real(ray_.origin.y) - here->row;
        const Real dx = ray_.direction.x, dy = ray_.direction.y;
        // The clearance c + b t + a t^2 from the ray's own begin.
        const Real a = ray_.bend - here->e * dx * dy;
        const Real b = ray_.direction.z - here->b * dx - here->c * dy - here->e * (u * dy + v * dx);
        const Real c = lift_ + ray_.origin.z - (here->a + here->b * u + here->c * v + here->e * u * v);
        return first_of(a, b, c, begin, end);
    }

    /// The first root within a part where the clearance is positive at the begin.
    static std::optional<terrain::RayHit> first_of(Real a, Real b, Real c, Real begin, Real end)
    {
        std::vector<Real> roots;
        const Real discriminant = b * b - 4 * a * c;
        if (discriminant >= 0) {
            const Real q = -(b + std::copysign(std::sqrt(discriminant), b)) / 2;
            if (a != 0) roots.push_back(q / a);
            if (q != 0) roots.push_back(c / q);
        }
        std::sort(roots.begin(), roots.end());
        for (const Real root : roots)
            if (root >= begin && root <= end)
                return terrain::RayHit{terrain::RayEnd::Ground, static_cast<double>(root)};
        return std::nullopt;
    }

    [[nodiscard]] bool is_below_all(const std::vector<Real>& cuts) const
    {
        std::vector<Real> times = cuts;
        if (ray_.bend > 0) times.push_back(-Real(ray_.direction.z) / (2 * Real(ray_.bend)));
        if (is_vertical()) times.push_back(1e6L);
        return std::any_of(times.begin(), times.end(), [&](Real t) {
            return t >= 0 && !is_outside(x_at(t), y_at(t)) && z_at(t) < Real(terrain_.lowest);
        });
    }

    const terrain::HeightBlocks& terrain_;
    const terrain::GridRay& ray_;
    Real lift_;
    std::int64_t columns_, rows_;  ///< of cells
};

/// Whether cast_ray() and the search of all cells agree: the same kind of end, and a range that is off by no
/// more than 1 cm or a millionth of it. A ray that touches or grazes the ground may go either way there: it
/// is right when it is so for the same ray, raised or lowered by less than rounding makes of it.
/// unit: metres a unit of t.
inline bool agree(const terrain::HeightBlocks& terrain, const terrain::GridRay& ray,
                  const terrain::RayHit& hit, double unit = 1.0)
{
    const auto is_like = [&](const terrain::RayHit& wanted) {
        if (wanted.end != hit.end) return false;
        if (std::isnan(wanted.t)) return std::isnan(hit.t);
        return std::abs(wanted.t - hit.t) * unit <= std::max(0.01, 1e-6 * wanted.t * unit);
    };
    if (is_like(BruteRay{terrain, ray}.cast())) return true;
    constexpr long double clearance_of_rounding =
        1e-8L;  // metres: slopes of 65536, places to 1e-13 of a post
    return is_like(BruteRay{terrain, ray, clearance_of_rounding}.cast()) ||
           is_like(BruteRay{terrain, ray, -clearance_of_rounding}.cast());
}

}  // namespace farfield::compute::testing
