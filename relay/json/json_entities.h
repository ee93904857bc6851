#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "relay/core/message.h"
#include "relay/core/relayed_entities.h"
#include "relay/dis/entity_writer.h"
#include "relay/json/json_line.h"

namespace farfield::net::relay {

struct JsonEntitiesSettings {
    std::uint16_t site = 65'000;
    std::size_t max_entities = 100'000;
    model::EntityTimes times = {};
};

/// Origin of a line.
struct LineOrigin {
    std::uint8_t input = 0;
    std::uint64_t arrival_ns = 0;  ///< on the relay's clock; never decreases
    std::uint64_t sender = 0;      ///< address << 16 | port; 0: unknown
    std::uint32_t publisher = no_publisher;
};

/// Converts entities of JSON lines to messages: an Entity State PDU of a site reserved for them, then their
/// name and values, if these are new or the entity was silent for so long that the relay may have removed it.
/// An id keeps its DIS number. With max_entities known, the entity without news for longest is replaced
/// once it is stale; the new one gets a number that was not in use before. Memory is bounded by max_entities.
/// Threads: one.
class JsonEntities {
public:
    explicit JsonEntities(const JsonEntitiesSettings& settings) : settings_{settings} {}

    /// The messages of a line, in order; empty when there is no room for its id. They and their bytes
    /// are valid until the next call.
    [[nodiscard]] std::span<const Message> messages_of(const JsonEntity& line, const LineOrigin& origin);

    [[nodiscard]] std::size_t size() const { return known_.size(); }

private:
    static constexpr std::size_t id_bytes = 8;  ///< bytes before the text of a name or values

    struct Known {
        std::string id;
        dis::EntityId number;
        std::uint64_t last_ns = 0;
        std::size_t name = 0, values = 0;  ///< hashes of the texts that were sent
        glm::dvec3 location{0.0};
        bool is_standing = false;
    };

    [[nodiscard]] Known* find(const std::string& id, std::uint64_t now_ns);
    [[nodiscard]] Known* add(const std::string& id, std::uint64_t now_ns);
    [[nodiscard]] std::uint64_t stale_ns(const Known& known) const;
    [[nodiscard]] dis::EntityId next_number();
    void add_state(const JsonEntity& line, const Known& known, const LineOrigin& origin);
    void add_text(RecordKind kind, std::string_view text, std::span<std::byte> to);
    [[nodiscard]] Message& add_message();

    JsonEntitiesSettings settings_;
    std::list<Known> news_;  ///< the one with the latest news first
    std::unordered_map<std::string_view, std::list<Known>::iterator> known_;  ///< by the id in the list
    std::uint32_t numbers_ = 0;                                               ///< numbers given so far

    std::array<Message, 3> messages_;  ///< of the present line
    std::size_t count_ = 0;
    std::array<std::byte, dis::entity_state_bytes> state_{};
    std::array<std::byte, id_bytes + max_entity_name> name_{};
    std::array<std::byte, id_bytes + max_entity_values> values_{};
};

}  // namespace farfield::net::relay
