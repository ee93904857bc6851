#include "compute_node/volumes/surfaces/surface_places.h"

#include "compute_node/volumes/surfaces/isosurface_cutter.h"
#include "model/geometry/byte_access.h"
#include "model/programs/surface.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

namespace farfield::compute {

namespace {

constexpr std::uint64_t part_bytes = std::uint64_t{16} << 20U,
                        no_limit = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t most_parts = 1 << 20;

/// Bytes of parts so large that each slab fits one.
std::uint64_t bytes_of_parts(std::span<const SlabCount> slabs)
{
    std::uint64_t most = part_bytes;
    for (const SlabCount& slab : slabs) most = std::max(most, bytes_of(count_of({&slab, 1})));
    return most;
}

glm::vec3 vertex_of(std::span<const std::byte> payload, std::uint64_t vertex)
{
    const std::byte* at = payload.data() + model::surface_preamble_bytes + 4 * sizeof(float) * vertex;
    return {model::load_big<float>(at), model::load_big<float>(at + 4), model::load_big<float>(at + 8)};
}

}  // namespace

std::vector<glm::vec3> places_on_surface(const ScalarField& field, float value, std::size_t count)
{
    IsosurfaceCutter cutter;
    const CutRequest request{.field = field, .value = value};
    const std::vector<SlabCount> slabs = cutter.count(request);
    const auto parts = parts_of(slabs, {bytes_of_parts(slabs), no_limit, most_parts});
    std::uint64_t vertices = 0;
    for (const SurfacePart& part : parts.value()) vertices += part.count.vertices;
    const std::uint64_t wanted = std::min<std::uint64_t>(count, vertices);
    std::vector<glm::vec3> places;
    std::vector<std::byte> payload;
    std::uint64_t first = 0;  // first vertex of the part, among all
    for (const SurfacePart& part : *parts) {
        payload.resize(bytes_of(part.count));
        if (!cutter.write(request, slabs, part, nullptr, payload)) break;
        for (std::uint64_t next = places.size() * vertices / std::max<std::uint64_t>(wanted, 1);
             places.size() < wanted && next < first + part.count.vertices;
             next = places.size() * vertices / wanted)
            places.push_back(vertex_of(payload, next - first));
        first += part.count.vertices;
    }
    return places;
}

}  // namespace farfield::compute
