#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/fields/fields.h"

/// The calls dataset.open and terrain.open: docs/protocol.md, section 3.
namespace farfield::model {

struct DatasetOpenCall {
    std::string dataset;
    std::string velocity;             ///< name of the vector to trace; empty: the node chooses
    std::vector<std::string> blocks;  ///< blocks to read, names or numbers from 1; empty: all
    friend bool operator==(const DatasetOpenCall&, const DatasetOpenCall&) = default;

    static void fields(auto& visit)
    {
        visit("dataset", &DatasetOpenCall::dataset, required);
        visit("velocity", &DatasetOpenCall::velocity);
        visit("blocks", &DatasetOpenCall::blocks);
    }
};

enum class OpeningStage : std::uint8_t {
    Reading,
    Building,  ///< builds the search for the cell of a place
    Exploring  ///< finds where it flows, for the suggestions
};
inline constexpr std::array opening_stage_names{"reading", "building", "exploring"};

/// The notification dataset.opening: progress of the node.
struct OpeningProgress {
    std::string dataset;
    std::uint64_t bytes = 0;  ///< size of the files, in a series of the first step's; 0: not known
    std::uint32_t steps = 1;  ///< steps to read before the dataset is open
    std::uint32_t read = 0;   ///< steps that are read
    OpeningStage stage = OpeningStage::Reading;
    std::optional<double> part =
        std::nullopt;              ///< share of the present step that is read, 0 to 1; absent: unknown
    std::uint64_t bytes_read = 0;  ///< bytes read of the present step; 0: not known
    friend bool operator==(const OpeningProgress&, const OpeningProgress&) = default;

    static void fields(auto& visit)
    {
        visit("dataset", &OpeningProgress::dataset, required);
        visit("bytes", &OpeningProgress::bytes);
        visit("steps", &OpeningProgress::steps, always);
        visit("read", &OpeningProgress::read, always);
        visit("stage", &OpeningProgress::stage, always, names(opening_stage_names));
        visit("part", &OpeningProgress::part, from_to(0.0, 1.0));
        visit("bytes_read", &OpeningProgress::bytes_read);
    }
};

struct TerrainOpenCall {
    std::string terrain;
    friend bool operator==(const TerrainOpenCall&, const TerrainOpenCall&) = default;

    static void fields(auto& visit) { visit("terrain", &TerrainOpenCall::terrain, required); }
};

}  // namespace farfield::model
