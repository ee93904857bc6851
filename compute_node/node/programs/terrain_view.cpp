#include "compute_node/node/programs/terrain_view.h"

#include "compute_node/node/programs/table.h"
#include "compute_node/terrain/posed_view.h"
#include "compute_node/terrain/rays/view_distribution.h"

#include <algorithm>
#include <utility>

namespace farfield::node {

namespace {

std::span<float> floats_at(std::span<std::byte> buffer, std::uint64_t offset, std::uint64_t count)
{
    return {reinterpret_cast<float*>(buffer.data() + offset), count};
}

std::uint64_t pixels_of(const model::TerrainViewParams& params)
{
    return std::uint64_t{params.size[0]} * params.size[1];
}

/// Sets the members of a pose that were named; returns whether any was.
bool take_named(model::Pose& pose, const model::TerrainViewParams& params, const model::FieldSet& named)
{
    bool any = false;
    const auto take = [&](const char* name, auto& member, const auto& value) {
        if (!named.contains(name)) return;
        member = value;
        any = true;
    };
    take("eye", pose.eye, params.eye.value_or(pose.eye));
    take("heading", pose.heading, params.heading.value_or(pose.heading));
    take("pitch", pose.pitch, params.pitch.value_or(pose.pitch));
    take("roll", pose.roll, params.roll);
    take("hfov", pose.hfov, params.hfov);
    return any;
}

}  // namespace

TerrainViewProgram::TerrainViewProgram(std::shared_ptr<const OpenTerrain> terrain,
                                       const net::ProgramStart& start, int threads)
    : ResultProgram{start.slot_bytes}, terrain_{std::move(terrain)}, threads_{threads}
{
    begin(start.params);
}

ViewPlan TerrainViewProgram::plan(const Change& change)
{
    const auto& [params, named, before] = change;
    const std::uint64_t pixels = pixels_of(params);
    if (pixels > static_cast<std::uint64_t>(terrain::max_view_pixels))
        throw net::limit_error("max_view_pixels", static_cast<std::uint64_t>(terrain::max_view_pixels),
                               pixels);
    // Members that are not named stay those of the newest frame; a pose that is named ends a list, which
    // otherwise goes on.
    ViewPlan plan;
    plan.params = params;
    plan.params.poses.clear();
    if (before == nullptr)
        plan.pose = describe(*terrain_).suggested_pose;
    else
        plan.pose = before->listed.empty() || made() == 0 ? before->pose : before->listed[made() - 1];
    const bool names_pose = take_named(plan.pose, params, named);
    if (named.contains("poses"))
        plan.listed = params.poses;
    else if (before != nullptr && !names_pose && made() < before->listed.size())
        plan.listed.assign(before->listed.begin() + static_cast<std::ptrdiff_t>(made()),
                           before->listed.end());
    plan.results = std::max<std::uint64_t>(1, plan.listed.size());
    plan.frame_bytes = model::terrain_payload_bytes(pixels);
    return plan;
}

terrain::ViewRays TerrainViewProgram::rays(const model::TerrainViewParams& params,
                                           const model::Pose& at) const
{
    model::Pose pose = at;
    pose.eye = model::point_of(terrain_->place_of(at.eye));
    // The view has the metres of all that a viewer draws beside it.
    terrain::ViewRays rays = terrain::view_rays(
        terrain_->terrain, pose, {static_cast<int>(params.size[0]), static_cast<int>(params.size[1])},
        terrain_->terrain.info.frame.post_metres());
    rays.curvature = params.curved ? terrain::earth_curvature(params.refraction) : 0.0;
    rays.detail_pixels = params.detail;
    return rays;
}

void TerrainViewProgram::cast(const terrain::ViewRays& view, const terrain::ViewImage& image,
                              const std::atomic<bool>& cancel) const
{
    const terrain::HeightBlocks& blocks = terrain_->terrain.blocks;
    if (terrain_->others)
        terrain::cast_view_with(*terrain_->others, blocks, view, image, threads_, &cancel);
    else
        terrain::cast_view(blocks, view, image, threads_, &cancel);
}

TerrainViewProgram::Result TerrainViewProgram::compute(const ViewPlan& plan, const Task& task)
{
    const model::Pose& pose = plan.listed.empty() ? plan.pose : plan.listed[task.index];
    const terrain::ViewRays view = rays(plan.params, pose);
    const std::uint64_t pixels = pixels_of(plan.params), elevations = model::elevation_offset(pixels);
    const auto payload = task.buffer.first(plan.frame_bytes);
    std::fill(payload.begin() + static_cast<std::ptrdiff_t>(model::terrain_preamble_bytes + 4 * pixels),
              payload.begin() + static_cast<std::ptrdiff_t>(elevations), std::byte{0});
    const terrain::ViewImage image{.range = floats_at(payload, model::terrain_preamble_bytes, pixels),
                                   .elevation = floats_at(payload, elevations, pixels),
                                   .big_endian = true};
    cast(view, image, task.cancel);
    if (task.cancel) return std::nullopt;
    terrain_->terrain.verify_intact();
    const model::TerrainViewPreamble preamble{.width = plan.params.size[0],
                                              .height = plan.params.size[1],
                                              .pose = pose,
                                              .detail = plan.params.detail,
                                              .curvature = view.curvature};
    model::encode_preamble(preamble, payload.first<model::terrain_preamble_bytes>());
    return net::Made{net::MessageType::TerrainView, payload};
}

std::unique_ptr<net::Program> start_terrain_view(Node& node, const net::ProgramStart& start,
                                                 const std::stop_token& cancel)
{
    return std::make_unique<TerrainViewProgram>(node.terrains().open(start.dataset, cancel), start,
                                                node.settings().threads);
}

}  // namespace farfield::node
