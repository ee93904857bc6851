#include "compute_node/volumes/surfaces/surface_parts.h"

#include "model/programs/surface.h"

#include <algorithm>

namespace farfield::compute {

namespace {

constexpr std::uint64_t least_part_bytes = 512 << 10;

/// Parts of at most so many bytes, but at least one slab each.
std::vector<SurfacePart> packed(std::span<const SlabCount> slabs, std::uint64_t part_bytes)
{
    std::vector<SurfacePart> parts(1);
    for (std::size_t slab = 0; slab < slabs.size(); ++slab) {
        SurfacePart grown = parts.back();
        grown.end = slab + 1;
        grown.count = count_of(slabs.subspan(grown.first, grown.end - grown.first));
        if (bytes_of(grown.count) > part_bytes && slab > grown.first && parts.back().count.elements > 0)
            grown = {slab, slab + 1, count_of(slabs.subspan(slab, 1))}, parts.emplace_back();
        parts.back() = grown;
    }
    return parts;
}

}  // namespace

SurfaceCount count_of(std::span<const SlabCount> slabs)
{
    SurfaceCount count;
    for (std::size_t slab = 0; slab < slabs.size(); ++slab) {
        count += slabs[slab].own;
        if (slab + 1 == slabs.size() || slabs[slab + 1].block != slabs[slab].block)
            count.vertices += slabs[slab].closing;
    }
    return count;
}

std::uint64_t bytes_of(const SurfaceCount& count, std::uint64_t corners)
{
    return model::surface_layout(count.vertices, count.elements, corners).bytes;
}

std::optional<std::vector<SurfacePart>> parts_of(std::span<const SlabCount> slabs, const PartLimits& limits)
{
    const std::uint64_t all = bytes_of(count_of(slabs));
    const std::uint64_t wanted = std::max(least_part_bytes, all / limits.parts + all / 16);
    std::vector<SurfacePart> parts = packed(slabs, std::min(wanted, limits.part_bytes));
    if (parts.size() > limits.parts) parts = packed(slabs, limits.part_bytes);
    std::uint64_t bytes = 0;
    for (const SurfacePart& part : parts) {
        if (bytes_of(part.count) > limits.part_bytes) return std::nullopt;
        bytes += bytes_of(part.count);
    }
    if (parts.size() > limits.parts || bytes > limits.all_bytes) return std::nullopt;
    return parts;
}

}  // namespace farfield::compute
