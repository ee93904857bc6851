#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "net/relay/bundle.h"

namespace farfield::net::relay {

/// The newest records of each entity: a whole state, an update after it, its name and its values. Made from
/// the records that a subscriber gets. Threads: one.
class EntityPicture {
public:
    /// Of more entities none is kept: as many as a relay may know.
    static constexpr std::size_t max_entities = 1'000'000;

    explicit EntityPicture(std::size_t most = max_entities) : most_{most} {}

    /// Takes a record over. That an entity has left ends it; events and addressed messages change nothing.
    void note(const Record& record);
    /// Entities without news since then are left out: a report of their leaving was lost.
    void forget_until(std::uint64_t arrival_ns);
    void clear() { entities_.clear(); }

    [[nodiscard]] std::size_t entities() const { return entities_.size(); }
    /// In the order of ids; records borrow their bytes from this.
    [[nodiscard]] std::vector<Record> records() const;

private:
    struct Kept {
        std::vector<std::byte> bytes;  ///< empty: none
        RecordKind kind = RecordKind::Dis;
        std::uint8_t flags = 0;
        std::uint32_t source = 0;
        std::uint64_t arrival_ns = 0;
    };
    enum Part : std::size_t { Whole, Update, Name, Values, parts };

    void note_pdu(const Record& record);
    void keep(std::uint64_t entity, Part part, const Record& record);

    std::size_t most_;
    std::unordered_map<std::uint64_t, std::array<Kept, parts>> entities_;  ///< by id
};

}  // namespace farfield::net::relay
