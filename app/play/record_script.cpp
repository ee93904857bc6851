#include "app/play/record_script.h"

#include <chrono>
#include <fmt/format.h>
#include <stdexcept>

#include "app/play/play_link.h"
#include "app/play/progress_line.h"
#include "app/play/waiting_note.h"
#include "app/show/frames/plain_ring.h"
#include "net/recording/recording.h"

namespace farfield::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t recorded_slots = 8;
constexpr std::chrono::milliseconds patience{50};  // how soon Ctrl-C is noticed while nothing arrives

/// Frames that followed the end of the program on their way have arrived, or never will.
bool is_over(const PlayLink& link, Clock::time_point last_frame)
{
    const auto end = link.end();
    if (!end) return false;
    return end->reason == StreamEnd::Reason::NodeLost ||
           Clock::now() - last_frame > PlayLink::quiet_after_end;
}

void receive(PlayLink& link, net::FrameRing& ring, net::RecordingWriter& writer, const Interrupt& interrupt)
{
    ProgressLine progress(true, link.start().frames);
    auto last_frame = Clock::now();
    const double rate = link.start().rate;
    const std::chrono::duration<double> usual(rate > 0.0 ? 1.0 / rate : 0.0);
    WaitingNote waiting;
    while (writer.frames() < link.start().frames && !interrupt.pending()) {
        const auto taken = ring.take_next();
        if (!taken && is_over(link, last_frame)) break;
        if (!taken) {
            waiting.nothing_yet("the node's next frame", usual);
            link.wait_for_news(patience);
            continue;
        }
        const auto& header = ring.info(taken->slot).header;
        writer.append(header, ring.memory(taken->slot).first(header.payload_bytes));
        ring.release_oldest(1);
        link.client().slots_released();
        last_frame = Clock::now();
        waiting.begin_anew();
        progress.update(writer.frames());
    }
}

}  // namespace

Recorded record_script(const Script& script, const net::ClientSettings& node,
                       const std::filesystem::path& file, const Interrupt& interrupt)
{
    PlayLink link(node, script, script.rate.value_or(0.0), interrupt);
    PlainRing ring(recorded_slots, link.start().slot_bytes);
    net::RecordingWriter writer(
        file, {.dataset = link.dataset(), .program = link.program(), .start = link.start()});
    link.attach(ring.ring());
    receive(link, ring.ring(), writer, interrupt);
    link.detach();
    const auto end = link.end();
    if (writer.frames() < link.start().frames && end && end->reason != StreamEnd::Reason::Finished)
        throw std::runtime_error(fmt::format("the recording '{}' ends after {} frames: {}", file.string(),
                                             writer.frames(), end->message));
    if (writer.frames() == 0) {
        std::error_code ignored;
        std::filesystem::remove(file, ignored);
        throw std::runtime_error("no frame was recorded");
    }
    return {writer.frames(), writer.bytes()};
}

}  // namespace farfield::app
