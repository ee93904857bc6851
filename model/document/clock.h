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

inline constexpr std::uint64_t most_frames = 10'000'000;  ///< what a report can hold
inline constexpr double most_utc_seconds = 9.2e9;         ///< since 1970: in the year 2261; in ns 63 bits
inline constexpr double most_delay_seconds = 60.0;

/// The one time of all layers. Tick n is at the data time start + n step, and at n / frames_per_second
/// seconds of the document.
struct Clock {
    double start = 0.0;
    std::optional<double> step = std::nullopt;  ///< absent: the times in the parameters of layers hold
    bool loop = true;                           ///< from the end of unsteady data on to its start
    std::optional<std::uint64_t> frames = std::nullopt;
    double frames_per_second = 30.0;
    std::optional<double> max_rate = std::nullopt;  ///< ticks a second; 0: as fast as it goes
    std::optional<FramePolicy> policy = std::nullopt;
    bool playing = true;
    std::optional<double> origin = std::nullopt;  ///< s since 1970 (UTC) of the data time 0
    bool live = false;                            ///< the data time is that of now, but for the delay
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

/// First and last time of unsteady data.
using TimeSpan = std::optional<std::array<double, 2>>;

/// The data time of a tick: with `loop` modulo the span, else held at its ends; without a span neither.
/// Nothing where the clock has no step.
[[nodiscard]] std::optional<double> data_time(const Clock& clock, std::uint64_t tick, const TimeSpan& span);
/// The time of a tick for what has times of its own on the Earth, in seconds: data_time(), or without a step
/// as many seconds after the start as the tick is after the first.
[[nodiscard]] double clock_seconds(const Clock& clock, std::uint64_t tick, const TimeSpan& span);
/// UTC of a data time, ns since 1970; nothing comes before that.
[[nodiscard]] std::uint64_t utc_ns(std::uint64_t origin_ns, double seconds) noexcept;
/// Seconds since 1970 in whole ns.
[[nodiscard]] std::uint64_t ns_of_seconds(double seconds) noexcept;
/// The time of a tick for camera keys.
[[nodiscard]] double document_seconds(const Clock& clock, std::uint64_t tick) noexcept;

/// What shows a document.
enum class Use {
    Window,        ///< the viewer
    PlayInWindow,  ///< a script's playback, in a window
    Headless,      ///< a playback without a window, or a recording
};
/// The settings that hold where the clock leaves them open.
struct Pace {
    FramePolicy policy = FramePolicy::Every;
    double max_rate = 0.0;                ///< ticks a second; 0: as fast as it goes
    std::optional<std::uint64_t> frames;  ///< nothing: no end
    friend bool operator==(const Pace&, const Pace&) = default;
};
[[nodiscard]] Pace pace_of(const Clock& clock, Use use) noexcept;

/// Takes the time of particles from the clock; nothing changes where that has no step.
void take_time(ParticleParams& params, const Clock& clock);
/// The same of a live clock. start: the data time of the first frame. They do not begin again at the end of
/// unsteady data.
void take_live_time(ParticleParams& params, const Clock& clock, double start, const TimeSpan& span);
/// The same of lines, of which every result is one step later than the one before: play and record.
void take_times(LineParams& params, const Clock& clock, const TimeSpan& span);
/// The same of lines at one tick: the window.
void take_time(LineParams& params, const Clock& clock, std::uint64_t tick, const TimeSpan& span);

}  // namespace farfield::model
