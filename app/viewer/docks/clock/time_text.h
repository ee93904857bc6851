#pragma once

#include <QString>
#include <optional>

#include "model/data/dataset_info.h"

namespace farfield::app {

/// "2023-11-14 22:13 UTC", with seconds and tenths where they are not 0. seconds: since 1970.
[[nodiscard]] QString utc_text(double seconds);

/// When a time of a dataset is, in seconds since 1970: between two steps with dates of their own in
/// proportion. None where the file has no date then.
[[nodiscard]] std::optional<double> utc_at(const model::DatasetInfo& dataset, double seconds);

/// The date of a time of a dataset, by the calendar that it has: "2000-02-30 00:00 UTC" of 360_day. None
/// where the file has no date then.
[[nodiscard]] std::optional<QString> date_text(const model::DatasetInfo& dataset, double seconds);

/// A time of a dataset: its date where the file has one, else as it counts, "12.5 s".
[[nodiscard]] QString time_text(const model::DatasetInfo& dataset, double seconds);

}  // namespace farfield::app
