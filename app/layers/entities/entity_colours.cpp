#include "app/layers/entities/entity_colours.h"

#include <algorithm>
#include <cmath>

#include "model/styles/entity_style.h"

namespace farfield::app {
namespace {

constexpr double seconds_of_ns = 1e-9;

/// Step for rounding a range: half the power of ten below its length.
double rounding_of(double length)
{
    return 0.5 * std::pow(10.0, std::floor(std::log10(length)));
}

}  // namespace

void EntityColours::set(const std::string& by)
{
    has_range_ = false;
    if (by.starts_with(model::entity_value_prefix)) {
        by_ = By::Value;
        value_ = by.substr(model::entity_value_prefix.size());
        legend_ = {.title = value_, .units = {}};
        return;
    }
    by_ = by == "speed" ? By::Speed : by == "age" ? By::Age : by == "height" ? By::Height : By::Force;
    legend_ = {.title = by, .units = by_ == By::Speed ? "m/s" : by_ == By::Age ? "s" : "m"};
}

std::optional<double> EntityColours::number_of(const KnownEntity& entity, std::uint64_t now_ns) const
{
    switch (by_) {
    case By::Speed:
        return entity.speed();
    case By::Age:
        return static_cast<double>(age_ns(entity.arrival_ns, now_ns)) * seconds_of_ns;
    case By::Height:
        return entity.reckoned(now_ns).place.z / units_per_metre_;
    case By::Value: {
        const auto found = entity.values.find(value_);
        return found == entity.values.end() ? std::nullopt : std::optional(found->second);
    }
    case By::Force:
        break;
    }
    return std::nullopt;
}

void EntityColours::prepare(const EntityTable& table, std::uint64_t now_ns, double units_per_metre)
{
    if (by_ == By::Force) return;
    units_per_metre_ = units_per_metre > 0.0 ? units_per_metre : 1.0;
    if (by_ == By::Age) {
        legend_.range = {0.0F,
                         static_cast<float>(static_cast<double>(table.times().stale_ns) * seconds_of_ns)};
        has_range_ = true;
        return;
    }
    std::optional<double> low, high;
    for (const KnownEntity& entity : table.entities()) {
        const auto number = entity.is_placed ? number_of(entity, now_ns) : std::nullopt;
        if (!number || !std::isfinite(*number)) continue;
        low = std::min(low.value_or(*number), *number);
        high = std::max(high.value_or(*number), *number);
    }
    has_range_ = low.has_value();
    if (!has_range_) return;
    const double length = *high > *low ? *high - *low : std::max(1.0, std::abs(*high));
    const double step = rounding_of(length);
    const double from = std::floor(*low / step) * step;
    legend_.range = {static_cast<float>(from),
                     static_cast<float>(std::max(std::ceil(*high / step) * step, from + step))};
}

std::uint8_t EntityColours::entry_of(const KnownEntity& entity, std::uint64_t now_ns) const
{
    if (by_ == By::Force || !has_range_) return 0;
    const auto number = number_of(entity, now_ns);
    if (!number || !std::isfinite(*number)) return 0;
    const auto [low, high] = legend_.range;
    constexpr double last = 254.0;
    const double part = (*number - double{low}) / (double{high} - double{low});
    return static_cast<std::uint8_t>(1.0 + std::round(last * std::clamp(part, 0.0, 1.0)));
}

const render::Legend* EntityColours::legend() const
{
    return by_ == By::Force || !has_range_ ? nullptr : &legend_;
}

}  // namespace farfield::app
