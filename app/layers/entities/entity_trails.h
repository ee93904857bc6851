#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "app/layers/entities/entity_table.h"
#include "render/layers/entities/entity_drawing.h"

namespace farfield::app {

/// Maps a DIS force to its side. Sides have three forces each: 1, 4, 7 ... are friendly, and so on.
/// Source: SISO-REF-010, Force ID.
[[nodiscard]] render::EntityForce force_of(std::uint8_t force) noexcept;

/// Trails of entities: their places at evenly spaced times. Threads: one.
class EntityTrails {
public:
    static constexpr std::size_t points = 48;              ///< of one trail
    static constexpr std::size_t most_points = 4'000'000;  ///< of all trails; further entities have none

    /// Sets the length in time; 0: no trails. A new length begins anew.
    void set_seconds(double seconds);
    /// Adds a point to each trail, once the interval has passed. True where a trail changed.
    bool take(const EntityTable& table, std::uint64_t now_ns);
    void clear();
    void write(std::vector<render::TrailSegment>& segments) const;

private:
    struct Trail {
        std::array<glm::vec3, points> places{};
        std::size_t next = 0, count = 0;
        std::uint64_t seen = 0;  ///< number of the sample that gave its last point
        std::uint8_t force = 0;
    };

    std::uint64_t interval_ns_ = 0;  ///< between points; 0: no trails
    std::uint64_t taken_ns_ = 0, samples_ = 0;
    std::unordered_map<std::uint64_t, Trail> trails_;  ///< by EntityId::key()
};

}  // namespace farfield::app
