#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/fields/fields.h"

/// The calls dataset.open and terrain.open: docs/protocol.md, section 3.
namespace farfield::model {

struct DatasetOpenCall {
    std::string dataset;
    std::string velocity;             ///< the vector to trace, by name; empty: as the node chooses
    std::vector<std::string> blocks;  ///< names, or numbers from 1, of those to read; empty: all
    friend bool operator==(const DatasetOpenCall&, const DatasetOpenCall&) = default;

    static void fields(auto& visit)
    {
        visit("dataset", &DatasetOpenCall::dataset, required);
        visit("velocity", &DatasetOpenCall::velocity);
        visit("blocks", &DatasetOpenCall::blocks);
    }
};

/// The notification dataset.opening: how far the node is.
struct OpeningProgress {
    std::string dataset;
    std::uint64_t bytes = 0;  ///< of its files, of a series those of the first step; 0: not known
    std::uint32_t steps = 1;  ///< that are read before it is open
    std::uint32_t read = 0;   ///< of them
    friend bool operator==(const OpeningProgress&, const OpeningProgress&) = default;

    static void fields(auto& visit)
    {
        visit("dataset", &OpeningProgress::dataset, required);
        visit("bytes", &OpeningProgress::bytes);
        visit("steps", &OpeningProgress::steps, always);
        visit("read", &OpeningProgress::read, always);
    }
};

struct TerrainOpenCall {
    std::string terrain;
    friend bool operator==(const TerrainOpenCall&, const TerrainOpenCall&) = default;

    static void fields(auto& visit) { visit("terrain", &TerrainOpenCall::terrain, required); }
};

}  // namespace farfield::model
