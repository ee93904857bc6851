#include "compute_node/node/programs/slice.h"

#include "compute_node/fields/field_at_time.h"
#include "compute_node/node/data/program_scalars.h"
#include "compute_node/node/programs/invalid_params.h"
#include "compute_node/node/programs/table.h"
#include "compute_node/support/parallel.h"
#include "model/geometry/byte_access.h"
#include "model/geometry/point.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace farfield::node {

namespace {

/// Rows that are sampled together in a distributed field have about so many values.
constexpr std::uint32_t values_at_once = 1 << 16;

/// How many pixels cover a side, at most so many.
std::uint32_t covering(double side, double pixel, std::uint32_t most)
{
    constexpr double rounding = 1.0 - 1e-9;  // of quotients that are whole numbers
    return static_cast<std::uint32_t>(
        std::clamp(std::ceil(side / pixel * rounding), 1.0, static_cast<double>(most)));
}

/// Counts and place of a plane. Pixels are square, as large as the tighter side wants them, and the slice
/// grows about its middle to whole pixels. Where z has other units than x and y they are not square.
model::SlicePreamble laid_over(const compute::FieldInfo& info, const model::SlicePlane& plane,
                               const std::array<std::uint32_t, 2>& size)
{
    const auto axis = static_cast<int>(plane.axis.value_or(model::SliceAxis::Z));
    const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
    const glm::dvec3 sides = info.bounds.hi - info.bounds.lo;
    for (const int edge : {u, v})
        if (!(sides[edge] > 0.0))
            throw model::FieldError("planes[0].axis", fmt::format("the dataset has no extent along {}",
                                                                  model::slice_axis_names[edge]));
    double pixel_u = sides[u] / size[0], pixel_v = sides[v] / size[1];
    if (v != 2 || info.z_units == info.position_units) pixel_u = pixel_v = std::max(pixel_u, pixel_v);
    model::SlicePreamble preamble;
    preamble.width = covering(sides[u], pixel_u, size[0]);
    preamble.height = covering(sides[v], pixel_v, size[1]);
    preamble.edge_u[u] = preamble.width * pixel_u;
    preamble.edge_v[v] = preamble.height * pixel_v;
    preamble.origin[axis] = plane.position.value_or(0.0);
    preamble.origin[u] = info.bounds.lo[u] - 0.5 * (preamble.edge_u[u] - sides[u]);
    preamble.origin[v] = info.bounds.lo[v] - 0.5 * (preamble.edge_v[v] - sides[v]);
    return preamble;
}

void expect_binary32(const char* name, double seconds)
{
    if (!std::isfinite(static_cast<float>(seconds)))
        throw model::FieldError(name, "a number that binary32 holds", fmt::format("{}", seconds));
}

/// A scalar, whatever the velocity is.
compute::FieldChoice scalar_alone(const std::optional<std::string>& scalar)
{
    return {.vector = {}, .scalar = scalar.value_or(""), .scalar_alone = true};
}

std::byte* value_at(const model::SlicePreamble& preamble, std::span<std::byte> buffer, std::uint32_t row)
{
    return buffer.data() + model::slice_preamble_bytes + std::size_t{row} * preamble.width * sizeof(float);
}

}  // namespace

double SlicePlan::time_of(std::uint64_t result) const
{
    const std::vector<float>& times = field.field->slices().times;
    const double later = time + time_step * static_cast<double>(result);
    if (result == 0 || times.size() < 2 || (later >= times.front() && later <= times.back())) return later;
    const double span = double{times.back()} - times.front();
    const double past = std::fmod(later - times.front(), span);
    return times.front() + (past < 0.0 ? past + span : past);
}

glm::vec3 SlicePlan::position_of(std::uint32_t column, std::uint32_t row) const
{
    return field.field->info().relative(model::vec_of(preamble.origin) +
                                        (column + 0.5) / preamble.width * model::vec_of(preamble.edge_u) +
                                        (row + 0.5) / preamble.height * model::vec_of(preamble.edge_v));
}

