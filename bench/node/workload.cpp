#include "bench/node/workload.h"

#include "compute_node/datasets/dataset.h"

#include <algorithm>
#include <chrono>
#include <numbers>

namespace farfield::node {

namespace {

constexpr std::uint32_t long_life = 1'000'000;  // frames: no particle dies of age while it is measured

}  // namespace

compute::ParticleSystem standard_workload(int threads, std::uint32_t steps_per_frame,
                                          std::uint32_t seeds_per_axis)
{
    constexpr double edge = 2.0 * std::numbers::pi;
    const double spacing = edge / seeds_per_axis;
    const double across = spacing * (seeds_per_axis - 1);
    std::vector<model::Rake> layers;
    for (std::uint32_t k = 0; k < seeds_per_axis; ++k)
        layers.push_back({.shape = model::PlaneRake{{0.31 * spacing, 0.47 * spacing, (k + 0.73) * spacing},
                                                    {across, 0.0, 0.0},
                                                    {0.0, across, 0.0},
                                                    {seeds_per_axis, seeds_per_axis}}});
    compute::ParticleSettings settings;
    settings.step = 0.01F;
    settings.steps_per_frame = steps_per_frame;
    settings.max_age_frames = long_life;
    settings.threads = threads;
    return {compute::open_analytic("analytic:cell:128").field(), layers, settings};
}

FrameRoom::FrameRoom(std::uint64_t frame_bytes, std::size_t frames)
    : rows_(frames, std::vector<Row>(frame_bytes / sizeof(Row)))
{
    for (std::vector<Row>& rows : rows_) outputs_.push_back(std::as_writable_bytes(std::span{rows}));
}

double seconds_for(compute::ParticleSystem& particles, const FrameRoom& room, compute::ByteOrder order,
                   std::size_t frames)
{
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t left = frames; left > 0;) {
        const auto outputs = room.outputs().first(std::min(left, room.outputs().size()));
        particles.write_frames(outputs, order);
        left -= outputs.size();
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace farfield::node
