#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <glm/vec2.hpp>

#include "app/layers/entities/entity_events.h"
#include "app/layers/entities/known_entity.h"
#include "app/layers/entities/recent_ages.h"
#include "app/layers/entities/recorded_choice.h"
#include "app/show/placement.h"
#include "net/dis/events.h"
#include "net/relay/bundle_reader.h"

namespace farfield::app {

/// What has come, for people.
struct EntityFigures {
    std::size_t entities = 0;
    double updates_per_second = 0.0;
    std::uint64_t messages = 0;
    std::uint64_t lost = 0;       ///< messages that the relay sent and that did not come
    std::uint64_t conflated = 0;  ///< of those that came: older states of their entities were replaced
    std::uint64_t dropped = 0;    ///< left out by the relay under congestion
    double age_p50_ms = 0.0, age_p95_ms = 0.0;  ///< when they were taken, since their arrival at the relay
    double ahead_seconds = 0.0;  ///< of the newest: their arrival lay so far ahead, for clocks differ; else 0
    std::uint8_t level = 0;      ///< of congestion
    model::CongestionReason reason = model::CongestionReason::None;
};

/// The newest state of every entity that a relay reports. Threads: one. Times are on the relay's clock.
class EntityTable {
public:
    /// Takes the payload of an EntityBundle message, which came at came_ns. Throws std::runtime_error where
    /// it is none.
    void take(std::span<const std::byte> payload, std::uint64_t now_ns, std::uint64_t came_ns);
    /// The same of one that is taken as it comes.
    void take(std::span<const std::byte> payload, std::uint64_t now_ns) { take(payload, now_ns, now_ns); }
    /// Begins anew with these records: what is known then. Figures stay, and what was not sent from there to
    /// the next bundle is not lost.
    void begin_with(std::span<const net::relay::Record> records);
    /// Takes from now on only what passes, and removes an entity as it leaves; nothing: takes everything.
    void choose(std::optional<RecordedChoice> choice) { choice_ = std::move(choice); }
    /// Removes entities of which the stream that runs has said nothing since its beginning, once they have
    /// been silent for twice the time after which they are stale: they left between two streams. Of all
    /// others it says itself when they leave.
    void remove_silent(std::uint64_t now_ns);
    /// Removes all that were silent for longer than the relay keeps any: of a recording from which the report
    /// of their leaving is missing.
    void forget_silent(std::uint64_t now_ns);
    /// When entities are stale from now on, those that are there included.
    void set_times(const model::EntityTimes& times);
    [[nodiscard]] const model::EntityTimes& times() const noexcept { return times_; }
    /// Where entities are placed from now on, those that are there included; empty: nowhere.
    void place_by(PlaceOf place_of);
    /// The ground under what has no height, and where `clamps` under what is on land or on the sea.
    using GroundAt = std::function<std::optional<double>(glm::dvec2 place)>;
    void stand_on(GroundAt ground, bool clamps);
    /// Whether one that is known has no height.
    [[nodiscard]] bool has_any_without_height() const noexcept { return has_any_without_height_; }

    /// In no order; a removal moves the last into the gap.
    [[nodiscard]] const std::vector<KnownEntity>& entities() const noexcept { return entities_; }
    /// Null: it is not known.
    [[nodiscard]] const KnownEntity* find(const net::dis::EntityId& id) const;
    /// Another with each state that came, each entity that came or went.
    [[nodiscard]] std::uint64_t version() const noexcept { return version_; }
    [[nodiscard]] bool has_begun() const noexcept { return has_begun_; }  ///< a bundle has come
    [[nodiscard]] const EntityEvents& events() const noexcept { return events_; }
    [[nodiscard]] EntityFigures figures(std::uint64_t now_ns) const;

private:
    /// What came beside the state of an entity.
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
    bool has_height_ = true;  ///< of the record that is being taken
    std::vector<KnownEntity> entities_;
    std::unordered_map<std::uint64_t, std::size_t> places_;  ///< by EntityId::key(), in entities_
    std::unordered_map<std::uint64_t, Beside> beside_;       ///< of those that are not known so far
    /// A Stop/Freeze, or a Start/Resume for a part of what was stopped.
    struct Halt {
        net::dis::EntityId receiver;
        bool is_stop = false;
    };
    std::vector<Halt> halts_;  ///< in the order in which they came
    EntityEvents events_;
    std::uint64_t version_ = 0;
    bool has_begun_ = false;
    std::uint64_t begun_ns_ =
        0;  ///< when the stream's first bundle was closed: what arrived before has no age
    std::uint64_t next_message_ = 0;  ///< of the stream
    EntityFigures figures_;
    RecentAges ages_;
};

}  // namespace farfield::app
