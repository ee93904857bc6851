#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/link/interaction_clock.h"
#include "app/link/link.h"

namespace farfield::app {

/// A program at the node, from its start until it is dropped: its stream, the numbers of the changes that
/// are sent to it, and the time from an action to the picture that reflects it. Answers that arrive after
/// drop() or destruction are ignored; a program that is starting then is stopped. Threads: the
/// link's. The link outlives it.
class ProgramStream {
public:
    explicit ProgramStream(Link& link) : link_(link) {}
    ProgramStream(const ProgramStream&) = delete;
    ProgramStream& operator=(const ProgramStream&) = delete;
    ~ProgramStream() { drop(); }

    /// Number of the stream; nullopt while no program runs, or it is being started.
    [[nodiscard]] std::optional<std::uint32_t> number() const noexcept { return number_; }
    [[nodiscard]] bool is_starting() const noexcept { return is_starting_; }

    /// Starts a program, after drop(). `ring` takes frames from before `answered` runs until drop();
    /// `arrived` runs for one or more frames.
    void start(const net::ProgramStart& call, net::FrameRing& ring, Task arrived, Link::Answer answered);
    /// Takes note of a change's number, given by another member of the session: the next one is larger.
    void note_interaction(std::uint32_t number) noexcept { interaction_ = std::max(interaction_, number); }

    /// Calls program.pause, .resume or .step of the running program.
    void call(const std::string& method, Link::Answer answered);
    /// Changes the running program; fills in the stream's number.
    void update(net::ProgramUpdate call, Link::Answer answered);
    /// Stops a program that runs or is being started, unless other members of the session use it, too.
    void drop();

    /// Number for the next start or change. acted_ns: time of the user's action that led to it; 0:
    /// no action, so that no latency is measured.
    [[nodiscard]] std::uint32_t next_interaction(std::uint64_t acted_ns);
    /// Notes that a picture which reflects this interaction is on the screen.
    void shown(std::uint32_t interaction, std::uint64_t shown_ns);
    /// Time from the user's last measured action to the first picture that reflected it.
    [[nodiscard]] std::optional<double> latency_ms() const noexcept { return latency_ms_; }

private:
    /// Guard for answers: expired once their program was dropped.
    using Running = std::weak_ptr<const bool>;

    [[nodiscard]] Link::Answer while_it_runs(Link::Answer answered) const;

    Link& link_;
    std::shared_ptr<const bool> running_ = std::make_shared<const bool>(true);
    std::optional<std::uint32_t> number_;
    bool is_starting_ = false;
    std::uint32_t interaction_ = 0;
    InteractionClock clock_;
    std::optional<double> latency_ms_;
};

}  // namespace farfield::app
