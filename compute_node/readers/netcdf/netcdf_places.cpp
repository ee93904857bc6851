#include "compute_node/readers/netcdf/netcdf_places.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace farfield::compute {

namespace {

/// Indices of nodes [y][x], and of their neighbours.
struct PlaneIndex {
    std::size_t width, height;

    template <class Visit>
    void for_each_beside(std::size_t n, const Visit& visit) const
    {
        const std::size_t i = n % width, j = n / width;
        if (i > 0) visit(n - 1);
        if (i + 1 < width) visit(n + 1);
        if (j > 0) visit(n - width);
        if (j + 1 < height) visit(n + width);
    }
};

/// The median distance between nodes with a place that are `step` apart in the order of the nodes.
double usual_spacing(const std::vector<double>& x, const std::vector<double>& y,
                     const std::vector<std::uint8_t>& unknown, std::size_t width, std::size_t step)
{
    std::vector<double> all;
    for (std::size_t n = step; n < x.size(); ++n)
        if ((step > 1 || n % width != 0) && unknown[n] == 0 && unknown[n - step] == 0)
            all.push_back(std::hypot(x[n] - x[n - step], y[n] - y[n - step]));
    if (all.empty()) return 0.0;
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    std::nth_element(all.begin(), middle, all.end());
    return *middle;
}

/// Marks nodes at 0, 0, which models write where they have not computed. A node truly there lies near others;
/// many are there where all lie near others, on the axis of a polar grid.
void mark_zeros(const std::vector<double>& x, const std::vector<double>& y, std::size_t width,
                std::vector<std::uint8_t>& unknown)
{
    constexpr std::size_t twice_at_seams = 4;
    constexpr double near = 5.0;  // spacings
    std::vector<std::size_t> zeros, beside;
    for (std::size_t n = 0; n < x.size(); ++n)
        if (x[n] == 0.0 && y[n] == 0.0) zeros.push_back(n);
    if (zeros.empty()) return;
    for (const std::size_t n : zeros) unknown[n] = 1;
    const double spacing =
        std::max(usual_spacing(x, y, unknown, width, 1), usual_spacing(x, y, unknown, width, width));
    const PlaneIndex index{width, x.size() / width};
    for (const std::size_t n : zeros) {
        bool is_beside = false;
        index.for_each_beside(n, [&](std::size_t other) {
            is_beside = is_beside || (unknown[other] == 0 && std::hypot(x[other], y[other]) < near * spacing);
        });
        if (is_beside) beside.push_back(n);
    }
    if (zeros.size() > twice_at_seams && beside.size() < zeros.size()) return;
    for (const std::size_t n : beside) unknown[n] = 0;
}

using SharedPlace = std::pair<double, double>;

/// True for a place at which a whole edge of the grid lies, as about a pole.
bool holds_an_edge(const std::vector<double>& x, const std::vector<double>& y, std::size_t width,
                   const SharedPlace& place)
{
    const std::size_t height = x.size() / width;
    const auto is_line = [&](std::size_t first, std::size_t step, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i)
            if (SharedPlace{x[first + i * step], y[first + i * step]} != place) return false;
        return true;
    };
    return is_line(0, 1, width) || is_line(x.size() - width, 1, width) || is_line(0, width, height) ||
           is_line(width - 1, width, height);
}

/// Places in longitude and latitude that several neighbouring nodes share, away from the poles.
std::set<SharedPlace> shared_places(const std::vector<double>& x, const std::vector<double>& y,
                                    const std::vector<std::uint8_t>& unknown, std::size_t width)
{
    constexpr double near_pole = 89.9;
    constexpr std::size_t most_at_seams = 4;
    std::map<SharedPlace, std::size_t> beside;  // how many nodes are where one before them is
    for (std::size_t n = 1; n < x.size(); ++n) {
        const auto is_at = [&](std::size_t other) { return x[n] == x[other] && y[n] == y[other]; };
        const bool repeats = (n % width != 0 && is_at(n - 1)) || (n >= width && is_at(n - width));
        if (repeats && unknown[n] == 0 && std::abs(y[n]) < near_pole) ++beside[{x[n], y[n]}];
    }
    std::set<SharedPlace> shared;
    for (const auto& [place, count] : beside)
        if (count >= most_at_seams && !holds_an_edge(x, y, width, place)) shared.insert(place);
    return shared;
}

