#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <glm/vec2.hpp>

#include "app/layers/entities/known_entity.h"
#include "app/layers/entities/recorded_choice.h"
#include "app/show/placement.h"
#include "relay/core/bundle_reader.h"
#include "relay/dis/events.h"

namespace farfield::app {

/// Time for which an event is drawn in the scene.
inline constexpr std::uint64_t event_shown_ns = 2'000'000'000;

/// A Fire, a Detonation or a Collision that arrived.
struct SeenEvent {
    std::uint64_t number = 0;  ///< from 1, in order of arrival
    net::dis::EntityEvent event;
    std::uint64_t arrival_ns = 0;  ///< at the relay, on its clock
    bool is_old = false;           ///< it came long after it happened: listed, but not drawn
    std::optional<glm::dvec3> from_earth, to_earth;  ///< geocentric, as of its arrival
    std::optional<glm::dvec3> from, to;  ///< the same in the scene; nullopt: unknown, or outside of it

    /// Place in the scene: of the shooter for a Fire, else of the hit; if that is unknown, of the other end.
    [[nodiscard]] std::optional<glm::dvec3> place() const;
    /// The same place, geocentric, in metres.
    [[nodiscard]] std::optional<glm::dvec3> earth_place() const;
};

/// The last `most` events, oldest first. Threads: one.
class EntityEvents {
public:
    static constexpr std::size_t most = 500;

    /// shooter, target: geocentric places, where they are known.
    void add(const net::dis::EntityEvent& event, std::uint64_t arrival_ns, bool is_old,
             std::optional<glm::dvec3> shooter, std::optional<glm::dvec3> target, const PlaceOf& place_of);
    void place_by(const PlaceOf& place_of);
    /// Removes all events; numbers go on.
    void clear() { all_.clear(); }

    [[nodiscard]] const std::deque<SeenEvent>& all() const noexcept { return all_; }
    /// Number of the last event; 0: none came.
    [[nodiscard]] std::uint64_t last() const noexcept { return last_; }

private:
    std::deque<SeenEvent> all_;
    std::uint64_t last_ = 0;
};

/// Ages of the last `most` messages, and their rate per second. Allocates nothing. Threads: one.
class RecentAges {
public:
    static constexpr std::size_t most = 2048;

    void add(double age_ms, std::uint64_t now_ns);
    /// Age that this part, 0 to 1, of the last messages does not exceed; 0 before the first.
    [[nodiscard]] double percentile(double part) const;
    /// Messages in the last whole second.
    [[nodiscard]] double per_second(std::uint64_t now_ns) const;

private:
    std::array<float, most> ages_ms_{};
    std::size_t next_ = 0, count_ = 0;
    std::uint64_t second_ = 0;  ///< number of the second counted by in_second_
    std::uint64_t in_second_ = 0, in_last_second_ = 0;
};

/// Figures about received entities and messages, for display.
struct EntityFigures {
    std::size_t entities = 0;
    double updates_per_second = 0.0;
    std::uint64_t messages = 0;
    std::uint64_t lost = 0;       ///< messages that the relay sent and that did not arrive
    std::uint64_t conflated = 0;  ///< received messages that replaced older states of their entities
    std::uint64_t dropped = 0;    ///< messages left out by the relay under congestion
    double age_p50_ms = 0.0, age_p95_ms = 0.0;  ///< from arrival at the relay to reception
    double ahead_seconds = 0.0;  ///< lead of the newest arrivals over reception, where clocks differ; else 0
    std::uint8_t level = 0;      ///< level of congestion
    model::CongestionReason reason = model::CongestionReason::None;
};

/// The newest state of every entity that a relay reports. Threads: one. Times are on the relay's clock.
class EntityTable {
public:
    /// Takes the payload of an EntityBundle message, received at came_ns. Throws std::runtime_error where
    /// it is malformed.
    void take(std::span<const std::byte> payload, std::uint64_t now_ns, std::uint64_t came_ns);
    /// Takes a payload at the moment of its reception.
    void take(std::span<const std::byte> payload, std::uint64_t now_ns) { take(payload, now_ns, now_ns); }
    /// Replaces all entities and events by the records of a moment's state. Figures stay, and messages
    /// between that moment and the next bundle do not count as lost.
    void begin_with(std::span<const net::relay::Record> records);
    /// Takes only chosen messages from now on, and removes an entity that stops matching; nullopt: takes all.
    void choose(std::optional<RecordedChoice> choice) { choice_ = std::move(choice); }
    /// Removes entities of an earlier stream that the present one has not mentioned, once they were silent
    /// for twice the time after which they are stale: they left between the streams. All other departures are
    /// reported by the stream itself.
    void remove_silent(std::uint64_t now_ns);
    /// Removes entities silent for longer than the relay keeps any. For a recording, from which the report of
    /// their departure may be missing.
    void forget_silent(std::uint64_t now_ns);
    /// Sets the times after which entities are stale, for present and future ones.
    void set_times(const model::EntityTimes& times);
    [[nodiscard]] const model::EntityTimes& times() const noexcept { return times_; }
    /// Sets the placement in the scene, for present and future entities; empty: no places.
    void place_by(PlaceOf place_of);
    /// Sets the ground for entities without height and, where `clamps`, for those on land or on the sea.
    using GroundAt = std::function<std::optional<double>(glm::dvec2 place)>;
    void stand_on(GroundAt ground, bool clamps);
    /// True when a known entity has no height.
    [[nodiscard]] bool has_any_without_height() const noexcept { return has_any_without_height_; }

