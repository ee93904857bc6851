#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <variant>

#include "net/message/control_messages.h"
#include "net/message/messages.h"
#include "net/service/upstream_frames.h"

namespace farfield::net {

/// Answer to program.start or program.update; the session adds the stream's number and `frame_bytes`.
struct Answer {
    std::uint64_t frame_bytes = 0;  ///< bytes of one frame, at most
    Json members = Json::object();  ///< further members, by the program
};

/// A frame that is ready to be sent.
struct Made {
    MessageType type = MessageType::Particles;
    /// Lies in the buffer that was passed to make(), or in memory that outlives the program.
    std::span<const std::byte> payload;
};

/// Outcomes of make().
struct Frames {
    std::size_t count = 0;               ///< number of frames made, at least one
    std::chrono::nanoseconds waited{0};  ///< wait for other programs before the frames were begun
};
struct Idle {};         ///< all requested frames are made; update() may request more
struct Interrupted {};  ///< interrupt() was called: make() is called again after the waiting calls
struct Ended {};        ///< no frame follows
using Making = std::variant<Frames, Idle, Interrupted, Ended>;

/// Costs of a program's frames so far, if its service counts them.
struct Work {
    std::uint64_t turns = 0;                ///< turns in which it computed
    std::chrono::nanoseconds processor{0};  ///< processor time of all its threads
    std::chrono::nanoseconds waited{0};     ///< time it waited for its turns
    friend bool operator==(const Work&, const Work&) = default;
};

/// Functions by which a program reaches its stream and the viewer. Any thread, until the program's end.
struct ProgramEvents {
    using Notify = std::function<void(const std::string& method, Json members)>;
    std::function<void()> wake;  ///< asks for a call of make() after it was idle
    Notify notify;               ///< sends a notification; the stream's number becomes its member `stream`
};

/// Makes the frames of one stream. All calls but interrupt() and abandon() come one after another from one
/// thread, the stream's own.
class Program {
public:
    virtual ~Program() = default;
    [[nodiscard]] virtual Answer answer() const = 0;
    /// Takes over new settings. Throws RpcError, model::FieldError or model::LimitError, and keeps the old
    /// ones, when it cannot or when its frames would no longer fit the slot_bytes it was started with.
    virtual void update(const Json& params) = 0;
    /// Makes the next frames in a row, each in a buffer of its own, and notes them in `made` (as long as
    /// `buffers`): one, or more when that is faster. Buffers are 64-byte aligned and slot_bytes long; the
    /// program writes the stamps. Throws std::exception when it cannot go on: the stream then fails with that
    /// message. Allocates nothing in steady state.
    [[nodiscard]] virtual Making make(std::span<const std::span<std::byte>> buffers,
                                      std::span<Made> made) = 0;
    /// Tells that an update waits: a make() that takes long may give up its frame. Any thread.
    virtual void interrupt() noexcept {}
    /// Tells that the program ends: long work may give up, whatever its result. Any thread.
    virtual void abandon() noexcept { interrupt(); }
    /// Receives the events; called once, before the first make().
    virtual void listen(const ProgramEvents& /*events*/) {}
    /// Destination of the frames that the viewer sends to this program; null: it takes none. Called once,
    /// before the first make().
    [[nodiscard]] virtual std::shared_ptr<UpstreamFrames> upstream() { return nullptr; }
    /// True when frames made before an update, and not sent yet, are useless after it.
    [[nodiscard]] virtual bool update_outdates_frames() const { return false; }
    /// Unsent bytes of the session's frames that the system keeps, at most, so that older frames wait where
    /// newer ones can replace them; 0: the policy's limit. Constant.
    [[nodiscard]] virtual std::size_t unsent_bytes() const noexcept { return 0; }
    /// Time from the frame just made until the next one is due, for programs with a pace of their own (a
    /// recording). The viewer's rate applies too: the slower of both counts.
    [[nodiscard]] virtual std::chrono::nanoseconds pace() const { return {}; }
    /// Costs so far. Any thread.
    [[nodiscard]] virtual Work work() const { return {}; }
};

}  // namespace farfield::net
