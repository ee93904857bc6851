#include "model/programs/table.h"

#include <algorithm>

#include "model/fields/json_fields.h"
#include "model/programs/bundles/entity_bundle.h"
#include "model/programs/particle_frame.h"
#include "model/programs/polylines.h"
#include "model/programs/slice.h"
#include "model/programs/surface.h"
#include "model/programs/terrain_tile.h"
#include "model/programs/terrain_view.h"

namespace farfield::model {

namespace {

using Payload = std::span<const std::byte>;
using Counts = std::array<std::uint32_t, 2>;

bool are_particles(Payload payload)
{
    if (payload.size() < particle_preamble_bytes) return false;
    const ParticlePreamble preamble = decode_preamble(payload.first<particle_preamble_bytes>());
    return preamble.alive <= preamble.particles &&
           payload.size() == particle_payload_bytes(preamble.particles);
}

bool are_polylines(Payload payload)
{
    if (payload.size() < polyline_preamble_bytes) return false;
    const PolylinePreamble preamble = decode_polyline_preamble(payload.first<polyline_preamble_bytes>());
    return payload.size() == polyline_payload_bytes(preamble.points, preamble.lines);
}

bool is_view(Payload payload)
{
    if (payload.size() < terrain_preamble_bytes) return false;
    const TerrainViewPreamble preamble = decode_terrain_preamble(payload.first<terrain_preamble_bytes>());
    return payload.size() == terrain_payload_bytes(std::uint64_t{preamble.width} * preamble.height);
}

bool is_tile(Payload payload)
{
    return decode_tile_preamble(payload).has_value();
}

bool is_bundle(Payload payload)
{
    return decode_bundle(payload).has_value();
}

bool is_slice(Payload payload)
{
    return decode_slice_preamble(payload).has_value();
}

bool is_surface(Payload payload)
{
    const auto preamble = decode_surface_preamble(payload);
    return preamble && has_sound_indices(payload, *preamble);
}

std::uint64_t first(const Counts& counts)
{
    return counts[0];
}

std::uint64_t second(const Counts& counts)
{
    return counts[1];
}

std::uint64_t product(const Counts& counts)
{
    return std::uint64_t{counts[0]} * counts[1];
}

constexpr std::array<FrameType, 7> frame_types{{
    {2, are_particles, second},  // live particles
    {3, are_polylines, first},   // lines
    {4, is_view, product},       // pixels
    {5, is_tile, product},       // values
    {6, is_bundle, first},       // messages
    {7, is_slice, product},      // values
    {11, is_surface, second},    // triangles or segments
}};

}  // namespace

const FrameType* frame_type(std::uint8_t number)
{
    const auto* const found = std::ranges::find(frame_types, number, &FrameType::number);
    return found == frame_types.end() ? nullptr : found;
}

}  // namespace farfield::model
