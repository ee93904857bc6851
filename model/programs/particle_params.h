#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/fields/fields.h"
#include "model/rakes/rake_json.h"

namespace farfield::model {

inline constexpr std::uint32_t max_steps_per_frame = 1000;

/// The start of a program in an unsteady dataset's time, and whether it begins again at the dataset's end.
struct ProgramTime {
    double start = 0.0;
    bool loop = true;
    friend bool operator==(const ProgramTime&, const ProgramTime&) = default;

    static void fields(auto& visit)
    {
        visit("start", &ProgramTime::start);
        visit("loop", &ProgramTime::loop);
    }
};

/// Settings of the program `particles`: docs/protocol.md, section 5.
struct ParticleParams {
    std::vector<Rake> rakes = {};
    std::optional<double> step = std::nullopt;  ///< absent: as the dataset suggests
    std::uint32_t steps_per_frame = 1;
    std::uint32_t max_age_frames = default_max_age_frames;
    std::optional<std::string> scalar = std::nullopt;  ///< absent: the dataset's first scalar
    bool developed = false;
    ProgramTime time = {};
    friend bool operator==(const ParticleParams&, const ParticleParams&) = default;

    static void fields(auto& visit)
    {
        visit("rakes", &ParticleParams::rakes, required, at_least_one("rake"), check_rakes);
        visit("step", &ParticleParams::step, not_zero);
        visit("steps_per_frame", &ParticleParams::steps_per_frame, from_to(1, max_steps_per_frame));
        visit("max_age_frames", &ParticleParams::max_age_frames, from_to(1, max_max_age_frames));
        visit("scalar", &ParticleParams::scalar);
        visit("developed", &ParticleParams::developed);
        visit("time", &ParticleParams::time);
    }
};

}  // namespace farfield::model
