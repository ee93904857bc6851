#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "model/programs/bundles/entity_times.h"
#include "relay/core/bundle.h"
#include "relay/dis/events.h"

namespace farfield::net::relay {

/// The newest records of each entity: a whole state, a later update, its name and its values; and the halted
/// exercises: Stop/Freeze and Start/Resume by receiver. Made from the records that a subscriber
/// gets. Threads: one.
class EntityPicture {
public:
    /// Entities kept, at most: as many as a relay may know.
    static constexpr std::size_t max_entities = 1'000'000;

    /// Takes a record. A departure removes its entity; events and addressed messages have no effect.
    void note(const Record& record);
    /// Removes entities without a state since then, since a report of their departure was lost, and halts
    /// that had ended by then.
    void forget_until(std::uint64_t arrival_ns);
    /// Removes entities that a relay with these times would have forgotten by then, and such halts.
    void forget_silent(const model::EntityTimes& times, std::uint64_t now_ns);

    [[nodiscard]] std::size_t entities() const { return entities_.size(); }
    /// Kept records in order of arrival, those of one time by ids; they borrow their bytes from this object.
    [[nodiscard]] std::vector<Record> records() const;

private:
    struct Kept {
        std::vector<std::byte> bytes;  ///< empty: none
        RecordKind kind = RecordKind::Dis;
        std::uint8_t flags = 0;
        std::uint32_t source = 0;
        std::uint64_t arrival_ns = 0;

        void take(const Record& record);
        [[nodiscard]] Record record() const;
    };
    enum Part : std::size_t { Whole, Update, Name, Values, parts };

    /// A Stop/Freeze, or the Start/Resume that follows it.
    struct Halt {
        Kept kept;
        dis::EntityId receiver;
        bool is_stop = false;
    };
    static constexpr std::size_t most_halts = 512;  ///< beyond it the oldest is removed

    void note_pdu(const Record& record);
    void note_halt(const dis::EntityControl& control, const Record& record);
    std::size_t forget_before(std::size_t start);
    void keep(std::uint64_t entity, Part part, const Record& record);

    std::unordered_map<std::uint64_t, std::array<Kept, parts>> entities_;  ///< by id
    std::vector<Halt> halts_;                                              ///< in order of arrival
};

}  // namespace farfield::net::relay
