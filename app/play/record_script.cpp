#include "app/play/record_script.h"

#include <chrono>
#include <fmt/format.h>
#include <optional>
#include <stdexcept>

#include "app/play/progress_line.h"
#include "app/play/recorder.h"
#include "app/play/waiting_note.h"
#include "render/gl/egl_context.h"

namespace farfield::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds patience{50};  // how soon Ctrl-C is noticed while nothing arrives

/// True when no frame will follow: the program has ended, and frames on their way have arrived or are lost.
bool is_over(const PlayedDocument& played, const Recorder& recorder, Clock::time_point last_frame)
{
    const auto end = recorder.end(played);
    if (!end) return false;
    return end->reason == StreamEnd::Reason::NodeLost ||
           Clock::now() - last_frame > PlayedDocument::quiet_after_end;
}

void receive(PlayedDocument& played, Recorder& recorder, const Interrupt& interrupt)
{
    ProgressLine progress(true, played.frames());
    auto last_frame = Clock::now();
    const double rate = played.pace().max_rate;
    const std::chrono::duration<double> usual(rate > 0.0 ? 1.0 / rate : 0.0);
    WaitingNote waiting;
    while (recorder.pictures() < played.frames() && !interrupt.pending()) {
        const auto taken = recorder.take();
        if (taken == 0 && is_over(played, recorder, last_frame)) break;
        if (taken == 0) {
            waiting.nothing_yet("the node's next frame", usual);
            played.wait_for_news(patience);
            continue;
        }
        played.link().slots_released();
        last_frame = Clock::now();
        waiting.begin_anew();
        progress.update(recorder.pictures());
    }
}

/// Refuses a relay's entities, and recorded entities alone: a recording holds what a node computes.
void check_entities(const model::Document& document)
{
    bool has_others = false;
    for (const auto& [id, layer] : document.layers) {
        has_others = has_others || (layer.visible && !layer.data.empty());
        if (layer.visible && layer.data.empty() && layer.recording.empty())
            throw std::runtime_error(
                fmt::format("the layer '{}' shows the entities of a relay, and a recording holds what a node "
                            "computes; farfield-relay record records entities",
                            id));
    }
    for (const auto& [id, layer] : document.layers) {
        if (!layer.visible || layer.recording.empty()) continue;
        const auto words =
            fmt::format("the entities of the layer '{}' are in '{}' already", id, layer.recording);
        if (!has_others) throw std::runtime_error("nothing to record: " + words);
        fmt::print(stderr, "note: {}, and are not recorded again\n", words);
    }
}

}  // namespace

Recorded record_script(const model::Document& document, const net::ClientSettings& node,
                       const std::filesystem::path& file, const Interrupt& interrupt)
{
    check_entities(document);
    // Layers that do not tick keep their frames in OpenGL's slots, as for a picture.
    std::optional<render::EglContext> context;
    if (!has_one_stream(document)) context.emplace();
    Recorder recorder(file);
    PlayedDocument played(node, document, model::Use::Headless, interrupt, recorder.answered());
    played.start(recorder.stage(played));
    recorder.begin(played);
    receive(played, recorder, interrupt);
    const auto end = recorder.end(played);
    const auto pictures = recorder.pictures();
    played.stop();
    const auto bytes = recorder.finish(played);
    if (pictures < played.frames() && end && end->reason != StreamEnd::Reason::Finished)
        throw std::runtime_error(fmt::format("the recording '{}' ends after {} frames: {}", file.string(),
                                             pictures, end->message));
    if (pictures == 0) throw std::runtime_error("no frame was recorded");
    return {pictures, bytes};
}

}  // namespace farfield::app
