#pragma once

#include "model/fields/fields.h"
#include "model/geometry/point.h"

#include <cstdint>
#include <optional>
#include <string>

/// The call dataset.extrema: docs/protocol.md, section 3.
namespace farfield::model {

struct DatasetExtremaCall {
    std::string dataset = {};
    std::string velocity = {};                         ///< name of the vector, as for dataset.open
    std::optional<std::string> scalar = std::nullopt;  ///< absent: the dataset's first scalar
    std::optional<double> time = std::nullopt;         ///< absent: the dataset's first time
    friend bool operator==(const DatasetExtremaCall&, const DatasetExtremaCall&) = default;

    static void fields(auto& visit)
    {
        visit("dataset", &DatasetExtremaCall::dataset, required);
        visit("velocity", &DatasetExtremaCall::velocity);
        visit("scalar", &DatasetExtremaCall::scalar);
        visit("time", &DatasetExtremaCall::time);
    }
};

/// A value of a scalar at a node.
struct DatasetExtremum {
    double value = 0.0;
    Point at = {};  ///< place of the node in the dataset's coordinates
    friend bool operator==(const DatasetExtremum&, const DatasetExtremum&) = default;

    static void fields(auto& visit)
    {
        visit("value", &DatasetExtremum::value, required);
        visit("at", &DatasetExtremum::at, required);
    }
};

struct DatasetExtrema {
    std::optional<DatasetExtremum> least = std::nullopt;  ///< null: no node is valid
    std::optional<DatasetExtremum> greatest = std::nullopt;
    std::uint64_t valid = 0;  ///< nodes with a value
    friend bool operator==(const DatasetExtrema&, const DatasetExtrema&) = default;

    static void fields(auto& visit)
    {
        visit("least", &DatasetExtrema::least, required, nullable);
        visit("greatest", &DatasetExtrema::greatest, required, nullable);
        visit("valid", &DatasetExtrema::valid, required);
    }
};

}  // namespace farfield::model
