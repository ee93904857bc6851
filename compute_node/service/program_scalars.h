#pragma once

#include "compute_node/fields/field_source.h"
#include "compute_node/service/open_datasets.h"
#include "net/control_messages.h"

#include <memory>
#include <optional>
#include <string>

/// Scalars that particles and lines have by themselves, whatever their field holds.
namespace farfield::compute {

/// The time since release, from 0 to `oldest` where that is known.
[[nodiscard]] net::ScalarInfo age_scalar(const Field& field, std::optional<double> oldest = std::nullopt);
/// Whether a scalar's name means that, and no array of the dataset.
[[nodiscard]] bool names_age(const std::string& name, const DatasetInfo& dataset);

/// As OpenDataset::source(); the error of a scalar that there is not names also those that programs have.
[[nodiscard]] FieldSource source_of_program(const OpenDataset& dataset, const std::string& scalar,
                                            std::shared_ptr<SliceWindow> window);

}  // namespace farfield::compute
