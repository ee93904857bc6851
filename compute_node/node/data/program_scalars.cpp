#include "compute_node/node/data/program_scalars.h"

#include "compute_node/datasets/dataset_info.h"
#include "compute_node/fields/length_metric.h"
#include "net/message/control_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace farfield::node {

namespace {

model::ScalarInfo scalar_up_to(compute::LineScalar scalar, const std::string& units,
                               std::optional<double> most)
{
    model::ScalarInfo info{std::string{compute::to_string(scalar)}, units, std::nullopt};
    if (most) info.range = {0.0, *most};
    return info;
}

}  // namespace

std::optional<compute::LineScalar> builtin_named(const std::string& name, const compute::DatasetInfo& dataset)
{
    const auto is_array = [&](const compute::ArrayInfo& array) { return array.name == name; };
    return std::ranges::any_of(dataset.arrays, is_array) ? std::nullopt : compute::line_scalar_named(name);
}

void expect_velocity(const compute::DatasetInfo& dataset)
{
    const std::string why_not = compute::why_not_traceable(dataset);
    if (!why_not.empty()) throw net::RpcError(net::RpcCode::InvalidParams, why_not);
}

compute::FieldChoice scalar_alone(const std::optional<std::string>& scalar)
{
    return {.vector = {}, .scalar = scalar.value_or(""), .scalar_alone = true};
}

std::optional<std::array<double, 2>> known_range(float min, float max)
{
    if (!std::isfinite(min) || !std::isfinite(max)) return std::nullopt;
    return std::array<double, 2>{min, max};
}

std::optional<std::array<double, 2>> known_middle(const compute::ScalarMiddle& middle)
{
    return middle[0] < middle[1] ? known_range(middle[0], middle[1]) : std::nullopt;
}

model::ScalarInfo scalar_of(const compute::Field& field)
{
    const compute::FieldInfo& info = field.info();
    return {.name = info.scalar_name,
            .units = info.scalar_units,
            .range = known_range(info.scalar_min, info.scalar_max),
            .middle = known_middle(info.scalar_middle)};
}

model::ScalarInfo age_scalar(const compute::Field& field, std::optional<double> oldest)
{
    return scalar_up_to(compute::LineScalar::Age, field.slices().steady() ? "" : "s", oldest);
}

model::ScalarInfo length_scalar(const compute::Field& field, std::optional<double> longest)
{
    return scalar_up_to(compute::LineScalar::ArcLength, compute::length_units(field.info()), longest);
}

compute::FieldSource field_of_program(const compute::OpenDataset& dataset,
                                      const std::optional<std::string>& scalar,
                                      const compute::FieldSource& now)
{
    const bool names_field = scalar && !builtin_named(*scalar, dataset.info());
    if (!names_field && now.field != nullptr) return now;
    try {
        return dataset.source(names_field ? *scalar : std::string{}, now.window);
    } catch (const compute::UnknownScalar& error) {
        throw std::runtime_error(
            fmt::format("{}; particles and lines also have 'age' and 'arc-length'", error.what()));
    }
}

}  // namespace farfield::node
