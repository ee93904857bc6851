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
    net::Json state = net::Json::object();   ///< what program.update answered
    std::optional<double> rate = std::nullopt;
};

/// Keeps one program at the node in step with a request.
///
///     off -> starting -> running -> off          refused: until the request changes
///
/// A changed request is sent as a difference, when the request allows it. What the open ring or the running
/// program cannot take over starts the program anew. After a refusal for `slot_bytes` the program is started
/// with larger slots, then with the smaller request that `shrink` leads to. Answers of a program that was
/// stopped since are passed over. Threads: the link's.
class ProgramDriver {
public:
    enum class State { Off, Starting, Running, Refused };
    struct Events {
        std::function<void(const net::Json& answer)> answered;  ///< to program.start or program.update
        std::function<void()> arrived;                          ///< frames wait in the ring
        std::function<void(const std::string& what)> problem;   ///< one line for the user
        std::function<void()> solved;                           ///< the node has taken the request over
        std::function<void(const std::string& message)> ended;  ///< by itself, without a failure
        /// A refusal for memory: true when the request became smaller.
        std::function<bool()> shrink;
    };

    /// shared_as: the name under which the members of a session share the program; empty: it is this
    /// viewer's alone.
    ProgramDriver(Link& link, Intake& intake, Events events, std::string shared_as = {});

    /// What the program shall be like; nothing: off. acted_ns: the time of the user's action that led to it;
    /// 0: none did, and no latency is measured.
    void want(std::optional<ProgramRequest> request, std::uint64_t acted_ns = 0);
    /// Asks again for what was refused for want of room, where the request says so, or as another member of
    /// the session is to start it; the same problem is reported once.
    void retry();
    /// Starts the program anew, from its frame 0.
    void restart();
    /// A paused program computes one more frame.
    void step();
    /// The link is up again or is down.
    void link_changed();
    /// Passes over ends of other streams.
    void program_ended(const Link::ProgramEnd& end);
    /// Passes over changes of other streams. Another member of the session has changed the program.
    void program_updated(const ProgramChange& change);
    /// Likewise: the node sends no more frames, for one was larger than the slots.
    void program_outgrew(std::uint32_t stream);
    /// What is wanted next follows from what another member has done.
    void others_acted();
    /// To be called now and then: a change that followed from another member's is sent, if that has not sent
    /// it.
    void send_missing();
    /// A picture that reflects this interaction is on the screen, complete.
    void shown(std::uint32_t interaction, std::uint64_t shown_ns);

    [[nodiscard]] State state() const noexcept;
    /// Whether a result is under way.
    [[nodiscard]] bool awaits_result() const noexcept { return awaited_ != 0; }
    /// Nothing while no program runs.
    [[nodiscard]] std::optional<std::uint32_t> stream() const noexcept { return stream_.number(); }
    /// The program's last frame has been made.
    [[nodiscard]] bool has_ended() const noexcept { return ended_; }
    /// Frames with a smaller interaction number have been outdated by a change; 0: none has.
    [[nodiscard]] std::uint32_t outdated_before() const noexcept { return outdated_before_; }
    /// From the user's last action that was measured to the first picture that reflected it.
    [[nodiscard]] std::optional<double> latency_ms() const noexcept { return stream_.latency_ms(); }
    /// The request that the node was sent last; nothing while off.
    [[nodiscard]] const std::optional<ProgramRequest>& sent() const noexcept { return sent_; }
    /// The time at which that was sent.
    [[nodiscard]] std::uint64_t sent_ns() const noexcept { return sent_ns_; }
    /// Of the ring that is open.
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
    std::optional<ProgramRequest> refused_;  ///< not to be sent again
    std::uint64_t sent_ns_ = 0;
    bool may_retry_ = false;
    std::string reported_;  ///< the last problem
    std::uint64_t slot_bytes_ = 0;
    std::uint64_t grown_bytes_ = 0;  ///< of a node that refused smaller slots; 0: none did
    bool ended_ = false;
    bool paused_sent_ = false;
    bool is_shrinking_ = false;
    std::uint32_t unanswered_ = 0;  ///< changes
    std::uint32_t awaited_ = 0;     ///< interaction without its result on the screen; 0: none
    std::uint32_t outdated_before_ = 0;
    std::uint64_t acted_ns_ = 0;     ///< of the newest action that is not sent yet; 0: none
    std::uint64_t followed_ns_ = 0;  ///< when another member's change was followed last; 0: none
};

}  // namespace farfield::app
