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

/// The built-in scalar that a name means, unless the dataset has an array of that name.
[[nodiscard]] std::optional<compute::LineScalar> builtin_named(const std::string& name,
                                                               const compute::DatasetInfo& dataset);

/// Throws net::RpcError, InvalidParams, for a program that needs a velocity, where there is none.
void expect_velocity(const compute::DatasetInfo& dataset);

/// The choice of a scalar alone, with any velocity; the dataset's first scalar where none is named.
[[nodiscard]] compute::FieldChoice scalar_alone(const std::optional<std::string>& scalar);

/// A range of values; empty without a valid node, and for scalars that are computed only when chosen.
[[nodiscard]] std::optional<std::array<double, 2>> known_range(float min, float max);
/// The middle range of a scalar; empty where it does not vary: colours would have no room.
[[nodiscard]] std::optional<std::array<double, 2>> known_middle(const compute::ScalarMiddle& middle);
/// The description of the field's scalar that viewers get.
[[nodiscard]] model::ScalarInfo scalar_of(const compute::Field& field);
/// The description of age that viewers get: from 0 to the largest age, where that is known.
[[nodiscard]] model::ScalarInfo age_scalar(const compute::Field& field,
                                           std::optional<double> oldest = std::nullopt);
/// The description of arc length. longest: of a line's or particle's way, in length units (length_metric.h).
[[nodiscard]] model::ScalarInfo length_scalar(const compute::Field& field,
                                              std::optional<double> longest = std::nullopt);

/// The field of a program that asks for `scalar`: `now` where it asks for none, or for a built-in one
/// of particles and lines; but a program without a field yet gets the default one. Reads no other
/// field. Throws as OpenDataset::source() does; the error for an unknown scalar names the built-in ones
/// too.
[[nodiscard]] compute::FieldSource field_of_program(const compute::OpenDataset& dataset,
                                                    const std::optional<std::string>& scalar,
                                                    const compute::FieldSource& now);

}  // namespace farfield::node
