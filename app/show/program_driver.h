#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "app/link/link.h"
#include "app/link/program_stream.h"
#include "app/link/request.h"
#include "app/show/frames/intake.h"

namespace farfield::app {

/// A change of a program by another member of the session.
struct ProgramChange {
    std::uint32_t stream = 0;
    std::uint32_t interaction = 0;
    net::Json params = net::Json::object();  ///< only the members that change
    net::Json state = net::Json::object();   ///< the answer of program.update
    std::optional<double> rate = std::nullopt;
};

/// Keeps one program at the node in step with a request.
///
///     off -> starting -> running -> off          refused: until the request changes
///
/// A changed request is sent as a difference, when the request allows it. A change that the open ring or the
/// running program cannot take over starts the program anew. After a refusal for `slot_bytes` it starts
/// with larger slots, then with a smaller request from `shrink`. Answers of a program that was
/// stopped meanwhile are ignored. Threads: the link's.
class ProgramDriver {
public:
    enum class State { Off, Starting, Running, Refused };
    struct Events {
        std::function<void(const net::Json& answer)> answered;  ///< to program.start or program.update
        std::function<void()> arrived;                          ///< frames wait in the ring
        std::function<void(const std::string& what)> problem;   ///< one line for the user
        std::function<void()> solved;                           ///< the node accepted the request
        std::function<void(const std::string& message)> ended;  ///< without a failure
        /// Reduces the request after a refusal for memory; true when it became smaller.
        std::function<bool()> shrink;
    };

    /// shared_as: name under which the members of a session share the program; empty: the program is this
    /// viewer's alone.
    ProgramDriver(Link& link, Intake& intake, Events events, std::string shared_as = {});

    /// Sets the wanted program; nullopt: off. acted_ns: the time of the user's action that led to it;
    /// 0: no action, so that no latency is measured.
    void want(std::optional<ProgramRequest> request, std::uint64_t acted_ns = 0);
    /// Asks again after a refusal for lack of room, where the request permits it, or where another member of
    /// the session has to start the program. The same problem is reported once.
    void retry();
    /// Starts the program anew, from its frame 0.
    void restart();
    /// Lets a paused program compute one more frame.
    void step();
    /// Follows the link, which is up again or down.
    void link_changed();
    /// Follows the end of the program; ignores other streams.
    void program_ended(const Link::ProgramEnd& end);
    /// Follows a change of the program by another member of the session; ignores other streams.
    void program_updated(const ProgramChange& change);
    /// Restarts the program, whose node stopped after a frame larger than the slots; ignores other streams.
    void program_outgrew(std::uint32_t stream);
    /// Notes that the next change of the request follows from another member's action.
    void others_acted();
    /// Sends a change that followed from another member's, if that member has not sent it; called now and
    /// then.
    void send_missing();
    /// Notes that a complete picture which reflects this interaction is on the screen.
    void shown(std::uint32_t interaction, std::uint64_t shown_ns);

    [[nodiscard]] State state() const noexcept;
    /// True when a result is under way.
    [[nodiscard]] bool awaits_result() const noexcept { return awaited_ != 0; }
    /// Number of the program's stream; nullopt while none runs.
    [[nodiscard]] std::optional<std::uint32_t> stream() const noexcept { return stream_.number(); }
    /// True when the program has made its last frame.
    [[nodiscard]] bool has_ended() const noexcept { return ended_; }
    /// Least interaction number of frames that a change has not outdated; 0: no change.
    [[nodiscard]] std::uint32_t outdated_before() const noexcept { return outdated_before_; }
    /// Time from the user's last measured action to the first picture that reflected it.
    [[nodiscard]] std::optional<double> latency_ms() const noexcept { return stream_.latency_ms(); }
    /// The request last sent to the node; nullopt while off.
    [[nodiscard]] const std::optional<ProgramRequest>& sent() const noexcept { return sent_; }
    /// Time at which that request was sent.
    [[nodiscard]] std::uint64_t sent_ns() const noexcept { return sent_ns_; }
    /// Slot size of the open ring.
    [[nodiscard]] std::uint64_t slot_bytes() const noexcept { return slot_bytes_; }

private:
    void follow();
    void follow_pause();
    void start();
    void send_change(const net::Json& patch);
    void accepted(const net::Json& answer);
    void refused(const net::RpcError& error, const char* words, const ProgramRequest& asked);
    [[nodiscard]] bool is_left_to_others(const net::RpcError& error) const;
    [[nodiscard]] bool made_room(const net::RpcError& error, const ProgramRequest& asked);
    [[nodiscard]] std::optional<net::Json> patch_to_wanted() const;
    [[nodiscard]] bool must_wait() const;
    [[nodiscard]] bool is_others_turn() const;
    void drop();
    void call(const std::string& method, const char* words);
    [[nodiscard]] std::uint32_t next_interaction();

    Link& link_;
    Intake& intake_;
    Events events_;
    const std::string shared_as_;
    ProgramStream stream_;
    std::optional<ProgramRequest> wanted_;
    std::optional<ProgramRequest> sent_;
    std::optional<ProgramRequest> refused_;  ///< not sent again
    std::uint64_t sent_ns_ = 0;
    bool may_retry_ = false;
    std::string reported_;  ///< last problem
    std::uint64_t slot_bytes_ = 0;
    std::uint64_t grown_bytes_ = 0;  ///< for a node that refused smaller slots; 0: none did
    bool ended_ = false;
    bool paused_sent_ = false;
    bool is_shrinking_ = false;
    std::uint32_t unanswered_ = 0;  ///< number of unanswered changes
    std::uint32_t awaited_ = 0;     ///< interaction whose result is not yet on the screen; 0: none
    std::uint32_t outdated_before_ = 0;
    std::uint64_t acted_ns_ = 0;     ///< of the newest action not yet sent; 0: none
    std::uint64_t followed_ns_ = 0;  ///< time of the last change by another member; 0: none
};

}  // namespace farfield::app
