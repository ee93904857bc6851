#include "app/play/record_script.h"
#include "model/programs/program_answer.h"

#include <chrono>
#include <fmt/format.h>
#include <stdexcept>

#include "app/play/played_document.h"
#include "app/play/progress_line.h"
#include "app/play/waiting_note.h"
#include "app/show/frames/plain_intake.h"
#include "net/recording/recording.h"

namespace farfield::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t recorded_slots = 8;
constexpr std::chrono::milliseconds patience{50};  // how soon Ctrl-C is noticed while nothing arrives

/// Frames that followed the end of the program on their way have arrived, or never will.
bool is_over(const PlayedDocument& played, Clock::time_point last_frame)
{
    const auto end = played.end();
    if (!end) return false;
    return end->reason == StreamEnd::Reason::NodeLost ||
           Clock::now() - last_frame > PlayedDocument::quiet_after_end;
}

void receive(PlayedDocument& played, PlainIntake& frames, net::RecordingWriter& writer,
             const Interrupt& interrupt)
{
    ProgressLine progress(true, played.frames());
    auto last_frame = Clock::now();
    const double rate = played.pace().max_rate;
    const std::chrono::duration<double> usual(rate > 0.0 ? 1.0 / rate : 0.0);
    WaitingNote waiting;
    while (writer.frames() < played.frames() && !interrupt.pending()) {
        const auto taken = frames.take_all(
            [&](const net::MessageHeader& header, auto payload) { writer.append(header, payload); });
        if (taken == 0 && is_over(played, last_frame)) break;
        if (taken == 0) {
            waiting.nothing_yet("the node's next frame", usual);
            played.wait_for_news(patience);
            continue;
        }
        played.link().slots_released();
        last_frame = Clock::now();
        waiting.begin_anew();
        progress.update(writer.frames());
    }
}

/// The document with its layers on datasets that are visible and tick; throws where that is not one.
model::Document recordable(model::Document document)
{
    std::erase_if(document.layers, [&](const auto& layer) {
        return !layer.second.visible || document.data.at(layer.second.data).kind != model::DataKind::Dataset;
    });
    if (document.layers.size() == 1) return document;
    throw std::runtime_error(
        fmt::format("a recording holds one layer of a dataset; the document has {}", document.layers.size()));
}

net::RecordingInfo info_of(PlayedDocument& played, const std::string& id)
{
    const auto& data = *played.data().find(played.document().layers.at(id).data);
    const ProgramDriver& driver = *played.layers().first_driver(id);
    net::RecordingInfo info{
        .dataset = model::write(*data.dataset),
        .program = model::write(model::read_answer<model::ProgramAnswer>(played.layers().answer(id))),
        .start = driver.sent()->start};
    info.start.slot_bytes = driver.slot_bytes();
    return info;
}

}  // namespace

Recorded record_script(const model::Document& document, const net::ClientSettings& node,
                       const std::filesystem::path& file, const Interrupt& interrupt)
{
    PlayedDocument played(node, recordable(document), model::Use::Headless, interrupt);
    PlainIntake frames(recorded_slots);
    Stage stage;
    stage.intake = [&](const std::string&, const std::string&) -> Intake* { return &frames; };
    played.start(std::move(stage));
    net::RecordingWriter writer(file, info_of(played, played.document().layers.begin()->first));
    receive(played, frames, writer, interrupt);
    const auto end = played.end();
    played.stop();
    if (writer.frames() < played.frames() && end && end->reason != StreamEnd::Reason::Finished)
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
