#include "app/layers/entities/entity_trails.h"

#include <algorithm>

namespace farfield::app {

render::EntityForce force_of(std::uint8_t force) noexcept
{
    constexpr std::array forces{render::EntityForce::Friendly, render::EntityForce::Opposing,
                                render::EntityForce::Neutral};
    return force == 0 ? render::EntityForce::Other : forces.at((force - 1U) % forces.size());
}

void EntityTrails::set_seconds(double seconds)
{
    constexpr double ns_per_second = 1e9;
    const auto interval = static_cast<std::uint64_t>(seconds * ns_per_second / static_cast<double>(points));
    if (interval == interval_ns_) return;
    interval_ns_ = interval;
    clear();
}

void EntityTrails::clear()
{
    trails_.clear();
    taken_ns_ = 0;
}

bool EntityTrails::take(const EntityTable& table, std::uint64_t now_ns)
{
    if (interval_ns_ == 0 || now_ns < taken_ns_ + interval_ns_) return false;
    taken_ns_ = now_ns;
    ++samples_;
    for (const KnownEntity& entity : table.entities()) {
        const std::uint64_t key = entity.state.id.key();
        const bool has_room = (trails_.size() + 1) * points <= most_points;
        if (!entity.is_placed || (!has_room && !trails_.contains(key))) continue;
        Trail& trail = trails_[key];
        trail.places.at(trail.next) = glm::vec3(entity.reckoned(now_ns).place);
        trail.next = (trail.next + 1) % points;
        trail.count = std::min(trail.count + 1, points);
        trail.seen = samples_;
        trail.force = entity.state.force;
    }
    std::erase_if(trails_, [this](const auto& trail) { return trail.second.seen != samples_; });
    return true;
}

void EntityTrails::write(std::vector<render::TrailSegment>& segments) const
{
    constexpr float freshest = 65'535.0F;
    segments.clear();
    for (const auto& [key, trail] : trails_) {
        const auto at = [&ring = trail](std::size_t back) {
            return ring.places.at((ring.next + 2 * points - 1 - back) % points);
        };
        for (std::size_t back = 1; back < trail.count; ++back) {
            if (at(back) == at(back - 1)) continue;
            const float age = static_cast<float>(back) / static_cast<float>(points);
            render::TrailSegment& segment = segments.emplace_back();
            segment.from = at(back);
            segment.to = at(back - 1);
            segment.freshness = static_cast<std::uint16_t>(freshest * (1.0F - age));
            segment.force = force_of(trail.force);
        }
    }
}

}  // namespace farfield::app
