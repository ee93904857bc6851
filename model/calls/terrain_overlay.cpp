#include "model/calls/terrain_overlay.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <iterator>

namespace farfield::model {

namespace {

Point rounded(const Point& at)
{
    const auto to_centimetre = [](double metres) { return std::round(metres * 100.0) / 100.0; };
    return {to_centimetre(at[0]), to_centimetre(at[1]), to_centimetre(at[2])};
}

/// Collects lines and places in one part after the other.
class Parts {
public:
    Parts() { parts_.emplace_back(); }

    void add(const TerrainOverlay::Place& place)
    {
        make_room(place_weight);
        weight_ += place_weight;
        parts_.back().points.push_back({rounded(place.at), place.name});
    }

    void add(const std::vector<Point>& line)
    {
        for (std::size_t begin = 0; begin + 1 < line.size();) {
            make_room(2);
            const std::size_t count = std::min(max_overlay_part_weight - weight_, line.size() - begin);
            const auto first = line.begin() + static_cast<std::ptrdiff_t>(begin);
            std::transform(first, first + static_cast<std::ptrdiff_t>(count),
                           std::back_inserter(parts_.back().lines.emplace_back()), rounded);
            weight_ += count;
            begin += count - 1;
        }
    }

    std::vector<TerrainOverlay> take()
    {
        for (std::size_t n = 0; n < parts_.size(); ++n) {
            parts_[n].part = static_cast<std::uint32_t>(n);
            parts_[n].parts = static_cast<std::uint32_t>(parts_.size());
        }
        return std::move(parts_);
    }

private:
    void make_room(std::size_t weight)
    {
        if (weight_ + weight <= max_overlay_part_weight) return;
        parts_.emplace_back();
        weight_ = 0;
    }

    std::vector<TerrainOverlay> parts_;
    std::size_t weight_ = 0;  ///< of the last
};

}  // namespace

std::vector<TerrainOverlay> in_parts(const TerrainOverlay& whole)
{
    Parts parts;
    for (const TerrainOverlay::Place& place : whole.points) parts.add(place);
    for (const std::vector<Point>& line : whole.lines) parts.add(line);
    return parts.take();
}

}  // namespace farfield::model
