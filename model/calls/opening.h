#pragma once

#include <string>

#include "model/fields/fields.h"

/// The calls dataset.open and terrain.open: docs/protocol.md, section 3.
namespace farfield::model {

struct DatasetOpenCall {
    std::string dataset;
    std::string velocity;  ///< the vector to trace, by name; empty: as the node chooses
    friend bool operator==(const DatasetOpenCall&, const DatasetOpenCall&) = default;

    static void fields(auto& visit)
    {
        visit("dataset", &DatasetOpenCall::dataset, required);
        visit("velocity", &DatasetOpenCall::velocity);
    }
};

struct TerrainOpenCall {
    std::string terrain;
    friend bool operator==(const TerrainOpenCall&, const TerrainOpenCall&) = default;

    static void fields(auto& visit) { visit("terrain", &TerrainOpenCall::terrain, required); }
};

}  // namespace farfield::model
