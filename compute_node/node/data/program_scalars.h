#pragma once

#include "compute_node/datasets/open_dataset.h"
#include "compute_node/fields/field_source.h"
#include "compute_node/lines/line_scalars.h"
#include "model/data/dataset_info.h"

#include <array>
#include <memory>
#include <optional>
#include <string>

/// Scalars that particles and lines have by themselves, whatever their field holds.
namespace farfield::node {

/// Which of them a scalar's name means, unless the dataset has an array of that name.
[[nodiscard]] std::optional<compute::LineScalar> builtin_named(const std::string& name,
                                                               const compute::DatasetInfo& dataset);

/// Throws net::RpcError, InvalidParams, for a program that needs a velocity, where there is none.
void expect_velocity(const compute::DatasetInfo& dataset);

/// The choice of a scalar, whatever the velocity is; of the dataset's first where none is named.
[[nodiscard]] compute::FieldChoice scalar_alone(const std::optional<std::string>& scalar);

/// None over no valid node at all, and of what is worked out only when it is chosen.
[[nodiscard]] std::optional<std::array<double, 2>> known_range(float min, float max);
/// None where it does not vary, and colours would have no room.
[[nodiscard]] std::optional<std::array<double, 2>> known_middle(const compute::ScalarMiddle& middle);
/// The description of the field's scalar that viewers get.
[[nodiscard]] model::ScalarInfo scalar_of(const compute::Field& field);
/// The description that viewers get: from 0 to what it is at most, where the longest time under way is known.
[[nodiscard]] model::ScalarInfo age_scalar(const compute::Field& field,
                                           std::optional<double> oldest = std::nullopt);
/// longest: the way of a line or particle at most, in length units (length_metric.h).
[[nodiscard]] model::ScalarInfo length_scalar(const compute::Field& field,
                                              std::optional<double> longest = std::nullopt);

/// The field of a program that asks for `scalar`: `now` where it asks for none, or for one that particles and
/// lines have by themselves; but a program that has no field yet gets the default one. Reads no other. Throws
/// as OpenDataset::source() does; the error of a scalar that there is not names also those that programs
/// have.
[[nodiscard]] compute::FieldSource field_of_program(const compute::OpenDataset& dataset,
                                                    const std::optional<std::string>& scalar,
                                                    const compute::FieldSource& now);

}  // namespace farfield::node
