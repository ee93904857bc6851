#include "compute_node/grids/grid_seams.h"

#include "compute_node/grids/geo.h"
#include "compute_node/grids/origin.h"

#include <glm/geometric.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

constexpr double same_place = 0.01, beside = 1.6;  // of a spacing
constexpr double most = 0.8;                       // of rows or columns that must agree
constexpr std::size_t least_nodes = 8;             // along an axis that may go around

/// The nodes over the ground, as directions from the Earth's centre.
class Ground {
public:
    Ground(const GridData& data, const std::vector<std::uint8_t>& unknown)
        : width_{data.dims.front().x}, height_{data.dims.front().y}, unknown_{unknown}
    {
        const auto& [points, origin] = std::get<CurvilinearGeometry>(data.geometry);
        for (std::size_t n = 0; n < width_ * height_; ++n) {
            const double longitude = points[n].x * radians_per_degree,
                         latitude = (origin.y + points[n].y) * radians_per_degree;
            directions_.emplace_back(std::cos(latitude) * std::cos(longitude),
                                     std::cos(latitude) * std::sin(longitude), std::sin(latitude));
        }
    }
    [[nodiscard]] std::size_t width() const { return width_; }
    [[nodiscard]] std::size_t height() const { return height_; }
    [[nodiscard]] bool is_known(std::size_t i, std::size_t j) const
    {
        return unknown_.empty() || unknown_[i + width_ * j] == 0;
    }
    [[nodiscard]] double between(std::size_t i, std::size_t j, std::size_t k, std::size_t l) const
    {
        return glm::distance(directions_[i + width_ * j], directions_[k + width_ * l]);
    }

private:
    std::size_t width_, height_;
    const std::vector<std::uint8_t>& unknown_;
    std::vector<glm::dvec3> directions_;
};

enum class Seam { Open, Closed, Missing, Unknown };

/// The seam between the last and the first node of a row.
Seam seam_of_row(const Ground& ground, std::size_t j)
{
    const std::size_t last = ground.width() - 1;
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}, last - 1, last})
        if (!ground.is_known(i, j)) return Seam::Unknown;
    const double spacing = 0.5 * (ground.between(last - 1, j, last, j) + ground.between(0, j, 1, j));
    const double gap = ground.between(last, j, 0, j);
    const bool overlaps =
        ground.between(last - 1, j, 0, j) < 0.5 * spacing || ground.between(last, j, 1, j) < 0.5 * spacing;
    if (overlaps || gap <= same_place * spacing) return Seam::Closed;
    return gap < beside * spacing ? Seam::Missing : Seam::Open;
}

Seam seam_of_columns(const Ground& ground)
{
    if (ground.width() < least_nodes) return Seam::Open;
    std::size_t closed = 0, missing = 0, known = 0;
    for (std::size_t j = 0; j < ground.height(); ++j) {
        const Seam seam = seam_of_row(ground, j);
        closed += seam == Seam::Closed ? 1 : 0;
        missing += seam == Seam::Missing ? 1 : 0;
        known += seam != Seam::Unknown ? 1 : 0;
    }
    if (known == 0) return Seam::Open;
    const double enough = most * static_cast<double>(known);
    if (static_cast<double>(missing) >= enough) return Seam::Missing;
    return static_cast<double>(closed) >= enough ? Seam::Closed : Seam::Open;
}

/// The column opposite of column i across a fold at which the columns' numbers sum up to `sum`.
std::size_t opposite(std::size_t i, std::size_t sum, std::size_t width)
{
    return (sum + width - i) % width;
}

/// The greatest distance between nodes of the last row that are half of it apart: the length of a row that
/// lies folded, the diameter of a ring.
double length_of_last_row(const Ground& ground)
{
    const std::size_t width = ground.width(), j = ground.height() - 1;
    double length = 0.0;
    for (std::size_t i = 0; i < width; ++i) {
        const std::size_t across = (i + width / 2) % width;
        if (ground.is_known(i, j) && ground.is_known(across, j))
            length = std::max(length, ground.between(i, j, across, j));
    }
    return length;
}

