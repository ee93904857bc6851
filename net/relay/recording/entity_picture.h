#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "model/programs/bundles/entity_times.h"
#include "net/dis/events.h"
#include "net/relay/bundle.h"

namespace farfield::net::relay {

/// The newest records of each entity: a whole state, an update after it, its name and its values; and which
/// exercises are halted: Stop/Freeze and Start/Resume by receiver. Made from the records that a subscriber
/// gets. Threads: one.
class EntityPicture {
public:
    /// Of more entities none is kept: as many as a relay may know.
    static constexpr std::size_t max_entities = 1'000'000;

    /// Takes a record over. That an entity has left ends it; events and addressed messages change nothing.
    void note(const Record& record);
    /// Entities without a state since then are left out, for a report of their leaving was lost, and halts
    /// that were over then.
    void forget_until(std::uint64_t arrival_ns);
    /// The same of those that a relay with these times would have forgotten by then in any case.
    void forget_silent(const model::EntityTimes& times, std::uint64_t now_ns);

    [[nodiscard]] std::size_t entities() const { return entities_.size(); }
    /// In the order in which they came, those of one time by ids; records borrow their bytes from this.
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

    /// A Stop/Freeze, or the Start/Resume after it.
    struct Halt {
        Kept kept;
        dis::EntityId receiver;
        bool is_stop = false;
    };
    static constexpr std::size_t most_halts = 512;  ///< beyond it the oldest goes

    void note_pdu(const Record& record);
    void note_halt(const dis::EntityControl& control, const Record& record);
    std::size_t forget_before(std::size_t start);
    void keep(std::uint64_t entity, Part part, const Record& record);

    std::unordered_map<std::uint64_t, std::array<Kept, parts>> entities_;  ///< by id
    std::vector<Halt> halts_;                                              ///< as they came
};

}  // namespace farfield::net::relay
