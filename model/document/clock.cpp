#include "model/document/clock.h"

#include <algorithm>
#include <cmath>

namespace farfield::model {

namespace {

constexpr std::uint64_t frames_of_play = 300;
constexpr double max_rate_of_window = 60.0;
constexpr double ns_per_second = 1e9;

double modulo(double time, double period)
{
    const double rest = std::fmod(time, period);
    return rest < 0.0 ? rest + period : rest;
}

double within(const Clock& clock, double time, const TimeSpan& span)
{
    if (!span) return time;
    const auto [first, last] = *span;
    if (clock.loop && last > first) return first + modulo(time - first, last - first);
    return std::clamp(time, first, std::max(first, last));
}

}  // namespace

std::optional<double> data_time(const Clock& clock, std::uint64_t tick, const TimeSpan& span)
{
    if (!clock.step) return std::nullopt;
    return within(clock, clock.start + static_cast<double>(tick) * *clock.step, span);
}

double clock_seconds(const Clock& clock, std::uint64_t tick, const TimeSpan& span)
{
    if (const auto time = data_time(clock, tick, span)) return *time;
    return within(clock, clock.start + document_seconds(clock, tick), span);
}

std::uint64_t ns_of_seconds(double seconds) noexcept
{
    return seconds > 0.0 ? static_cast<std::uint64_t>(std::llround(seconds * ns_per_second)) : 0;
}

std::uint64_t utc_ns(std::uint64_t origin_ns, double seconds) noexcept
{
    if (seconds >= 0.0) return origin_ns + ns_of_seconds(seconds);
    return origin_ns - std::min(origin_ns, ns_of_seconds(-seconds));
}

double document_seconds(const Clock& clock, std::uint64_t tick) noexcept
{
    return static_cast<double>(tick) / clock.frames_per_second;
}

Pace pace_of(const Clock& clock, Use use) noexcept
{
    const bool window = use == Use::Window;
    const double rate = window                     ? max_rate_of_window
                        : use == Use::PlayInWindow ? clock.frames_per_second
                                                   : 0.0;
    return {.policy = clock.policy.value_or(window ? FramePolicy::Latest : FramePolicy::Every),
            .max_rate = clock.max_rate.value_or(rate),
            .frames = window ? clock.frames : clock.frames.value_or(frames_of_play)};
}

void take_time(ParticleParams& params, const Clock& clock)
{
    if (!clock.step) return;
    params.time = {.start = clock.start, .loop = clock.loop};
    params.step = *clock.step / params.steps_per_frame;
}

void take_live_time(ParticleParams& params, const Clock& clock, double start, const TimeSpan& span)
{
    take_time(params, clock);
    params.time = {.start = span ? std::clamp(start, (*span)[0], std::max((*span)[0], (*span)[1])) : start,
                   .loop = false};
}

void take_times(LineParams& params, const Clock& clock, const TimeSpan& span)
{
    take_time(params, clock, 0, span);
    params.time_step = clock.step.value_or(params.time_step);
}

void take_time(LineParams& params, const Clock& clock, std::uint64_t tick, const TimeSpan& span)
{
    const auto time = data_time(clock, tick, span);
    if (!time) return;
    params.time = time;
    params.time_step = 0.0;
}

}  // namespace farfield::model
