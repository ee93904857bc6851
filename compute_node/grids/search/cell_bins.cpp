#include "compute_node/grids/search/cell_bins.h"

#include "compute_node/support/long_task.h"

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace farfield::compute {

namespace {
constexpr int max_bins_per_axis = 1024;
}

CellBins::CellBins(std::vector<CellBounds> cells) : cells_{std::move(cells)}
{
    if (cells_.empty()) return;
    check_wanted();
    choose_lattice();
    std::vector<std::size_t> first = count_entries();
    check_wanted();
    std::vector<std::uint32_t> entries(first.back());
    std::vector<std::size_t> next{first.begin(), first.end() - 1};
    for (std::uint32_t i = 0; i < cells_.size(); ++i)
        for_each_bin(cells_[i], [&](std::size_t bin) { entries[next[bin]++] = i; });
    first_ = std::move(first);
    entries_ = std::move(entries);
}

/// Index of each bin's first entry, and one behind the last bin's entries.
std::vector<std::size_t> CellBins::count_entries() const
{
    std::vector<std::size_t> first(static_cast<std::size_t>(bins_.x) * bins_.y * bins_.z + 1, 0);
    const std::size_t most = max_entries_per_cell * cells_.size();
    std::size_t entries = 0;
    for (const CellBounds& cell : cells_) {
        const glm::ivec3 bins = bin_of(cell.hi) - bin_of(cell.lo) + 1;
        entries += static_cast<std::size_t>(bins.x) * bins.y * bins.z;
        if (entries > most)
            throw std::runtime_error("the grid's cells lie over each other: each meets more than " +
                                     std::to_string(max_entries_per_cell) +
                                     " cells' room; are its points in the right order?");
        for_each_bin(cell, [&](std::size_t bin) { ++first[bin + 1]; });
    }
    for (std::size_t bin = 1; bin < first.size(); ++bin) first[bin] += first[bin - 1];
    return first;
}

void CellBins::choose_lattice()
{
    lo_ = glm::vec3{std::numeric_limits<float>::max()};
    hi_ = -lo_;
    for (const CellBounds& cell : cells_) {
        lo_ = glm::min(lo_, cell.lo);
        hi_ = glm::max(hi_, cell.hi);
    }
    for (int axis = 0; axis < 3; ++axis)
        if (!std::isfinite(hi_[axis] - lo_[axis]))
            throw std::runtime_error(
                "the grid's coordinates are too large: their extent is not a finite number");
    const glm::dvec3 size = glm::max(glm::dvec3{hi_} - glm::dvec3{lo_}, 1e-30);
    // Bins have the shape of the mean cell: those of degrees and metres are a thousand times as high as wide.
    glm::dvec3 sum{0.0};
    for (const CellBounds& cell : cells_) sum += glm::dvec3{cell.hi - cell.lo};
    const auto count = static_cast<double>(cells_.size());
    const glm::dvec3 wanted = size * count / glm::max(sum, 1e-30);
    const double scale = std::cbrt(count / (wanted.x * wanted.y * wanted.z));
    for (int axis = 0; axis < 3; ++axis) {
        bins_[axis] =
            static_cast<int>(std::clamp(scale * wanted[axis], 1.0, static_cast<double>(max_bins_per_axis)));
        bins_per_unit_[axis] = static_cast<float>(bins_[axis] / size[axis]);
    }
}

glm::ivec3 CellBins::bin_of(glm::vec3 position) const
{
    const glm::vec3 bin = (position - lo_) * bins_per_unit_;
    return glm::ivec3{glm::clamp(bin, glm::vec3{0.0F}, glm::vec3{bins_} - 1.0F)};
}

std::size_t CellBins::number_of(glm::ivec3 bin) const
{
    return bin.x + static_cast<std::size_t>(bins_.x) * (bin.y + static_cast<std::size_t>(bins_.y) * bin.z);
}

template <class Visit>
void CellBins::for_each_bin(const CellBounds& cell, const Visit& visit) const
{
    const glm::ivec3 from = bin_of(cell.lo), to = bin_of(cell.hi);
    for (int z = from.z; z <= to.z; ++z)
        for (int y = from.y; y <= to.y; ++y)
            for (int x = from.x; x <= to.x; ++x) visit(number_of({x, y, z}));
}

std::span<const std::uint32_t> CellBins::near(glm::vec3 position) const
{
    for (int axis = 0; axis < 3; ++axis)
        if (!(position[axis] >= lo_[axis] && position[axis] <= hi_[axis])) return {};
    const std::size_t bin = number_of(bin_of(position));
    return {entries_.data() + first_[bin], entries_.data() + first_[bin + 1]};
}

}  // namespace farfield::compute