SliceProgram::SliceProgram(std::shared_ptr<const compute::OpenDataset> dataset,
                           const net::ProgramStart& start, int threads)
    : ResultProgram{start.slot_bytes}, dataset_{std::move(dataset)}, threads_{threads}
{
    begin(start.params);
}

SlicePlan SliceProgram::plan(const Change& change)
{
    const model::SliceParams& params = change.params;
    expect_binary32("time", params.time.value_or(0.0));
    expect_binary32("time_step", params.time_step);
    SlicePlan plan;
    plan.preamble = laid_over(dataset_->default_field()->info(), params.planes.front(), params.size);
    plan.frame_bytes = model::slice_payload_bytes(std::uint64_t{plan.preamble.width} * plan.preamble.height);
    if (change.before != nullptr) plan.field = change.before->field;
    if (change.before == nullptr || change.named.contains("scalar"))
        as_invalid_params(
            [&] { plan.field = dataset_->chosen(scalar_alone(params.scalar), plan.field.window); });
    plan.scalar = scalar_of(*plan.field.field);
    const std::vector<float>& times = plan.field.field->slices().times;
    plan.time = params.time.value_or(times.empty() ? 0.0 : times.front());
    plan.time_step = params.time_step;
    if (params.repeat) plan.results = std::numeric_limits<std::uint64_t>::max();
    return plan;
}

SliceProgram::Result SliceProgram::compute(const SlicePlan& plan, const Task& task)
{
    model::SlicePreamble preamble = plan.preamble;
    preamble.time = plan.time_of(task.index);
    model::encode_preamble(preamble, task.buffer.first<model::slice_preamble_bytes>());
    const auto time = static_cast<float>(preamble.time);
    if (plan.field.distributed != nullptr)
        sample_elsewhere(plan, time, task);
    else
        sample_here(plan, time, task);
    if (task.cancel) return std::nullopt;
    return net::Made{net::MessageType::Slice, task.buffer.first(plan.frame_bytes)};
}

void SliceProgram::sample_here(const SlicePlan& plan, float time, const Task& task) const
{
    const compute::Field& field = compute::shown_at(plan.field, time);
    parallel_sum(plan.preamble.height, threads_, [&](std::int64_t n) {
        if (task.cancel) return 0;
        const auto row = static_cast<std::uint32_t>(n);
        std::byte* to = value_at(plan.preamble, task.buffer, row);
        compute::CellCursor cursor;
        for (std::uint32_t column = 0; column < plan.preamble.width; ++column, to += sizeof(float)) {
            const auto sample = sample_at(field, plan.position_of(column, row), time, cursor);
            model::store_big(to, sample ? sample->scalar : std::numeric_limits<float>::quiet_NaN());
        }
        return 0;
    });
}

void SliceProgram::sample_elsewhere(const SlicePlan& plan, float time, const Task& task)
{
    const auto [width, height] = std::pair{plan.preamble.width, plan.preamble.height};
    const std::uint32_t rows = std::max(1U, values_at_once / width);
    for (std::uint32_t first = 0; first < height && !task.cancel; first += rows) {
        positions_.clear();
        for (std::uint32_t row = first; row < std::min(first + rows, height); ++row)
            for (std::uint32_t column = 0; column < width; ++column)
                positions_.push_back(plan.position_of(column, row));
        samples_.assign(positions_.size(), {});
        plan.field.distributed->sample(positions_, compute::SampleRule::Single, time, samples_);
        std::byte* to = value_at(plan.preamble, task.buffer, first);
        for (const compute::PointSample& sample : samples_) {
            model::store_big(to,
                             sample.inside != 0 ? sample.value.w : std::numeric_limits<float>::quiet_NaN());
            to += sizeof(float);
        }
    }
}

std::unique_ptr<net::Program> start_slice(Node& node, const net::ProgramStart& start,
                                          const std::stop_token& cancel)
{
    return std::make_unique<SliceProgram>(node.open_dataset(start.dataset, start.velocity, cancel), start,
                                          node.settings().threads);
}

}  // namespace farfield::node
