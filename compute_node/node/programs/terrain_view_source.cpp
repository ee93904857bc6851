#include "compute_node/node/programs/terrain_view_source.h"

#include "compute_node/support/passed_time.h"
#include "compute_node/terrain/eye_pose.h"
#include "compute_node/terrain/rays/view_dealing.h"
#include "model/programs/terrain_view.h"
#include "net/message/clock.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace farfield::node {

namespace {

std::span<float> floats_at(std::span<std::byte> buffer, std::uint64_t offset, std::uint64_t count)
{
    return {reinterpret_cast<float*>(buffer.data() + offset), count};
}

}  // namespace

TerrainViewSource::TerrainViewSource(std::shared_ptr<const OpenTerrain> terrain,
                                     const net::ProgramStart& start, int threads)
    : terrain_{std::move(terrain)}, slot_bytes_{start.slot_bytes}, threads_{threads}
{
    Plan plan;
    plan.pose = describe(*terrain_).suggested_pose;
    plan_ = planned(start.params, plan);
}

void TerrainViewSource::update(const net::Json& params)
{
    plan_ = planned(params, plan_);
    is_done_ = false;
    if (params.contains("poses")) poses_cast_ = 0;
    interrupted_.store(false, std::memory_order_relaxed);
}

TerrainViewSource::Plan TerrainViewSource::planned(const net::Json& json, Plan plan) const
{
    const model::TerrainViewParams params = model::terrain_view_params(json);
    plan.pose.eye = params.eye.value_or(plan.pose.eye);
    plan.pose.heading = params.heading.value_or(plan.pose.heading);
    plan.pose.pitch = params.pitch.value_or(plan.pose.pitch);
    plan.pose.roll = params.roll.value_or(plan.pose.roll);
    plan.pose.hfov = params.hfov.value_or(plan.pose.hfov);
    // Whoever names a place has done with the list.
    if (params.eye || params.heading || params.pitch || params.roll || params.hfov) plan.poses.clear();
    plan.poses = params.poses.value_or(plan.poses);
    plan.size = params.size.value_or(plan.size);
    plan.detail = params.detail.value_or(plan.detail);
    plan.curved = params.curved.value_or(plan.curved);
    plan.refraction = params.refraction.value_or(plan.refraction);
    const std::uint64_t pixels = std::uint64_t{plan.size[0]} * plan.size[1];
    if (pixels > static_cast<std::uint64_t>(terrain::max_view_pixels))
        throw net::limit_error("max_view_pixels", static_cast<std::uint64_t>(terrain::max_view_pixels),
                               pixels);
    if (model::terrain_payload_bytes(pixels) > slot_bytes_)
        throw net::limit_error("slot_bytes", slot_bytes_, model::terrain_payload_bytes(pixels));
    return plan;
}

terrain::ViewRays TerrainViewSource::rays() const
{
    const terrain::EyePose pose{.eye = terrain_->place_of(plan_.pose.eye),
                                .heading_degrees = plan_.pose.heading,
                                .pitch_degrees = plan_.pose.pitch,
                                .roll_degrees = plan_.pose.roll,
                                .hfov_degrees = plan_.pose.hfov};
    terrain::ViewRays rays = terrain::view_rays(
        terrain_->terrain, pose, {static_cast<int>(plan_.size[0]), static_cast<int>(plan_.size[1])});
    rays.curvature = plan_.curved ? terrain::earth_curvature(plan_.refraction) : 0.0;
    rays.detail_pixels = plan_.detail;
    return rays;
}

void TerrainViewSource::cast(const terrain::ViewRays& view, const terrain::ViewImage& image) const
{
    const terrain::HeightBlocks& blocks = terrain_->terrain.blocks;
    if (terrain_->others)
        terrain::cast_view_with(*terrain_->others, blocks, view, image, threads_, &interrupted_);
    else
        terrain::cast_view(blocks, view, image, threads_, &interrupted_);
}

net::ProgramState TerrainViewSource::state() const
{
    net::ProgramState state;
    state.frame_bytes = model::terrain_payload_bytes(pixels());
    return state;
}

std::optional<net::ProducedFrame> TerrainViewSource::produce(std::span<std::byte> buffer)
{
    if (is_done_) {
        no_frame_ = net::NoFrame::Idle;
        return std::nullopt;
    }
    if (poses_cast_ < plan_.poses.size()) plan_.pose = plan_.poses[poses_cast_];
    const auto begun = std::chrono::steady_clock::now();
    const terrain::ViewRays view = rays();
    const std::uint64_t elevations = model::elevation_offset(pixels());
    const auto payload = buffer.first(model::terrain_payload_bytes(pixels()));
    std::fill(payload.begin() + static_cast<std::ptrdiff_t>(model::terrain_preamble_bytes + 4 * pixels()),
              payload.begin() + static_cast<std::ptrdiff_t>(elevations), std::byte{0});
    const terrain::ViewImage image{.range = floats_at(payload, model::terrain_preamble_bytes, pixels()),
                                   .elevation = floats_at(payload, elevations, pixels()),
                                   .big_endian = true};
    cast(view, image);
    if (interrupted_.exchange(false, std::memory_order_relaxed)) {
        no_frame_ = net::NoFrame::Interrupted;
        return std::nullopt;
    }
    terrain_->terrain.expect_whole();
    ++poses_cast_;
    is_done_ = poses_cast_ >= plan_.poses.size();
    const model::TerrainViewPreamble preamble{.width = plan_.size[0],
                                              .height = plan_.size[1],
                                              .frame = frames_++,
                                              .compute_ns = nanoseconds_since(begun),
                                              .computed_at_ns = net::now_ns(),
                                              .pose = plan_.pose,
                                              .detail = plan_.detail,
                                              .curvature = view.curvature};
    model::encode_preamble(preamble, payload.first<model::terrain_preamble_bytes>());
    return net::ProducedFrame{net::MessageType::TerrainView, payload};
}

}  // namespace farfield::node
