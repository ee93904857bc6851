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
#include "net/session/streams/upstream/upstream_frames.h"

namespace farfield::net {

/// What program.start and program.update answer; the session adds the stream's number and `frame_bytes`.
struct Answer {
    std::uint64_t frame_bytes = 0;  ///< of one frame, at most
    Json members = Json::object();  ///< the program's own
};

/// A frame that is ready to be sent.
struct Made {
    MessageType type = MessageType::Particles;
    /// In the buffer that was given to make(), or in memory that outlives the program.
    std::span<const std::byte> payload;
};

/// What make() came to.
struct Frames {
    std::size_t count = 0;               ///< at least one
    std::chrono::nanoseconds waited{0};  ///< before they were begun, for other programs
};
struct Idle {};         ///< everything that was asked for has been made; update() may ask for more
struct Interrupted {};  ///< interrupt() was called: to be asked again, after the calls that wait
struct Ended {};        ///< no frame follows
using Making = std::variant<Frames, Idle, Interrupted, Ended>;

/// What the frames of a program have cost so far, where its service counts that.
struct Work {
    std::uint64_t turns = 0;                ///< in which it computed
    std::chrono::nanoseconds processor{0};  ///< of all its threads
    std::chrono::nanoseconds waited{0};     ///< for its turns
    friend bool operator==(const Work&, const Work&) = default;
};

/// The way from a program to its stream and to the viewer. For any thread, until the program's end.
struct ProgramEvents {
    using Notify = std::function<void(const std::string& method, Json members)>;
    std::function<void()> wake;  ///< make() is to be asked again though it was idle
    Notify notify;               ///< sends a notification; the stream's number becomes its member `stream`
};

/// Makes the frames of one stream. All calls but interrupt() and abandon() come one after another from one
/// thread, the stream's own.
class Program {
public:
    virtual ~Program() = default;
    [[nodiscard]] virtual Answer answer() const = 0;
    /// Takes a change of settings over. Throws RpcError, model::FieldError or model::LimitError and stays as
    /// it was when it cannot, or when its frames would no longer fit the slot_bytes it was started with.
    virtual void update(const Json& params) = 0;
    /// Makes the next frames in a row, each in a buffer of its own, and notes them in `made` ([buffers]):
    /// one, or more where that is quicker. Buffers are 64-byte aligned and slot_bytes long; stamps are the
    /// program's to write. Throws std::exception when it cannot go on: the stream ends as failed with that
    /// message. Allocates nothing in steady state.
    [[nodiscard]] virtual Making make(std::span<const std::span<std::byte>> buffers,
                                      std::span<Made> made) = 0;
    /// Any thread: an update waits. A make() that takes long may give up its frame.
    virtual void interrupt() noexcept {}
    /// Any thread: nothing more will be asked for. What takes long may give up, whatever becomes of it.
    virtual void abandon() noexcept { interrupt(); }
    /// Once, before the first make().
    virtual void listen(const ProgramEvents& /*events*/) {}
    /// Once, before the first make(): what takes the frames that the viewer sends to this program; null: it
    /// takes none.
    [[nodiscard]] virtual std::shared_ptr<UpstreamFrames> upstream() { return nullptr; }
    /// Whether frames that were made before an update, and are not sent yet, are of no use after it.
    [[nodiscard]] virtual bool update_outdates_frames() const { return false; }
    /// The system keeps no more unsent bytes than this of the session's frames, so that what grows old waits
    /// where newer frames can take its place; 0: as the policy has it. The same at all times.
    [[nodiscard]] virtual std::size_t unsent_bytes() const noexcept { return 0; }
    /// How long after the frame just made the next one is due, for programs with a pace of their own (a
    /// recording). The viewer's rate applies too: the slower of both wins.
    [[nodiscard]] virtual std::chrono::nanoseconds pace() const { return {}; }
    /// Any thread.
    [[nodiscard]] virtual Work work() const { return {}; }
};

}  // namespace farfield::net
