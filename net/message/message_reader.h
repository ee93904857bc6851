#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "net/message/messages.h"

namespace farfield::net {

/// A sink's decision on the payload of a message whose header has just arrived.
struct ReceiveTarget {
    enum class Kind {
        Into,      ///< read straight into `memory`, which is at least payload_bytes long
        Buffered,  ///< gather the payload in the reader's own memory (small messages)
        Skip,      ///< read past the payload
        Refuse,    ///< the connection cannot go on; `reason` says why
    };
    Kind kind = Kind::Skip;
    std::span<std::byte> memory;
    std::string reason;  ///< empty unless Refuse
};

/// Receives the messages that a MessageReader finds: on the thread that reads the connection, from commit().
class MessageSink {
public:
    virtual ~MessageSink() = default;
    /// Called when a header has arrived. The sink checks payload_bytes against its limits here, before the
    /// reader takes any memory for the payload.
    virtual ReceiveTarget receive_target(const MessageHeader& header) = 0;
    /// Called when the whole message is here. `payload` is the memory named in receive_target(), or the
    /// reader's, valid until this returns.
    virtual void received(const MessageHeader& header, std::span<const std::byte> payload) = 0;
};

/// The reason that a byte stream cannot be read further.
struct ReaderFault {
    enum class Kind { BadMagic, BadVersion, Refused };
    Kind kind;
    std::string message;  ///< text for the peer and the log
};

/// Cuts a byte stream into messages. Knows no sockets: the owner receives into prepare() and reports with
/// commit(). A large payload is received straight into the sink's memory; the bytes after it go to the
/// staging memory, where many small messages are found with one receive. At most `staging_bytes` of a large
/// payload are ever copied. Allocates nothing after construction while buffered payloads fit in the staging
/// memory. Threads: one.
class MessageReader {
public:
    static constexpr std::size_t staging_bytes = 64 << 10;

    explicit MessageReader(MessageSink& sink);

    /// Places for the next bytes, in this order: the rest of a payload in its own place (may be empty), then
    /// staging memory.
    [[nodiscard]] std::array<std::span<std::byte>, 2> prepare() noexcept;

    /// Reports that `bytes` bytes have been received into prepare()'s places. Calls the sink for every header
    /// and message that is complete. After a fault the reader must not be used again.
    [[nodiscard]] std::optional<ReaderFault> commit(std::size_t bytes);

    /// Called by the sink from received(): makes commit() return after that message. commit(0) continues, and
    /// must be called before more is received.
    void pause() noexcept { is_paused_ = true; }
    [[nodiscard]] bool is_paused() const noexcept { return is_paused_; }

    /// Forgets the memory that receive_target() named for the message now being received, if any: the rest of
    /// that message is read past, and the sink is not told of it. Not between prepare() and commit().
    void forget_placed_memory() noexcept;

    /// Missing bytes of a payload that is read into its own place; 0 for any other message.
    [[nodiscard]] std::size_t placed_bytes_missing() const noexcept;

    /// True between messages: the peer loses nothing if it closes now.
    [[nodiscard]] bool between_messages() const noexcept;

private:
    /// The part of a message that the next bytes belong to.
    enum class Stage {
        Header,
        Placed,   ///< payload, into target_
        Staged,   ///< payload, whole in the staging memory
        Skipped,  ///< payload without a receiver
    };

    [[nodiscard]] std::optional<ReaderFault> check_beginning() const;
    [[nodiscard]] std::optional<ReaderFault> read_header();
    [[nodiscard]] std::optional<ReaderFault> follow(ReceiveTarget target);
    [[nodiscard]] bool read_payload();
    void deliver(std::span<const std::byte> payload);
    [[nodiscard]] std::size_t staged() const noexcept { return staged_end_ - staged_begin_; }

    MessageSink& sink_;
    Stage stage_ = Stage::Header;
    bool is_paused_ = false;
    MessageHeader header_;
    std::span<std::byte> target_;     ///< Placed: the payload's place
    std::uint64_t payload_done_ = 0;  ///< Placed, Skipped: bytes of the payload that have come
    std::vector<std::byte> staging_;  ///< received, not yet understood: [staged_begin_, staged_end_)
    std::size_t staged_begin_ = 0;
    std::size_t staged_end_ = 0;
    std::vector<std::byte> large_;  ///< buffered payloads that the staging memory cannot hold
};

}  // namespace farfield::net
