#include "compute_node/node/programs/terrain_view_source.h"

#include "compute_node/support/elapsed_time.h"
#include "compute_node/terrain/eye_pose.h"
#include "compute_node/terrain/rays/view_distribution.h"
#include "model/programs/terrain_view.h"
#include "net/message/clock.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace farfield::node {

namespace {

constexpr std::array pose_members{"eye", "heading", "pitch", "roll", "hfov"};

std::span<float> floats_at(std::span<std::byte> buffer, std::uint64_t offset, std::uint64_t count)
{
    return {reinterpret_cast<float*>(buffer.data() + offset), count};
}

}  // namespace

TerrainViewSource::TerrainViewSource(std::shared_ptr<const OpenTerrain> terrain,
                                     const net::ProgramStart& start, int threads)
    : terrain_{std::move(terrain)}, slot_bytes_{start.slot_bytes}, threads_{threads}
{
    set_pose(describe(*terrain_).suggested_pose);
    update(start.params);
}

void TerrainViewSource::update(const net::Json& json)
{
    model::TerrainViewParams params = params_;
    const model::FieldSet changed = merge(params, json);
    const bool names_list = changed.contains("poses");
    const auto is_named = [&](const char* member) { return changed.contains(member); };
    // A pose that is named ends a list.
    if (!names_list && std::ranges::any_of(pose_members, is_named)) params.poses.clear();
    const std::uint64_t pixels = pixels_of(params);
    if (pixels > static_cast<std::uint64_t>(terrain::max_view_pixels))
        throw net::limit_error("max_view_pixels", static_cast<std::uint64_t>(terrain::max_view_pixels),
                               pixels);
    if (model::terrain_payload_bytes(pixels) > slot_bytes_)
        throw net::limit_error("slot_bytes", slot_bytes_, model::terrain_payload_bytes(pixels));
    params_ = std::move(params);
    is_done_ = false;
    if (names_list) poses_cast_ = 0;
    interrupted_.store(false, std::memory_order_relaxed);
}

model::EyePose TerrainViewSource::pose() const
{
    return {*params_.eye, *params_.heading, *params_.pitch, params_.roll, params_.hfov};
}

void TerrainViewSource::set_pose(const model::EyePose& pose)
{
    params_.eye = pose.eye;
    params_.heading = pose.heading;
    params_.pitch = pose.pitch;
    params_.roll = pose.roll;
    params_.hfov = pose.hfov;
}

terrain::ViewRays TerrainViewSource::rays() const
{
    const model::EyePose at = pose();
    const terrain::EyePose pose{.eye = terrain_->place_of(at.eye),
                                .heading_degrees = at.heading,
                                .pitch_degrees = at.pitch,
                                .roll_degrees = at.roll,
                                .hfov_degrees = at.hfov};
    terrain::ViewRays rays = terrain::view_rays(
        terrain_->terrain, pose, {static_cast<int>(params_.size[0]), static_cast<int>(params_.size[1])});
    rays.curvature = params_.curved ? terrain::earth_curvature(params_.refraction) : 0.0;
    rays.detail_pixels = params_.detail;
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
    if (poses_cast_ < params_.poses.size()) set_pose(params_.poses[poses_cast_]);
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
    terrain_->terrain.verify_intact();
    ++poses_cast_;
    is_done_ = poses_cast_ >= params_.poses.size();
    const model::TerrainViewPreamble preamble{.width = params_.size[0],
                                              .height = params_.size[1],
                                              .frame = frames_++,
                                              .compute_ns = nanoseconds_since(begun),
                                              .computed_at_ns = net::now_ns(),
                                              .pose = pose(),
                                              .detail = params_.detail,
                                              .curvature = view.curvature};
    model::encode_preamble(preamble, payload.first<model::terrain_preamble_bytes>());
    return net::ProducedFrame{net::MessageType::TerrainView, payload};
}

}  // namespace farfield::node
