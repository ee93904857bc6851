#include "compute_node/node/programs/rays.h"

#include "compute_node/node/programs/line_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace farfield::node {

namespace {

/// Least size of a slot: any ray fits, as an inversion keeps them.
constexpr std::uint64_t least_slot_bytes = 1 << 16;

using Chosen = std::vector<const compute::DatasetRay*>;

std::uint64_t bytes_of(const Chosen& rays)
{
    std::uint64_t points = rays.size();  // a NaN ends each
    for (const auto* ray : rays) points += ray->points;
    return model::polyline_payload_bytes(points, rays.size());
}

/// The chosen rays: about one in `every`, or fewer where they do not fit.
Chosen chosen(const compute::DatasetRays& from, std::uint32_t every, std::uint64_t slot_bytes)
{
    for (;; every *= 2) {
        Chosen rays;
        for (const compute::DatasetRay& ray : from.rays)
            if (compute::is_chosen(ray.datum, every)) rays.push_back(&ray);
        if (rays.size() < 2 || bytes_of(rays) <= slot_bytes) return rays;
    }
}

/// Description of the residuals, with a range about 0 that holds most of them.
model::ScalarInfo residual_of(const compute::DatasetRays& from)
{
    constexpr double most = 0.98;
    std::vector<float> sizes;
    for (const compute::DatasetRay& ray : from.rays) sizes.push_back(std::abs(ray.residual));
    std::ranges::sort(sizes);
    model::ScalarInfo scalar{.name = "residual", .units = "s"};
    if (sizes.empty() || sizes.back() == 0.0F) return scalar;
    const double largest = sizes.back();
    const double middle = sizes[static_cast<std::size_t>(most * static_cast<double>(sizes.size() - 1))];
    scalar.range = {-largest, largest};
    if (middle > 0.0) scalar.middle = {-middle, middle};
    return scalar;
}

}  // namespace

double RayPlan::time_of(std::uint64_t answer) const
{
    return time_of_answer(times, time, time_step, answer);
}

RayProgram::RayProgram(std::shared_ptr<const compute::OpenDataset> dataset, const net::ProgramStart& start)
    : ResultProgram{start.slot_bytes}, dataset_{std::move(dataset)}, slot_bytes_{start.slot_bytes}
{
    if (slot_bytes_ < least_slot_bytes) throw net::limit_error("slot_bytes", slot_bytes_, least_slot_bytes);
    begin(start.params);
}

RayPlan RayProgram::plan(const Change& change)
{
    const model::RayParams& params = change.params;
    const auto rays = dataset_->rays(0.0);
    if (!rays)
        throw net::RpcError(
            net::RpcCode::InvalidParams,
            fmt::format("'{}' has no rays; results of jobs have: tomography:mine:1", dataset_->info().name));
    RayPlan plan;
    plan.every = params.every;
    plan.time = dataset_.shown_time(params.follow, params.repeat, params.time).value_or(0.0);
    plan.time_step = params.time_step;
    plan.times = times_to_go_round(*dataset_, dataset_->series()->times());
    plan.results = params.repeat ? std::numeric_limits<std::uint64_t>::max() : 1;
    plan.parts = params.parts;
    plan.frame_bytes = slot_bytes_;
    plan.scalar = residual_of(*rays);
    return plan;
}

DatasetNews RayProgram::news(const model::RayParams& params, const RayPlan& plan)
{
    if (made() % plan.parts != 0) return DatasetNews::None;
    const std::uint64_t next = made() / plan.parts;
    return dataset_.look_for_news(params.follow,
                                  next < plan.results ? std::optional{plan.time_of(next)} : std::nullopt);
}

void RayProgram::select(const compute::DatasetRays& rays, const RayPlan& plan, std::uint32_t part)
{
    const Chosen all = chosen(rays, plan.every, slot_bytes_);
    const PartOf share = part_of(all.size(), part, plan.parts);
    const glm::vec3 shift{rays.origin - dataset_->default_field()->info().origin};
    block_.clear();
    owners_.clear();
    for (std::uint64_t i = 0; i < share.count; ++i) {
        const compute::DatasetRay& ray = *all[share.first + i * share.stride];
        block_.lines.push_back({.first_point = block_.points.size(),
                                .points = ray.points,
                                .reason = compute::Termination::TimeLimit});
        owners_.push_back({ray.datum, ray.source, false});
        for (std::size_t n = ray.first_point; n < ray.first_point + ray.points; ++n) {
            block_.points.emplace_back(rays.points[n] + shift, ray.residual);
            block_.elapsed.push_back(rays.elapsed[n]);
        }
    }
}

RayProgram::Result RayProgram::compute(const RayPlan& plan, const Task& task)
{
    model::PolylinePreamble preamble{
        .time = plan.time_of(task.index), .part = task.part, .parts = plan.parts};
    select(*dataset_->rays(preamble.time), plan, task.part);
    const auto payload =
        write_line_frame(std::span{&block_, 1}, owners_, 1, preamble, task.buffer, &task.cancel);
    model::encode_preamble(preamble, task.buffer.first<model::polyline_preamble_bytes>());
    return net::Made{net::MessageType::Polylines, payload};
}

void RayProgram::complete_answer(const RayPlan& plan, model::ProgramAnswer& answer) const
{
    answer.parts = plan.parts;
    answer.lines =
        static_cast<std::uint32_t>(chosen(*dataset_->rays(plan.time), plan.every, slot_bytes_).size());
}

}  // namespace farfield::node
