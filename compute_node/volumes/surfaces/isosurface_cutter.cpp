#include "compute_node/volumes/surfaces/isosurface_cutter.h"

#include "model/programs/surface.h"

#include <algorithm>

namespace farfield::compute {

std::vector<SlabCount> IsosurfaceCutter::count(const CutRequest& request)
{
    std::vector<SlabCount> slabs;
    const std::size_t blocks = std::max<std::size_t>(request.field.grid->lattices.size(), 1);
    for (std::size_t block = 0; block < blocks; ++block)
        if (!count_block(request, block, slabs)) return {};
    return slabs;
}

bool IsosurfaceCutter::count_block(const CutRequest& request, std::size_t block,
                                   std::vector<SlabCount>& slabs)
{
    counted_values_ = {};
    const bool is_done =
        request.field.grid->is_mesh() ? mesh_.count(request, slabs) : lattice_.count(request, block, slabs);
    if (!is_done) return false;
    counted_values_ = request.field.values;
    counted_value_ = request.value;
    counted_region_ = request.region;
    counted_block_ = block;
    return true;
}

bool IsosurfaceCutter::is_counted(const CutRequest& request, std::size_t block) const
{
    return counted_values_.data() == request.field.values.data() && counted_value_ == request.value &&
           counted_region_ == request.region && counted_block_ == block;
}

bool IsosurfaceCutter::write_slabs(const CutRequest& request, std::size_t block, int first, int end,
                                   const ScalarField* colour, const SurfaceOutput& to)
{
    std::vector<SlabCount> again;
    if (!is_counted(request, block) && !count_block(request, block, again)) return false;
    if (!request.field.grid->is_mesh()) return lattice_.write(request, block, first, end, colour, to);
    if (gradients_of_.data() != request.field.values.data()) {
        gradients_ =
            mesh_gradients(*request.field.grid, {request.field.values.data(), request.field.values.size()});
        gradients_of_ = request.field.values;
    }
    return mesh_.write(request, first, end, gradients_, colour, to);
}

bool IsosurfaceCutter::write(const CutRequest& request, std::span<const SlabCount> slabs,
                             const SurfacePart& part, const ScalarField* colour, std::span<std::byte> payload)
{
    const model::SurfaceLayout layout = model::surface_layout(part.count.vertices, part.count.elements, 3);
    SurfaceOutput to{payload.data() + model::surface_preamble_bytes, payload.data() + layout.normals_at,
                     payload.data() + layout.elements_at};
    std::size_t first = part.first;
    while (first < part.end) {
        const std::uint32_t block = slabs[first].block;
        std::size_t end = first, before = first;
        while (end < part.end && slabs[end].block == block) ++end;
        while (before > 0 && slabs[before - 1].block == block) --before;
        if (!write_slabs(request, block, static_cast<int>(first - before), static_cast<int>(end - before),
                         colour, to))
            return false;
        to = to.behind(count_of(slabs.subspan(first, end - first)));
        first = end;
    }
    return true;
}

}  // namespace farfield::compute
