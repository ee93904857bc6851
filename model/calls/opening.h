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

enum class OpeningStage : std::uint8_t {
    Reading,
    Building,  ///< what finds the cells of a place
    Exploring  ///< where it flows, for what is suggested
};
inline constexpr std::array opening_stage_names{"reading", "building", "exploring"};

/// The notification dataset.opening: how far the node is.
struct OpeningProgress {
    std::string dataset;
    std::uint64_t bytes = 0;  ///< of its files, of a series those of the first step; 0: not known
    std::uint32_t steps = 1;  ///< that are read before it is open
    std::uint32_t read = 0;   ///< of them
    OpeningStage stage = OpeningStage::Reading;
    std::optional<double> part =
        std::nullopt;              ///< of the step that is being read, 0 to 1; nothing: not known
    std::uint64_t bytes_read = 0;  ///< of that step; 0: not known
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