/// The seam of the last row, folded with this sum: cells along the fold are missing, closed, or open. A ring,
/// as rows about a pole are, is no fold, though its nodes may all lie near each other: its two sides are as
/// far apart as its ends.
Seam seam_of_fold(const Ground& ground, std::size_t sum)
{
    constexpr double narrow = 0.4;  // of the length; the ring's two sides: less at a quarter of its nodes
    const std::size_t width = ground.width(), j = ground.height() - 1;
    const double widest = narrow * length_of_last_row(ground);
    std::size_t closed = 0, missing = 0, known = 0;
    for (std::size_t i = 0; i < width; ++i) {
        const std::size_t other = opposite(i, sum, width);
        const bool is_known = ground.is_known(i, j) && ground.is_known(i, j - 1) &&
                              ground.is_known(other, j) && ground.is_known(other, j - 1);
        if (!is_known) continue;
        ++known;
        const double spacing =
            std::max(ground.between(i, j, i, j - 1), ground.between(other, j, other, j - 1));
        const double gap = ground.between(i, j, other, j);
        const bool overlaps = ground.between(i, j, other, j - 1) < 0.5 * spacing;
        if (overlaps || (i != other && gap <= same_place * spacing))
            ++closed;
        else if (gap < beside * spacing && gap < widest)
            ++missing;
    }
    if (known == 0) return Seam::Open;
    if (static_cast<double>(missing) >= most * static_cast<double>(known)) return Seam::Missing;
    return static_cast<double>(closed) >= most * static_cast<double>(known) ? Seam::Closed : Seam::Open;
}

/// The sum of the columns' numbers across a fold whose cells are missing.
std::optional<std::size_t> missing_fold(const Ground& ground, Seam columns)
{
    if (columns == Seam::Open || ground.width() < least_nodes || ground.height() < 2) return std::nullopt;
    for (std::size_t less = 0; less <= 3; ++less)
        if (seam_of_fold(ground, ground.width() - less) == Seam::Missing) return ground.width() - less;
    return std::nullopt;
}

/// Lays values out anew: source(i, j) gives the node of the old layer for one of the new layer.
template <class T, class Source>
void lay_out(std::vector<T>& values, std::size_t components, glm::uvec3 from, glm::uvec3 to,
             const Source& source)
{
    if (values.empty()) return;
    std::vector<T> all;
    all.reserve(components * to.x * to.y * to.z);
    for (std::size_t k = 0; k < to.z; ++k)
        for (std::size_t j = 0; j < to.y; ++j)
            for (std::size_t i = 0; i < to.x; ++i) {
                const std::size_t node = source(i, j) + k * from.x * from.y;
                const auto first = values.begin() + static_cast<std::ptrdiff_t>(node * components);
                all.insert(all.end(), first, first + static_cast<std::ptrdiff_t>(components));
            }
    values = std::move(all);
}

template <class Source>
void lay_out_all(GridData& data, glm::uvec3 to, const Source& source)
{
    const glm::uvec3 from = data.dims.front();
    lay_out(std::get<CurvilinearGeometry>(data.geometry).points, 1, from, to, source);
    for (NodeValues& array : data.arrays)
        lay_out(array.values.own(), static_cast<std::size_t>(array.components), from, to, source);
    lay_out(data.blanked, 1, from, to, source);
    data.dims.front() = to;
}

/// Makes a node's longitude continuous with that of the node before it.
void follow_on(GridData& data, std::size_t node, std::size_t before)
{
    auto& points = std::get<CurvilinearGeometry>(data.geometry).points;
    points[node].x = points[before].x + std::remainder(points[node].x - points[before].x, 360.0F);
}

