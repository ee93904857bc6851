#include "compute_node/terrain/rays/beam.h"

#include <algorithm>
#include <limits>

namespace farfield::terrain {

namespace {

struct Interval {
    double begin;
    double end;
};

/// Times at which rays of a beam are between two planes of an axis: from the first ray in to the last out.
/// near, far: from the origin along the beam; slowest, fastest: along it as well, at least 0.
Interval between(double near, double far, double slowest, double fastest)
{
    constexpr double least = 1e-300;
    const double slow = std::max(slowest, least), fast = std::max(fastest, least);
    return {near > 0.0 ? near / fast : near / slow, far > 0.0 ? far / slow : far / fast};
}

Interval along(double low, double high, double slowest, double fastest, bool is_back)
{
    return is_back ? between(-high, -low, -fastest, -slowest) : between(low, high, slowest, fastest);
}

bool may_touch(const HeightBlocks& terrain, const Beam& beam, int level, const BeamEntry::Node& node)
{
    const double side = static_cast<double>(std::int64_t{HeightBlock::cells} << level);
    const double x0 = node.i * side - beam.origin.x, y0 = node.j * side - beam.origin.y;
    const Interval x = along(x0, x0 + side, beam.lowest.x, beam.highest.x, (beam.flip & 1) != 0);
    const Interval y = along(y0, y0 + side, beam.lowest.y, beam.highest.y, (beam.flip & 2) != 0);
    // The packets' own arithmetic is binary32: what they might touch is kept.
    constexpr double slack = 1e-5;
    const double begin = std::max({x.begin, y.begin, 0.0}) * (1.0 - slack);
    const double end = std::min(x.end, y.end) * (1.0 + slack);
    if (begin > end) return false;
    const double down = beam.lowest.z, lowest = down < 0.0 ? down * end : down * begin;
    const double maximum = terrain.maxima[static_cast<std::size_t>(level)][node.index];
    return beam.origin.z + lowest + beam.least_bend * begin * begin <=
           maximum + slack * std::max(1.0, std::abs(maximum));
}

}  // namespace

void enter(const HeightBlocks& terrain, const Beam& beam, std::size_t most, BeamEntry& entry)
{
    entry.level = terrain.top;
    entry.count = 1;
    entry.nodes[0] = {};
    BeamEntry next;
    while (entry.level > 0 && entry.count > 0) {
        next.count = 0;
        next.level = entry.level - 1;
        for (std::size_t n = 0; n < entry.count; ++n) {
            const BeamEntry::Node& node = entry.nodes[n];
            const std::uint32_t first = terrain.first_child(entry.level, node.index);
            for (std::uint32_t k = 0; k < 4; ++k) {
                const std::uint32_t c = k ^ beam.flip;
                const BeamEntry::Node child{2 * node.i + (c & 1), 2 * node.j + (c >> 1), first + c};
                if (!may_touch(terrain, beam, next.level, child)) continue;
                if (next.count == most) return;
                next.nodes[next.count++] = child;
            }
        }
        entry = next;
    }
}

}  // namespace farfield::terrain
