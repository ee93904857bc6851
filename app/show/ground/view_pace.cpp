#include "app/show/ground/view_pace.h"

#include <algorithm>
#include <cmath>

namespace farfield::app {
namespace {

constexpr double newest_weight = 0.3;
constexpr double least_scale = 0.125;  // of a side: a smaller view is too coarse
constexpr double scale_step = 0.125;   // coarse, since sides that change at every view would flicker

void smooth(std::optional<double>& value, double newest)
{
    value = value ? std::lerp(*value, newest, newest_weight) : newest;
}

}  // namespace

void ViewPace::took(double seconds, std::uint64_t pixels)
{
    if (!(seconds > 0.0) || pixels == 0) return;
    smooth(seconds_, seconds);
    smooth(seconds_per_pixel_, seconds / static_cast<double>(pixels));
}

std::array<std::uint32_t, 2> ViewPace::size_for(std::array<std::uint32_t, 2> picture,
                                                double views_per_second) const
{
    if (!seconds_per_pixel_ || !(views_per_second > 0.0)) return picture;
    const double all = static_cast<double>(picture[0]) * picture[1];
    const double affordable = 1.0 / views_per_second / *seconds_per_pixel_;
    const double exact = std::sqrt(affordable / std::max(all, 1.0));
    const double scale = std::clamp(std::floor(exact / scale_step) * scale_step, least_scale, 1.0);
    const auto side = [scale](std::uint32_t pixels) {
        return std::max(1U, static_cast<std::uint32_t>(std::lround(scale * pixels)));
    };
    return {side(picture[0]), side(picture[1])};
}

std::optional<double> ViewPace::views_per_second() const
{
    if (!seconds_) return std::nullopt;
    return 1.0 / *seconds_;
}

}  // namespace farfield::app