void repeat_last_row(GridData& data, std::size_t sum)
{
    const glm::uvec3 from = data.dims.front(), to{from.x, from.y + 1, from.z};
    const std::size_t width = from.x, last = from.y - 1;
    lay_out_all(data, to, [&](std::size_t i, std::size_t j) {
        return j <= last ? i + width * j : opposite(i, sum, width) + width * last;
    });
    for (std::size_t k = 0; k < to.z; ++k)
        for (std::size_t i = 0; i < width; ++i) {
            const std::size_t node = i + width * (last + 1 + k * to.y);
            follow_on(data, node, node - width);
        }
    data.remarks.emplace_back("The grid's last row lies folded along a seam: it was repeated beyond itself, "
                              "and lines cross the seam.");
}

void repeat_first_column(GridData& data)
{
    const glm::uvec3 from = data.dims.front(), to{from.x + 1, from.y, from.z};
    const std::size_t width = from.x;
    lay_out_all(data, to, [&](std::size_t i, std::size_t j) { return (i < width ? i : 0) + width * j; });
    for (std::size_t row = 0; row < std::size_t{to.y} * to.z; ++row)
        follow_on(data, width + row * to.x, width + row * to.x - 1);
    data.remarks.emplace_back("The grid goes around the globe: its first column was repeated at the end; "
                              "lines cross the seam, and their longitudes continue.");
}

/// The longitude at which rows usually begin: the median of their first nodes'; NaN without any.
double usual_begin(const GridData& data)
{
    const auto& points = std::get<CurvilinearGeometry>(data.geometry).points;
    const std::size_t width = data.dims.front().x;
    std::vector<float> begins;
    for (std::size_t j = 0; j < data.dims.front().y; ++j)
        if (const float x = points[j * width].x; std::isfinite(x)) begins.push_back(x);
    if (begins.empty()) return std::numeric_limits<double>::quiet_NaN();
    const auto middle = begins.begin() + static_cast<std::ptrdiff_t>(begins.size() / 2);
    std::nth_element(begins.begin(), middle, begins.end());
    return *middle;
}

/// Moves all rows into the turn in which most begin. Rows about a pole of the grid's own return to their
/// begin, and so lie in another turn than rows about the Earth's; a column more or less stays continuous.
void bring_into_one_turn(GridData& data)
{
    constexpr double turn = 360.0;
    auto& geometry = std::get<CurvilinearGeometry>(data.geometry);
    const double begin = usual_begin(data), column = turn / data.dims.front().x;
    if (std::isnan(begin)) return;
    const double to_usual = -turn * std::floor(begin / turn + 0.5);  // -180 to 180
    bool has_others = false;
    for (glm::vec3& point : geometry.points) {
        const double along = point.x - begin;
        const bool is_other = along < -column || along > turn + column;
        point.x = static_cast<float>(point.x + to_usual - (is_other ? turn * std::floor(along / turn) : 0.0));
        has_others = has_others || is_other;
    }
    if (!has_others) return;
    const Bounds bounds = bounds_of(data);
    data.remarks.push_back(
        fmt::format("Longitudes lay in more than one turn and were brought into one: {:.6g} to {:.6g}.",
                    bounds.lo.x, bounds.hi.x));
}

}  // namespace

void close_seams(GridData& data, const std::vector<std::uint8_t>& unknown)
{
    if (!data.geographic || data.dims.size() != 1 ||
        !std::holds_alternative<CurvilinearGeometry>(data.geometry))
        return;
    const Ground ground{data, unknown};
    if (ground.width() < 2 || ground.height() < 2) return;
    const Seam columns = seam_of_columns(ground);
    if (const auto sum = missing_fold(ground, columns)) repeat_last_row(data, *sum);
    if (columns == Seam::Missing) repeat_first_column(data);
    if (columns == Seam::Closed)
        data.remarks.emplace_back(
            "The grid goes around the globe: lines cross the seam, and their longitudes continue.");
    if (columns != Seam::Open) bring_into_one_turn(data);
}

}  // namespace farfield::compute
