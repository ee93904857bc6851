#pragma once

#include "compute_node/terrain/tree/height_blocks.h"

#include <glm/vec3.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace farfield::compute::testing {

/// The reference of lines of sight: the heights of a line above the surface, worked out over every cell that
/// it crosses, in more digits than binary64 has. Posts are a metre apart. Knows no tree.
class BruteSight {
public:
    using Real = long double;

    /// from, to: columns, rows, metres above the datum; curvature: see earth_curvature().
    BruteSight(const terrain::HeightBlocks& terrain, glm::dvec3 from, glm::dvec3 to, Real curvature)
        : terrain_{terrain},
          from_{from},
          dx_{Real(to.x) - from.x},
          dy_{Real(to.y) - from.y},
          dz_{Real(to.z) - from.z},
          sag_{curvature * (dx_ * dx_ + dy_ * dy_)}
    {
        const std::vector<Real> cuts = all_cuts();
        for (std::size_t k = 0; k + 1 < cuts.size(); ++k) add(cuts[k], cuts[k + 1]);
    }

    [[nodiscard]] bool voids() const { return voids_; }
    /// Over all of the line; infinite where there is no surface.
    [[nodiscard]] Real lowest() const
    {
        Real least = std::numeric_limits<Real>::infinity();
        for (const Point& point : points_) least = std::min(least, point.height);
        return least;
    }
    /// The lowest of the minima strictly between the ends; over a hole the height counts as infinite.
    [[nodiscard]] Real lowest_minimum() const
    {
        Real least = std::numeric_limits<Real>::infinity();
        for (std::size_t k = 1; k + 1 < points_.size(); ++k)
            if (points_[k].height <= points_[k - 1].height && points_[k].height <= points_[k + 1].height)
                least = std::min(least, points_[k].height);
        return least;
    }
    /// The first t at which the line, raised by so many metres, is below the surface; more than 1: nowhere.
    [[nodiscard]] Real first_below(Real raised) const
    {
        for (const Piece& piece : pieces_) {
            if (piece.at(piece.begin) + raised < 0) return piece.begin;
            const Real c = piece.c + raised, discriminant = piece.b * piece.b - 4 * piece.a * c;
            if (discriminant < 0) continue;
            const Real q = -(piece.b + std::copysign(std::sqrt(discriminant), piece.b)) / 2;
            std::vector<Real> roots{q / piece.a, c / q};
            std::sort(roots.begin(), roots.end());
            for (const Real root : roots)
                if (root > piece.begin && root <= piece.end) return root;
        }
        return 2;
    }

private:
    struct Point {
        Real t, height;
    };
    struct Piece {
        Real begin, end, a, b, c;
        [[nodiscard]] Real at(Real t) const { return c + t * (b + t * a); }
    };

    [[nodiscard]] std::vector<Real> all_cuts() const
    {
        std::vector<Real> cuts{0, 1};
        const auto cut = [&](Real origin, Real direction, std::int64_t posts) {
            for (std::int64_t plane = 0; plane < posts && direction != 0; ++plane) {
                const Real t = (Real(plane) - origin) / direction;
                if (t > 0 && t < 1) cuts.push_back(t);
            }
        };
        cut(from_.x, dx_, terrain_.columns);
        cut(from_.y, dy_, terrain_.rows);
        std::sort(cuts.begin(), cuts.end());
        const auto same = [](Real a, Real b) { return std::abs(a - b) <= 1e-17L; };
        cuts.erase(std::unique(cuts.begin(), cuts.end(), same), cuts.end());
        return cuts;
    }

    /// The piece above any of the cells (two, between them) that the middle is above.
    void add(Real begin, Real end)
    {
        const Real middle = (begin + end) / 2, x = from_.x + middle * dx_, y = from_.y + middle * dy_;
        const auto i = static_cast<std::int64_t>(std::floor(x)), j = static_cast<std::int64_t>(std::floor(y));
        for (const std::int64_t row : {j, j - 1})
            for (const std::int64_t column : {i, i - 1}) {
                if ((column < i && x != Real(i)) || (row < j && y != Real(j))) continue;
                if (add_over(column, row, begin, end)) return;
            }
        voids_ = true;
        points_.push_back({middle, std::numeric_limits<Real>::infinity()});
    }

    bool add_over(std::int64_t column, std::int64_t row, Real begin, Real end)
    {
        if (column < 0 || row < 0 || column >= terrain_.columns - 1 || row >= terrain_.rows - 1) return false;
        const Real h00 = terrain_.height_at(column, row), h10 = terrain_.height_at(column + 1, row);
        const Real h01 = terrain_.height_at(column, row + 1), h11 = terrain_.height_at(column + 1, row + 1);
        if (std::isnan(h00 + h10 + h01 + h11)) return false;
        const Real b = h10 - h00, c = h01 - h00, e = h11 - h01 - h10 + h00;
        const Real x = Real(from_.x) - column, y = Real(from_.y) - row;
        const Piece piece{begin, end, sag_ - e * dx_ * dy_,
                          dz_ - sag_ - b * dx_ - c * dy_ - e * (x * dy_ + y * dx_),
                          Real(from_.z) - h00 - b * x - c * y - e * x * y};
        pieces_.push_back(piece);
        if (points_.empty() || points_.back().t != begin) points_.push_back({begin, piece.at(begin)});
        const Real vertex = piece.a != 0 ? -piece.b / (2 * piece.a) : -1;  // the lowest or the highest
        if (vertex > begin && vertex < end) points_.push_back({vertex, piece.at(vertex)});
        points_.push_back({end, piece.at(end)});
        return true;
    }

    const terrain::HeightBlocks& terrain_;
    glm::dvec3 from_;
    Real dx_, dy_, dz_, sag_;
    std::vector<Piece> pieces_;
    std::vector<Point> points_;
    bool voids_ = false;
};

}  // namespace farfield::compute::testing
