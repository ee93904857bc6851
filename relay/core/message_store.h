#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "relay/core/message.h"

namespace farfield::net::relay {

struct StoredMessage;
/// A stored message; valid while there are references.
using MessageHandle = StoredMessage*;
inline constexpr MessageHandle no_message = nullptr;
/// The number that stands for no entity.
inline constexpr std::uint32_t no_entity = std::numeric_limits<std::uint32_t>::max();

/// Form in which a message describes the state of its entity.
enum class StateForm : std::uint8_t {
    Whole,   ///< the complete state
    Update,  ///< frequently changing parts; the rest is in an earlier whole state
    Values,  ///< further numbers
    Name,    ///< the entity's name
    None,    ///< the message is no state
};
[[nodiscard]] StateForm form_of(const Message& message);
inline constexpr std::size_t state_forms = static_cast<std::size_t>(StateForm::None);

/// A waiting message, stored once for all its subscribers. Its bytes follow the structure in memory.
struct StoredMessage {
    std::uint32_t references = 0;
    std::uint32_t source = 0;
    std::uint32_t account = 0;  ///< number of its source's account
    std::uint32_t entity = no_entity;
    std::uint64_t arrival_ns = 0;
    std::uint64_t hosts = 0;  ///< mask of the UDP hosts for which it waits
    Route route = {};         ///< for other relays
    std::uint16_t length = 0;
    RecordKind kind = RecordKind::Dis;
    std::uint8_t flags = 0;
    StateForm form = StateForm::None;
    std::uint8_t size_class = 0;  ///< size class of its slot
    bool is_surplus = false;      ///< its source exceeds the permitted rate

    [[nodiscard]] std::span<const std::byte> bytes() const
    {
        return {reinterpret_cast<const std::byte*>(this + 1), length};
    }
};

/// Memory of waiting messages, in slots of three sizes. It grows up to a limit and is reused, so that steady
/// traffic allocates nothing.
/// Ownership: counted by hand: each queue and table that keeps a handle holds one reference.
/// Threads: one.
class MessageStore {
public:
    /// max_bytes: limit, which does not apply to messages put with `always`.
    explicit MessageStore(std::size_t max_bytes);

    /// Copies a message, with one reference; the caller sets source account, entity and form. always:
    /// also beyond the limit. nullopt when there is no room, or the message is longer than
    /// max_message_bytes.
    [[nodiscard]] std::optional<MessageHandle> put(const Message& message, bool always);

    static void add_references(MessageHandle handle, std::uint32_t count) { handle->references += count; }
    void release(MessageHandle handle)
    {
        if (--handle->references == 0) free(handle);
    }

    /// Bytes of memory that a message takes.
    [[nodiscard]] static std::size_t bytes_of(MessageHandle handle) { return slot_bytes[handle->size_class]; }

    [[nodiscard]] std::size_t bytes_in_use() const { return bytes_in_use_; }
    /// True when more than four fifths are in use.
    [[nodiscard]] bool is_almost_full() const { return bytes_in_use_ > max_bytes_ / 5 * 4; }
    [[nodiscard]] std::size_t messages() const { return messages_; }

private:
    /// Slot sizes for: an entity state without articulations, one with a few, and the longest message.
    static constexpr std::array<std::size_t, 3> slot_bytes{
        256, 1'024, (max_message_bytes + sizeof(StoredMessage) + 63) / 64 * 64};

    /// Slots of one size.
    struct SizeClass {
        std::vector<std::unique_ptr<std::byte[]>> chunks = {};
        std::vector<std::byte*> unused = {};
    };

    void free(MessageHandle handle)
    {
        SizeClass& size = sizes_[handle->size_class];
        bytes_in_use_ -= bytes_of(handle);
        --messages_;
        size.unused.push_back(reinterpret_cast<std::byte*>(handle));
    }
    void grow(std::size_t number);

    std::size_t max_bytes_;
    std::size_t bytes_in_use_ = 0;
    std::size_t messages_ = 0;
    std::array<SizeClass, slot_bytes.size()> sizes_;
};

}  // namespace farfield::net::relay