/// Fills the unknown nodes between two known ones, along a line of nodes `step` apart.
void fill_between(std::vector<double>& values, std::vector<std::uint8_t>& unknown, std::size_t first,
                  std::size_t step, std::size_t count, bool is_longitude)
{
    std::optional<std::size_t> before;
    for (std::size_t i = 0; i < count; ++i) {
        if (unknown[first + i * step] != 0) continue;
        if (before && i > *before + 1) {
            const double from = values[first + *before * step];
            double way = values[first + i * step] - from;
            if (is_longitude) way = std::remainder(way, 360.0);
            for (std::size_t between = *before + 1; between < i; ++between) {
                const double part = static_cast<double>(between - *before) / static_cast<double>(i - *before);
                values[first + between * step] = from + part * way;
                unknown[first + between * step] = 0;
            }
        }
        before = i;
    }
}

}  // namespace

bool is_on_earth(double longitude, double latitude)
{
    constexpr double two_turns = 720.0, pole = 90.0 + 1e-4;  // rounded in binary32
    return std::abs(longitude) <= two_turns && std::abs(latitude) <= pole;
}

std::vector<std::uint8_t> unknown_places(const std::vector<double>& x, const std::vector<double>& y,
                                         std::size_t width, bool degrees)
{
    std::vector<std::uint8_t> unknown(x.size(), 0);
    for (std::size_t n = 0; n < x.size(); ++n)
        unknown[n] =
            std::isfinite(x[n]) && std::isfinite(y[n]) && (!degrees || is_on_earth(x[n], y[n])) ? 0 : 1;
    mark_zeros(x, y, width, unknown);
    if (std::ranges::find(unknown, 1) == unknown.end()) unknown.clear();
    return unknown;
}

std::size_t mark_shared(const std::vector<double>& x, const std::vector<double>& y, std::size_t width,
                        std::vector<std::uint8_t>& unknown)
{
    std::vector<std::uint8_t> marked = unknown;
    if (marked.empty()) marked.assign(x.size(), 0);
    const std::set<SharedPlace> shared = shared_places(x, y, marked, width);
    if (shared.empty()) return 0;
    std::size_t count = 0;
    for (std::size_t n = 0; n < x.size(); ++n) {
        if (marked[n] != 0 || !shared.contains({x[n], y[n]})) continue;
        marked[n] = 1;
        ++count;
    }
    if (std::ranges::find(marked, 0) == marked.end()) return 0;
    unknown = std::move(marked);
    return count;
}

void fill_places(std::vector<double>& values, const std::vector<std::uint8_t>& unknown, std::size_t width,
                 bool is_longitude)
{
    std::vector<std::uint8_t> left = unknown;
    const PlaneIndex index{width, values.size() / width};
    for (std::size_t j = 0; j < index.height; ++j)
        fill_between(values, left, j * width, 1, width, is_longitude);
    for (std::size_t i = 0; i < width; ++i) fill_between(values, left, i, width, index.height, is_longitude);
    std::vector<std::size_t> known;
    for (std::size_t n = 0; n < left.size(); ++n)
        if (left[n] == 0) known.push_back(n);
    for (std::size_t at = 0; at < known.size(); ++at)  // grows
        index.for_each_beside(known[at], [&](std::size_t other) {
            if (std::exchange(left[other], 0) == 0) return;
            values[other] = values[known[at]];
            known.push_back(other);
        });
}

}  // namespace farfield::compute
