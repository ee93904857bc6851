#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/data/dataset_info.h"
#include "model/fields/fields.h"

namespace farfield::model {

/// Answer to program.start and program.update: docs/protocol.md, section 5. Members that stand for another
/// program are there too, as they begin here.
struct ProgramAnswer {
    std::uint32_t stream = 0;          ///< its number; the session's to fill in
    std::uint32_t particles = 0;       ///< of `particles`
    std::uint32_t lines = 0;           ///< of an answer of `lines`
    std::uint32_t parts = 0;           ///< of an answer of `lines`; 0: another program's
    std::uint64_t frame_bytes = 0;     ///< of `lines`: at most; the session's to fill in
    std::vector<std::uint32_t> seeds;  ///< [rakes]: how many each has; empty where the node does not say
    std::uint32_t seeds_outside = 0;
    bool developed = false;
    ScalarInfo scalar;
    // Of an answer of `isosurface` with an integer `level`.
    std::optional<std::uint32_t> level = std::nullopt;
    std::optional<std::uint64_t> vertices = std::nullopt, elements = std::nullopt;
    friend bool operator==(const ProgramAnswer&, const ProgramAnswer&) = default;

    static void fields(auto& visit)
    {
        visit("stream", &ProgramAnswer::stream, always);
        visit("particles", &ProgramAnswer::particles, required);
        visit("lines", &ProgramAnswer::lines);
        visit("parts", &ProgramAnswer::parts, at_least(1));
        visit("frame_bytes", &ProgramAnswer::frame_bytes, required);
        visit("seeds", &ProgramAnswer::seeds);
        visit("seeds_outside", &ProgramAnswer::seeds_outside, always);
        visit("developed", &ProgramAnswer::developed, always);
        visit("scalar", &ProgramAnswer::scalar, required);
        visit("level", &ProgramAnswer::level);
        visit("vertices", &ProgramAnswer::vertices);
        visit("elements", &ProgramAnswer::elements);
    }
};

}  // namespace farfield::model