    /// Known entities, in no order; a removal moves the last into the gap.
    [[nodiscard]] const std::vector<KnownEntity>& entities() const noexcept { return entities_; }
    /// Finds an entity; null: it is not known.
    [[nodiscard]] const KnownEntity* find(const net::dis::EntityId& id) const;
    /// Number that changes with each state received, and each entity that comes or leaves.
    [[nodiscard]] std::uint64_t version() const noexcept { return version_; }
    [[nodiscard]] bool has_begun() const noexcept { return has_begun_; }  ///< a bundle has arrived
    [[nodiscard]] const EntityEvents& events() const noexcept { return events_; }
    [[nodiscard]] EntityFigures figures(std::uint64_t now_ns) const;

private:
    /// Name and values of an entity, sent beside its state.
    struct Beside {
        std::string name;
        std::map<std::string, double, std::less<>> values;
    };

    void take_record(const net::relay::Record& record, std::uint64_t now_ns);
    void take_beside(const net::relay::Record& record);
    void take_pdu(const net::dis::Pdu& pdu, const net::relay::Record& record, std::uint64_t now_ns);
    [[nodiscard]] bool is_chosen(const net::dis::Pdu& pdu, const net::relay::Record& record);
    void take_state(const net::dis::Pdu& pdu, const net::relay::Record& record, std::uint64_t now_ns);
    void take_event(const net::dis::Pdu& pdu, const net::relay::Record& record);
    [[nodiscard]] KnownEntity* find(std::uint64_t key);
    void take_control(const net::dis::EntityControl& control, std::uint64_t now_ns);
    void note_halt(const net::dis::EntityControl& control);
    [[nodiscard]] bool is_halted(const net::dis::EntityId& id) const;
    void put(KnownEntity& entity) const;
    void remove(std::uint64_t key);

    std::optional<RecordedChoice> choice_;
    model::EntityTimes times_;
    PlaceOf place_of_;
    GroundAt ground_;
    bool clamps_ = false, has_any_without_height_ = false;
    bool has_height_ = true;  ///< the record being taken has one
    std::vector<KnownEntity> entities_;
    std::unordered_map<std::uint64_t, std::size_t> places_;  ///< index in entities_ by EntityId::key()
    std::unordered_map<std::uint64_t, Beside> beside_;       ///< for entities not yet known, by key
    /// A Stop/Freeze, or a Start/Resume for a part of its receivers.
    struct Halt {
        net::dis::EntityId receiver;
        bool is_stop = false;
    };
    std::vector<Halt> halts_;  ///< in order of arrival
    EntityEvents events_;
    std::uint64_t version_ = 0;
    bool has_begun_ = false;
    std::uint64_t begun_ns_ =
        0;  ///< closing time of the stream's first bundle: records that arrived earlier have no age
    std::uint64_t next_message_ = 0;  ///< number of the stream's next message
    EntityFigures figures_;
    RecentAges ages_;
};

}  // namespace farfield::app
