#include "compute_node/node/calls/viewshed_file.h"

#include "compute_node/node/data/asked_viewshed.h"
#include "compute_node/node/data/program_memory.h"
#include "compute_node/terrain/gdal/gdal_geotiff.h"

#include <atomic>
#include <stdexcept>

namespace farfield::node {

net::MadeFile viewshed_file(const OpenTerrain& terrain, const model::ViewshedParams& params, int threads,
                            const std::stop_token& gone, const std::shared_ptr<MemoryBudget>& memory)
{
    const auto [settings, window] = asked_viewshed(terrain, params);
    constexpr std::uint64_t bytes_of_post = 3;  // the post, the file, and the parts that it is sent in
    const auto held = std::make_shared<ProgramMemory>(memory);
    held->hold("the viewshed's file", bytes_of_post * static_cast<std::uint64_t>(window.posts()));
    std::atomic<bool> cancelled{false};
    const std::stop_callback cancel(gone, [&] { cancelled = true; });
    std::vector<std::uint8_t> posts(window.posts());
    (void)terrain::compute_viewshed(terrain.terrain.blocks, settings, {window, posts}, threads, &cancelled);
    if (cancelled) throw std::runtime_error("interrupted");
    terrain.terrain.verify_intact();
    return {terrain::geotiff_of(terrain.terrain.info.frame, window, posts, terrain::post_without_height),
            held};
}

}  // namespace farfield::node
