#include "compute_node/service/program_scalars.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

const std::string age_name = "age", time_units = "s";

}  // namespace

net::ScalarInfo age_scalar(const Field& field, std::optional<double> oldest)
{
    net::ScalarInfo scalar{age_name, field.slices().steady() ? "" : time_units, std::nullopt};
    if (oldest) scalar.range = {0.0, *oldest};
    return scalar;
}

bool names_age(const std::string& name, const DatasetInfo& dataset)
{
    const auto is_array = [](const ArrayInfo& array) { return array.name == age_name; };
    return name == age_name && std::ranges::none_of(dataset.arrays, is_array);
}

FieldSource source_of_program(const OpenDataset& dataset, const std::string& scalar,
                              std::shared_ptr<SliceWindow> window)
{
    try {
        return dataset.source(scalar, std::move(window));
    } catch (const UnknownScalar& error) {
        throw std::runtime_error(fmt::format("{}; particles and lines also have 'age'", error.what()));
    }
}

}  // namespace farfield::compute
