#pragma once

#include "model/fields/fields.h"
#include "model/geometry/point.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The calls dataset.histogram and dataset.sample: docs/protocol.md, section 3.
namespace farfield::model {

inline constexpr std::uint64_t max_histogram_bins = 4096;
inline constexpr std::uint64_t max_sampled_places = 10'000;  ///< in one call

struct DatasetHistogramCall {
    std::string dataset = {};
    std::string velocity = {};                         ///< name of the vector, as for dataset.open
    std::optional<std::string> scalar = std::nullopt;  ///< absent: the dataset's first scalar
    std::uint32_t bins = 256;
    std::optional<double> time = std::nullopt;  ///< absent: the dataset's first time
    friend bool operator==(const DatasetHistogramCall&, const DatasetHistogramCall&) = default;

    static void fields(auto& visit)
    {
        visit("dataset", &DatasetHistogramCall::dataset, required);
        visit("velocity", &DatasetHistogramCall::velocity);
        visit("scalar", &DatasetHistogramCall::scalar);
        visit("bins", &DatasetHistogramCall::bins, at_least(1),
              at_most("max_histogram_bins", max_histogram_bins));
        visit("time", &DatasetHistogramCall::time);
    }
};

struct DatasetHistogram {
    std::optional<std::array<double, 2>> range = std::nullopt;  ///< absent: no node is valid
    std::vector<std::uint64_t> counts = {};                     ///< [bins] valid nodes in each bin
    std::uint64_t invalid = 0;                                  ///< nodes without a value
    std::vector<double> quantiles = {};  ///< 2, 5, 25, 50, 75, 95 and 98 %; empty without a range
    friend bool operator==(const DatasetHistogram&, const DatasetHistogram&) = default;

    static void fields(auto& visit)
    {
        visit("range", &DatasetHistogram::range);
        visit("counts", &DatasetHistogram::counts, required);
        visit("invalid", &DatasetHistogram::invalid, always);
        visit("quantiles", &DatasetHistogram::quantiles, always);
    }
};

struct DatasetSampleCall {
    std::string dataset = {};
    std::string velocity = {};
    std::optional<std::string> scalar = std::nullopt;
    std::vector<Point> at = {};  ///< places in the dataset's coordinates
    std::optional<double> time = std::nullopt;
    friend bool operator==(const DatasetSampleCall&, const DatasetSampleCall&) = default;

    static void fields(auto& visit)
    {
        visit("dataset", &DatasetSampleCall::dataset, required);
        visit("velocity", &DatasetSampleCall::velocity);
        visit("scalar", &DatasetSampleCall::scalar);
        visit("at", &DatasetSampleCall::at, required, at_least_one("place"),
              at_most("max_sampled_places", max_sampled_places));
        visit("time", &DatasetSampleCall::time);
    }
};

/// The values of a sample, or the reasons for their absence: one of each for each place of the call.
struct DatasetSamples {
    std::vector<std::optional<double>> values = {};    ///< null where there is no value
    std::vector<std::optional<std::string>> why = {};  ///< `outside`, `blanked` or `invalid`; null: a value
    friend bool operator==(const DatasetSamples&, const DatasetSamples&) = default;

    static void fields(auto& visit)
    {
        visit("values", &DatasetSamples::values, required);
        visit("why", &DatasetSamples::why, required);
    }
};

}  // namespace farfield::model
