#include "compute_node/node/node.h"

#include "compute_node/datasets/memory_need.h"
#include "compute_node/node/calls/terrain_overlay.h"
#include "compute_node/node/calls/terrain_sight.h"
#include "compute_node/node/calls/viewshed_file.h"
#include "compute_node/node/data/errors_for_viewers.h"
#include "compute_node/node/programs/line_source.h"
#include "compute_node/node/programs/particle_source.h"
#include "compute_node/node/programs/terrain_image_source.h"
#include "compute_node/node/programs/terrain_tiles_source.h"
#include "compute_node/node/programs/terrain_view_source.h"
#include "compute_node/node/programs/viewshed_source.h"
#include "compute_node/node/programs/wire.h"
#include "compute_node/support/known_formats.h"

#include <stdexcept>

namespace farfield::node {

std::uint64_t half_of_memory()
{
    return net::part_of_memory(2);
}

ComputeService::ComputeService(const ComputeSettings& settings)
    : settings_{settings},
      catalogue_{settings.data_folders, {}, settings.reader},
      memory_{std::make_shared<MemoryBudget>(settings.max_dataset_bytes)},
      programs_{std::make_shared<MemoryBudget>(settings.max_program_bytes, "max_program_bytes",
                                               "particles, lines, seeds and viewsheds")},
      datasets_{catalogue_, memory_, settings_.ranks, settings_.opener},
      terrains_{settings_.data_folders, memory_, settings_.cache, settings_.ranks}
{}

net::DatasetList ComputeService::list_datasets()
{
    net::DatasetList list;
    for (const compute::CatalogueEntry& entry : catalogue_.list(&list.complete))
        list.datasets.push_back({entry.name, is_analytic_name(entry.name) ? "analytic" : "file"});
    return list;
}

net::DatasetInfo ComputeService::open_dataset(const std::string& name, const std::string& velocity,
                                              const std::stop_token& gone)
{
    return describe(*open(name, velocity, gone));
}

std::unique_ptr<net::FrameSource> ComputeService::start_program(const net::ProgramStart& start,
                                                                const std::stop_token& gone)
{
    if (start.program == "terrain.view")
        return std::make_unique<TerrainViewSource>(terrains_.open(start.dataset, gone), start,
                                                   settings_.threads);
    if (start.program == "terrain.tiles")
        return std::make_unique<TerrainTilesSource>(terrains_.open(start.dataset, gone), start);
    if (start.program == "terrain.viewshed")
        return std::make_unique<ViewshedSource>(terrains_.open(start.dataset, gone), start, settings_.threads,
                                                programs_);
    if (start.program == "terrain.image")
        return std::make_unique<TerrainImageSource>(
            terrains_.open(start.dataset, gone),
            [this](const std::string& file) { return open_picture(file); }, start);
    if (start.program == "lines")
        return std::make_unique<LineSource>(
            open(start.dataset, start.velocity, gone), start, settings_.limits,
            compute::Resources{settings_.threads, settings_.ranks}, programs_);
    return std::make_unique<ParticleSource>(open(start.dataset, start.velocity, gone), start,
                                            settings_.limits, settings_.threads, settings_.ranks, programs_);
}

model::TerrainList ComputeService::list_terrains()
{
    return terrains_.list();
}

model::TerrainDescription ComputeService::open_terrain(const std::string& name, const std::stop_token& gone)
{
    model::TerrainDescription description = describe(*terrains_.open(name, gone));
    description.terrain = name;  // as this viewer spells it
    return description;
}

std::vector<model::TerrainSightLine> ComputeService::look_over_terrain(const model::TerrainSightCall& call,
                                                                       const std::stop_token& gone)
{
    return look_over(*terrains_.open(call.terrain, gone), call, settings_.threads);
}

model::TerrainOverlay ComputeService::terrain_overlay(const std::string& terrain, const std::string& file,
                                                      const std::stop_token& gone)
{
    const auto open = terrains_.open(terrain, gone);
    return with_redacted_paths(terrains_.own_folders(), [&] {
        return overlay_of(*open, terrains_.file_of(file, "overlay"), terrains_.data_folders());
    });
}

net::MadeFile ComputeService::viewshed_file(const std::string& terrain, const model::ViewshedParams& viewshed,
                                            const std::stop_token& gone)
{
    return node::viewshed_file(*terrains_.open(terrain, gone), viewshed, settings_.threads, gone, programs_);
}

std::shared_ptr<const terrain::GdalPicture> ComputeService::open_picture(const std::string& file) const
{
    return with_redacted_paths(terrains_.own_folders(), [&] {
        return std::make_shared<const terrain::GdalPicture>(terrains_.file_of(file, "picture"),
                                                            terrains_.data_folders());
    });
}

std::shared_ptr<const compute::OpenDataset>
ComputeService::open(const std::string& name, const std::string& velocity, const std::stop_token& gone)
{
    // A name that leads nowhere, or out of the data folders, is "not found"; a file that cannot be read has
    // "failed".
    try {
        if (is_analytic_name(name))
            (void)compute::analytic_nodes(name, settings_.opener != nullptr ? settings_.opener->limits()
                                                                            : compute::DatasetLimits{});
        else
            (void)catalogue_.resolve(name);
    } catch (const std::runtime_error& error) {
        throw net::RpcError(net::RpcCode::NotFound, error.what());
    }
    return with_redacted_paths(terrains_.own_folders(), [&] {
        return compute::in_memory(catalogue_.files(name, velocity), settings_.opener,
                                  [&] { return datasets_.open(name, velocity, gone); });
    });
}

}  // namespace farfield::node
