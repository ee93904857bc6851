#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "model/fields/fields.h"
#include "model/programs/line_params.h"
#include "model/programs/particle_params.h"

namespace farfield::model {

enum class FramePolicy { Every, Latest };
inline constexpr std::array frame_policy_names{"every", "latest"};

inline constexpr std::uint64_t most_frames = 10'000'000;  ///< the largest number that a report can hold
inline constexpr double most_utc_seconds = 9.2e9;         ///< since 1970: in the year 2261; ns fit 63 bits
inline constexpr double most_delay_seconds = 60.0;

/// The common time of all layers. Tick n has the data time start + n step, and the document time
/// n / frames_per_second seconds.
struct Clock {
    double start = 0.0;
    std::optional<double> step = std::nullopt;  ///< absent: the times in the layers' parameters hold
    bool loop = true;                           ///< true: unsteady data begin again after their end
    std::optional<std::uint64_t> frames = std::nullopt;
    double frames_per_second = 30.0;
    std::optional<double> max_rate = std::nullopt;  ///< ticks a second; 0: as fast as possible
    std::optional<FramePolicy> policy = std::nullopt;
    bool playing = true;
    std::optional<double> origin = std::nullopt;  ///< UTC of data time 0, s since 1970
    bool live = false;                            ///< the data time is the present minus `delay`
    double delay = 0.05;                          ///< s
    friend bool operator==(const Clock&, const Clock&) = default;

    static void fields(auto& visit)
    {
        visit("start", &Clock::start);
        visit("step", &Clock::step, not_zero);
        visit("loop", &Clock::loop);
        visit("frames", &Clock::frames, from_to(1, most_frames));
        visit("frames_per_second", &Clock::frames_per_second, from_to(0.001, 10'000.0));
        visit("max_rate", &Clock::max_rate, from_to(0.0, 1e6));
        visit("policy", &Clock::policy, names(frame_policy_names));
        visit("playing", &Clock::playing);
        visit("origin", &Clock::origin, from_to(0.0, most_utc_seconds));
        visit("live", &Clock::live);
        visit("delay", &Clock::delay, from_to(0.0, most_delay_seconds));
    }
};

/// First and last time of unsteady data; nullopt for steady data.
using TimeSpan = std::optional<std::array<double, 2>>;

/// The data time of a tick: wrapped into the span with `loop`, else clamped to it; unchanged without a span.
/// Returns nullopt when the clock has no step.
[[nodiscard]] std::optional<double> data_time(const Clock& clock, std::uint64_t tick, const TimeSpan& span);
/// The time in seconds of a tick for data with times of its own (entities): data_time(), or without a step
/// the clock's start plus document_seconds(), wrapped or clamped likewise.
[[nodiscard]] double clock_seconds(const Clock& clock, std::uint64_t tick, const TimeSpan& span);
/// UTC of a data time, ns since 1970; times before 1970 give 0.
[[nodiscard]] std::uint64_t utc_ns(std::uint64_t origin_ns, double seconds) noexcept;
/// Seconds since 1970 as whole ns; 0 for negative ones.
[[nodiscard]] std::uint64_t ns_of_seconds(double seconds) noexcept;
/// The document's time of a tick in seconds, by which camera keys are timed.
[[nodiscard]] double document_seconds(const Clock& clock, std::uint64_t tick) noexcept;

/// A program that shows a document; it decides the pace that the clock leaves open.
enum class Use {
    Window,        ///< the viewer
    PlayInWindow,  ///< a script's playback, in a window
    Headless,      ///< a playback without a window, or a recording
};
/// The pace of a document's playback: the clock's settings, or a default for each that the clock lacks.
struct Pace {
    FramePolicy policy = FramePolicy::Every;
    double max_rate = 0.0;                ///< ticks a second; 0: as fast as possible
    std::optional<std::uint64_t> frames;  ///< nullopt: no end
    friend bool operator==(const Pace&, const Pace&) = default;
};
[[nodiscard]] Pace pace_of(const Clock& clock, Use use) noexcept;

/// Takes the start, loop and step of particles from the clock; no change when the clock has no step.
void take_time(ParticleParams& params, const Clock& clock);
/// Takes the time of particles from a live clock. start: the data time of the first frame. Particles do not
/// begin again at the end of unsteady data.
void take_live_time(ParticleParams& params, const Clock& clock, double start, const TimeSpan& span);
/// Takes the times of lines, each result one step later than the one before, for play and record.
void take_times(LineParams& params, const Clock& clock, const TimeSpan& span);
/// Takes the time of lines at one tick, for the window.
void take_time(LineParams& params, const Clock& clock, std::uint64_t tick, const TimeSpan& span);

}  // namespace farfield::model
