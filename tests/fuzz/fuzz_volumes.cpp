#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "model/programs/slice.h"
#include "model/programs/surface.h"
#include "tests/fuzz/fuzz_targets.h"

namespace farfield::fuzz {

namespace {

/// Spoils the preamble alone three times in four: the fault must then show in its own numbers.
void spoil(std::vector<std::byte>& payload, std::size_t preamble_bytes, Mutator& mutator)
{
    if (mutator.one_in(4)) return mutator.spoil(payload);
    std::vector<std::byte> head(payload.begin(),
                                payload.begin() + static_cast<std::ptrdiff_t>(preamble_bytes));
    mutator.spoil(head);
    head.resize(preamble_bytes);
    std::ranges::copy(head, payload.begin());
}

std::vector<std::byte> payload_of(const model::SurfacePreamble& preamble)
{
    std::vector<std::byte> payload(
        model::surface_layout(preamble.vertices, preamble.elements, preamble.corners).bytes);
    model::encode_preamble(preamble, std::span(payload).first<model::surface_preamble_bytes>());
    return payload;
}

std::vector<std::byte> payload_of(const model::SlicePreamble& preamble)
{
    std::vector<std::byte> payload(
        model::slice_payload_bytes(std::uint64_t{preamble.width} * preamble.height, preamble.components));
    model::encode_preamble(preamble, std::span(payload).first<model::slice_preamble_bytes>());
    return payload;
}

}  // namespace

void fuzz_surface(Mutator& mutator)
{
    const bool has_triangles = mutator.one_in(2);
    auto payload = payload_of(model::SurfacePreamble{.vertices = 5,
                                                     .elements = 4,
                                                     .answer = 2,
                                                     .part = 1,
                                                     .parts = 4,
                                                     .kind = has_triangles ? model::SurfaceKind::Isosurface
                                                                           : model::SurfaceKind::Land,
                                                     .corners = has_triangles ? 3U : 2U});
    spoil(payload, model::surface_preamble_bytes, mutator);
    const auto read = model::decode_surface_preamble(payload);
    if (!read) return;
    require(payload.size() == model::surface_layout(read->vertices, read->elements, read->corners).bytes,
            "a surface that has not all of its vertices and elements");
    require(read->part < read->parts, "a part of a surface beyond its answer");
    if (model::has_sound_indices(payload, *read))
        for (std::size_t corner = 0; corner < std::size_t{read->elements} * read->corners; ++corner)
            require(model::surface_index(payload, *read, corner) < read->vertices,
                    "an element with a vertex that is not there");
    // By bytes: a time may be no number, and then equals nothing.
    const auto written = payload_of(*read);
    const auto again = model::decode_surface_preamble(written);
    require(again && payload_of(*again) == written, "a surface that is written as another");
}

void fuzz_slice(Mutator& mutator)
{
    auto payload = payload_of(model::SlicePreamble{.width = 6,
                                                   .height = 3,
                                                   .result = 1,
                                                   .parts = 2,
                                                   .components = mutator.one_in(2) ? model::slice_components
                                                                                   : model::glyph_components,
                                                   .origin = {1.0, -2.0, 0.0},
                                                   .edge_u = {6.0, 0.0, 0.0},
                                                   .edge_v = {0.0, 3.0, 0.0}});
    spoil(payload, model::slice_preamble_bytes, mutator);
    const auto read = model::decode_slice_preamble(payload);
    if (!read) return;
    require(payload.size() ==
                model::slice_payload_bytes(std::uint64_t{read->width} * read->height, read->components),
            "a slice that has not all of its values");
    for (const model::Point& vector : {read->origin, read->edge_u, read->edge_v})
        for (const double number : vector) require(std::isfinite(number), "a slice that lies nowhere");
    const auto written = payload_of(*read);
    const auto again = model::decode_slice_preamble(written);
    require(again && payload_of(*again) == written, "a slice that is written as another");
}

}  // namespace farfield::fuzz
