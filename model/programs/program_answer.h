#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/data/dataset_info.h"
#include "model/fields/fields.h"

namespace farfield::model {

/// Answer to program.start and program.update: docs/protocol.md, section 5. It has the members of every
/// program, with default values if they do not belong to the one that answers.
struct ProgramAnswer {
    std::uint32_t stream = 0;          ///< number of the stream; set by the session
    std::uint32_t particles = 0;       ///< of `particles`: number of particles
    std::uint32_t lines = 0;           ///< of `lines`: number of lines in an answer
    std::uint32_t parts = 0;           ///< of `lines`: parts of an answer; 0: another program
    std::uint64_t frame_bytes = 0;     ///< of `lines`: most bytes of a frame; set by the session
    std::vector<std::uint32_t> seeds;  ///< [rakes] seeds of each rake; empty: the node does not say
    std::uint32_t seeds_outside = 0;
    bool developed = false;
    ScalarInfo scalar;
    // The members below belong to answers of `isosurface` with an integer `level`.
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
