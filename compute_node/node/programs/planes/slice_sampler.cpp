#include "compute_node/node/programs/planes/slice_sampler.h"

#include "compute_node/fields/length_metric.h"
#include "compute_node/grids/geo.h"
#include "compute_node/support/parallel.h"
#include "model/geometry/byte_access.h"
#include "model/geometry/point.h"

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace farfield::node {

namespace {

/// Approximate number of values of rows that are sampled together in a distributed field.
constexpr std::uint32_t values_at_once = 1 << 16;

constexpr float nothing_there = std::numeric_limits<float>::quiet_NaN();

void expect_binary32(const char* name, double seconds)
{
    if (!std::isfinite(static_cast<float>(seconds)))
        throw model::FieldError(name, "a number that binary32 holds", fmt::format("{}", seconds));
}

bool is_within(const model::Region& region, const glm::dvec3& place)
{
    for (int axis = 0; axis < 3; ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        if (!(place[axis] >= region.lo[i] && place[axis] <= region.hi[i])) return false;
    }
    return true;
}

}  // namespace

/// A frame that is being computed.
struct SliceSampler::Frame {
    const SlicePlan& plan;
    const PlannedSlice& slice;
    const model::SlicePreamble& preamble;
    float time;
    std::span<std::byte> buffer;
    const std::atomic<bool>& cancel;

    [[nodiscard]] std::byte* row(std::uint32_t n) const
    {
        return buffer.data() + model::slice_preamble_bytes +
               std::size_t{n} * preamble.width * preamble.components * sizeof(float);
    }
    /// The middle of a value, in the dataset's coordinates.
    [[nodiscard]] glm::dvec3 place(std::uint32_t column, std::uint32_t n) const
    {
        return model::vec_of(preamble.origin) +
               (column + 0.5) / preamble.width * model::vec_of(preamble.edge_u) +
               (n + 0.5) / preamble.height * model::vec_of(preamble.edge_v);
    }
    [[nodiscard]] bool shows(const glm::dvec3& place) const
    {
        return !plan.region || is_within(*plan.region, place);
    }
    [[nodiscard]] compute::PixelPlane pixels() const
    {
        compute::PixelPlane plane{model::vec_of(preamble.origin), model::vec_of(preamble.edge_u),
                                  model::vec_of(preamble.edge_v), preamble.width, preamble.height};
        if (plan.region) plane.region = {model::vec_of(plan.region->lo), model::vec_of(plan.region->hi)};
        return plane;
    }
    /// Stores a value; vectors in position units a time unit: over the Earth longitudes change by more than
    /// degrees of great circles do.
    void store(std::byte* to, const std::optional<compute::FieldSample>& sample, double latitude) const
    {
        if (preamble.components == model::slice_components)
            return model::store_big(to, sample ? sample->scalar : nothing_there);
        glm::vec3 vector = sample ? sample->velocity : glm::vec3{nothing_there};
        if (plan.field.field->info().position_units == "degrees")
            vector.x /= static_cast<float>(
                std::cos(std::min(std::abs(latitude), compute::max_latitude) * std::numbers::pi / 180.0));
        for (int c = 0; c < 3; ++c) model::store_big(to + c * sizeof(float), vector[c]);
        model::store_big(to + 3 * sizeof(float), sample ? sample->scalar : nothing_there);
    }
    /// Stores `count` values of a row from `first` on.
    void store(std::uint32_t n, std::uint32_t first, std::uint32_t count,
               const compute::SampleLanes& samples) const
    {
        const auto& [x, y, z, scalar] = samples.of;
        std::byte* to = row(n) + std::size_t{first} * preamble.components * sizeof(float);
        if (preamble.components == model::slice_components) {
            for (std::size_t i = 0; i < count; ++i)
                model::store_big(to + i * sizeof(float), std::isnan(x[i]) ? nothing_there : scalar[i]);
            return;
        }
        for (std::uint32_t i = 0; i < count; ++i, to += preamble.components * sizeof(float)) {
            std::optional<compute::FieldSample> sample;
            if (!std::isnan(x[i])) sample = {glm::vec3{x[i], y[i], z[i]}, scalar[i]};
            store(to, sample, place(first + i, n).y);
        }
    }
};

double SlicePlan::time_of(std::uint64_t result) const
{
    return is_coarse_first ? time : time_of_answer(times, time, time_step, result);
}

std::uint32_t SlicePlan::level_of(std::uint64_t result) const
{
    return is_coarse_first && result == 0 ? coarse_level : level;
}

void plan_planes(const std::vector<model::SlicePlane>& planes, const model::SliceSize& size, SlicePlan& plan)
{
    plan.planes.clear();
    plan.parts = static_cast<std::uint32_t>(planes.size());
    plan.frame_bytes = 0;
    const compute::FieldInfo& info = plan.field.field->info();
    if (plan.region) plan.region = in_own_turn(*plan.region, info);
    for (std::size_t i = 0; i < planes.size(); ++i) {
        const model::SlicePlane plane = in_own_turn(planes[i], info);
        PlannedSlice slice = lay_out(
            *plan.field.field,
            {.plane = plane, .path = fmt::format("planes[{}]", i), .size = size, .region = plan.region});
        if (slice.nodes && plan.field.distributed != nullptr)
            throw model::FieldError("size", "two integers, for the dataset is held in blocks", "\"nodes\"");
        slice.preamble.part = slice.preamble.plane = static_cast<std::uint32_t>(i);
        slice.preamble.parts = plan.parts;
        slice.preamble.components = plan.components;
        const model::SlicePreamble whole = at_level(slice.preamble, plan.level);
        const std::uint64_t values = std::uint64_t{whole.width} * whole.height;
        plan.frame_bytes = std::max(plan.frame_bytes, model::slice_payload_bytes(values, plan.components));
        plan.planes.push_back(slice);
    }
}

void plan_times(const std::optional<double>& time, double time_step, bool repeat, SlicePlan& plan)
{
    expect_binary32("time", time.value_or(0.0));
    expect_binary32("time_step", time_step);
    const std::vector<float>& slices = plan.field.field->slices().times;
    plan.times.assign(slices.begin(), slices.end());
    plan.time = time.value_or(slices.empty() ? 0.0 : slices.front());
    plan.time_step = time_step;
    plan.results = repeat ? std::numeric_limits<std::uint64_t>::max() : 1;
}

std::span<const std::byte> SliceSampler::write(const SlicePlan& plan, std::uint64_t result,
                                               std::uint32_t plane, std::span<std::byte> buffer,
                                               const std::atomic<bool>& cancel)
{
    const PlannedSlice& slice = plan.planes[plane];
    model::SlicePreamble preamble = at_level(slice.preamble, plan.level_of(result));
    preamble.time = plan.time_of(result);
    model::encode_preamble(preamble, buffer.first<model::slice_preamble_bytes>());
    const Frame frame{plan, slice, preamble, static_cast<float>(preamble.time), buffer, cancel};
    if (plan.field.distributed != nullptr)
        sample_elsewhere(frame);
    else if (slice.nodes && preamble.level == 0)
        sample_nodes(frame);
    else if (compute::is_complete_lattice(compute::shown_at(plan.field, frame.time)))
        sample_lattice(frame);
    else
        sample_here(frame);
    const std::uint64_t values = std::uint64_t{preamble.width} * preamble.height;
    return buffer.first(model::slice_payload_bytes(values, preamble.components));
}

/// Takes the nodes' own bits, which interpolation would round.
void SliceSampler::sample_nodes(const Frame& frame) const
{
    const compute::Field& field = compute::shown_at(frame.plan.field, frame.time);
    const auto& grid = std::get<compute::UniformGrid>(field.grid());
    const NodesOnPlane& on = *frame.slice.nodes;
    const bool is_nearest = frame.plan.interpolation == compute::Interpolation::Nearest;
    const compute::LengthMetric metric{field.info()};
    const auto [before, after] = field.slices().weighted(frame.time);
    const auto node_at = [&, before = before, after = after](const glm::ivec3& node) {
        const std::size_t n = compute::node_index(grid.dims, node);
        const compute::Node first = field.slices().nodes[before][n];
        if (after == before) return first;
        const std::vector<float>& times = field.slices().times;
        return glm::mix(first, field.slices().nodes[after][n],
                        (frame.time - times[before]) / (times[after] - times[before]));
    };
    parallel_sum(frame.preamble.height, threads_, [&, before = before, after = after](std::int64_t n) {
        if (frame.cancel) return 0;
        const auto row = static_cast<std::uint32_t>(n);
        std::byte* to = frame.row(row);
        for (std::uint32_t column = 0; column < frame.preamble.width; ++column) {
            glm::ivec3 node = on.first;
            node[on.u] += static_cast<int>(column);
            node[on.v] += static_cast<int>(row);
            compute::Node value = node_at(node);
            if (on.part != 0.0F) {
                node[on.across] += 1;
                const compute::Node next = node_at(node);
                const bool takes_next = is_nearest && on.part >= 0.5F;
                value = takes_next                           ? next
                        : is_nearest && !std::isnan(on.part) ? value
                                                             : compute::lerp(value, next, on.part);
            }
            // A speed between nodes is that of the blended velocity, as everywhere.
            const bool is_derived = field.scalar_is_speed() && (on.part != 0.0F || after != before);
            model::store_big(to, is_derived ? glm::length(metric.measured(glm::vec3{value})) : value.w);
            to += sizeof(float);
        }
        return 0;
    });
}

void SliceSampler::sample_lattice(const Frame& frame)
{
    compute::set_parts_u(frame.preamble.width, parts_u_);
    const compute::LatticePlane plane{compute::shown_at(frame.plan.field, frame.time), frame.pixels(),
                                      frame.time, frame.plan.interpolation, parts_u_};
    parallel_sum(frame.preamble.height, threads_, [&](std::int64_t n) {
        const auto row = static_cast<std::uint32_t>(n);
        for (std::uint32_t first = 0; first < frame.preamble.width && !frame.cancel;
             first += compute::places_at_once) {
            compute::SampleLanes samples;
            const auto count = std::min<std::uint32_t>(frame.preamble.width - first, compute::places_at_once);
            plane.sample(row, first, count, samples);
            frame.store(row, first, count, samples);
        }
        return 0;
    });
}

void SliceSampler::sample_here(const Frame& frame) const
{
    const compute::Field& field = compute::shown_at(frame.plan.field, frame.time);
    parallel_sum(frame.preamble.height, threads_, [&](std::int64_t n) {
        if (frame.cancel) return 0;
        const auto row = static_cast<std::uint32_t>(n);
        std::byte* to = frame.row(row);
        for (std::uint32_t column = 0; column < frame.preamble.width; ++column) {
            compute::CellCursor cursor;  // a new one: the same bits as dataset.sample
            const glm::dvec3 place = frame.place(column, row);
            std::optional<compute::FieldSample> sample;
            if (frame.shows(place))
                sample = compute::interpolated(field, field.info().relative(place), frame.time,
                                               frame.plan.interpolation, cursor);
            frame.store(to, sample, place.y);
            to += frame.preamble.components * sizeof(float);
        }
        return 0;
    });
}

void SliceSampler::sample_elsewhere(const Frame& frame)
{
    const compute::FieldInfo& info = frame.plan.field.field->info();
    const auto [width, height] = std::pair{frame.preamble.width, frame.preamble.height};
    const std::uint32_t rows = std::max(1U, values_at_once / width);
    for (std::uint32_t first = 0; first < height && !frame.cancel; first += rows) {
        const std::uint32_t end = std::min(first + rows, height);
        positions_.clear();
        for (std::uint32_t row = first; row < end; ++row)
            for (std::uint32_t column = 0; column < width; ++column)
                positions_.push_back(info.relative(frame.place(column, row)));
        samples_.assign(positions_.size(), {});
        frame.plan.field.distributed->sample(positions_, compute::SampleRule::Single, frame.time, samples_);
        std::byte* to = frame.row(first);
        for (std::size_t i = 0; i < samples_.size(); ++i) {
            const compute::PointSample& found = samples_[i];
            const glm::dvec3 place = info.absolute(positions_[i]);
            std::optional<compute::FieldSample> sample;
            if (found.inside != 0 && frame.shows(place)) sample = {glm::vec3{found.value}, found.value.w};
            frame.store(to, sample, place.y);
            to += frame.preamble.components * sizeof(float);
        }
    }
}

}  // namespace farfield::node
