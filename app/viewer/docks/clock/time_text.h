#pragma once

#include <QString>
#include <optional>

#include "model/data/dataset_info.h"

namespace farfield::app {

/// Text of a time in seconds since 1970: "2023-11-14 22:13 UTC", with seconds and tenths unless they are 0.
[[nodiscard]] QString utc_text(double seconds);

/// UTC of a dataset's time, in seconds since 1970; between two steps with dates of their own,
/// interpolated. nullopt where the file has no date for it.
[[nodiscard]] std::optional<double> utc_at(const model::DatasetInfo& dataset, double seconds);

/// Date of a dataset's time, by the dataset's calendar: "2000-02-30 00:00 UTC" with 360_day. nullopt
/// where the file has no date for it.
[[nodiscard]] std::optional<QString> date_text(const model::DatasetInfo& dataset, double seconds);

/// Text of a dataset's time: the date where the file has one, else the number, "12.5 s".
[[nodiscard]] QString time_text(const model::DatasetInfo& dataset, double seconds);

}  // namespace farfield::app
