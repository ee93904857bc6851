#pragma once

#include <functional>
#include <optional>

#include "app/viewer/controls/frame_figures.h"
#include "net/message/control_messages.h"

namespace farfield::app {
class FrameRing;
}

namespace farfield::app {

class NodeLink;

/// One program at the node, from its start until it is dropped: its stream, the numbers of the changes that
/// are sent to it, and how long these took to be seen. Answers that come after drop() are not told; a
/// program that was still being started then is stopped. Threads: the GUI's.
class ProgramStream {
public:
    using Answer = std::function<void(const std::optional<net::RpcError>& error, const net::Json& result)>;

    explicit ProgramStream(NodeLink& link) : link_(link) {}

    /// Nothing while no program runs, or it is being started.
    [[nodiscard]] std::optional<std::uint32_t> number() const noexcept { return number_; }

    /// After drop(). `ring` takes the frames, from before `answered` runs until drop().
    void start(const net::ProgramStart& call, net::FrameRing& ring, Answer answered);
    /// A program runs: pauses, resumes or steps it ...
    void call(const std::string& method, Answer answered);
    /// ... or changes it; the stream's number is filled in.
    void update(net::ProgramUpdate call, Answer answered);
    /// Stops it, if it runs. True if it did.
    bool drop();

    /// The number for the next start or change. acted_ns: when the user did what it is for; 0: nobody did,
    /// and nothing is measured.
    [[nodiscard]] std::uint32_t next_interaction(std::uint64_t acted_ns);
    /// A picture that reflects this interaction is on the screen.
    void shown(std::uint32_t interaction, std::uint64_t shown_ns);
    /// From the user's last action that was measured to the first picture that reflected it.
    [[nodiscard]] std::optional<double> latency_ms() const noexcept { return latency_ms_; }

private:
    void stop(std::uint64_t number);
    [[nodiscard]] Answer while_it_runs(Answer answered);

    NodeLink& link_;
    std::optional<std::uint32_t> number_;
    std::uint64_t generation_ = 0;  ///< programs dropped
    std::uint32_t interaction_ = 0;
    InteractionClock clock_;
    std::optional<double> latency_ms_;
};

}  // namespace farfield::app
