#include "compute_node/node/calls/terrain_viewshed_file.h"

#include "compute_node/node/calls/paged_response.h"
#include "compute_node/node/calls/table.h"
#include "compute_node/node/data/viewshed_request.h"
#include "compute_node/terrain/gdal/gdal_geotiff.h"
#include "model/calls/viewshed_file.h"

#include <atomic>
#include <stdexcept>

namespace farfield::node {

namespace {

/// The parts of one file, kept until the last has been asked for.
struct KeptParts {
    PagedResponse<model::ViewshedFileCall, model::ViewshedFilePart> parts;
    std::shared_ptr<const ProgramMemory> memory;
};

}  // namespace

MadeFile viewshed_file(const OpenTerrain& terrain, const model::ViewshedParams& params, int threads,
                       const std::stop_token& cancel, const std::shared_ptr<MemoryBudget>& memory)
{
    const auto [settings, window] = viewshed_request(terrain, params);
    constexpr std::uint64_t bytes_of_post = 3;  // the post, the file, and the parts that it is sent in
    const auto held = std::make_shared<ProgramMemory>(memory);
    held->hold("the viewshed's file", bytes_of_post * static_cast<std::uint64_t>(window.posts()));
    std::atomic<bool> cancelled{false};
    const std::stop_callback on_cancel(cancel, [&] { cancelled = true; });
    std::vector<std::uint8_t> posts(window.posts());
    (void)terrain::compute_viewshed(terrain.terrain.blocks, settings, {window, posts}, threads, &cancelled);
    if (cancelled) throw std::runtime_error("interrupted");
    terrain.terrain.verify_intact();
    return {terrain::geotiff_of(terrain.terrain.info.frame, window, posts, terrain::post_without_height),
            held};
}

net::CallResult terrain_viewshed_file(Node& node, const net::CallRequest& request,
                                      const net::CallContext& context)
{
    const auto call = model::read<model::ViewshedFileCall>(request.params);
    auto& kept = kept_as<KeptParts>(context.kept);
    const model::ViewshedFilePart part = kept.parts.part(call, [&] {
        kept.memory.reset();
        const auto terrain = node.terrains().open(call.terrain, context.cancel);
        const MadeFile file =
            viewshed_file(*terrain, call, node.settings().threads, context.cancel, node.program_memory());
        kept.memory = file.memory;
        return model::in_parts(file.bytes);
    });
    if (kept.parts.is_empty()) context.kept.reset();
    return {.result = model::to_json(part)};
}

}  // namespace farfield::node
