#include "app/play/playback.h"

#include <QImage>
#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

#include "model/data/machine.h"

namespace farfield::app {
namespace {

constexpr std::uint64_t frames_reserved = 100'000;  // longer playbacks grow their table now and then

nlohmann::json settings_of(const PlayLink& link, const Script& script)
{
    const auto& program = link.program();
    auto settings = nlohmann::json{{script.terrain ? "terrain" : "dataset", link.dataset().dataset},
                                   {"policy", script.policy == net::Policy::Every ? "every" : "latest"},
                                   {"frames", script.frames},
                                   {"frames_per_second", script.frames_per_second},
                                   {"rate", link.start().rate},
                                   {"size", script.size},
                                   {"program", link.start().program},
                                   {"particles", program.particles},
                                   {"lines", program.lines},
                                   {"frame_bytes", program.frame_bytes},
                                   {"seeds_outside", program.seeds_outside},
                                   {"developed", program.developed},
                                   {"scalar", program.scalar.name},
                                   {"trail_frames", script.view.trail_frames},
                                   {"colour_map", render::name_of(script.view.colour_map)}};
    settings["params"] = link.start().params;
    if (script.terrain && !script.terrain->picture.empty()) settings["picture"] = script.terrain->picture;
    if (script.terrain && !script.terrain->overlay.empty()) settings["overlay"] = script.terrain->overlay;
    return settings;
}

}  // namespace

Playback::Playback(const PlayRun& run) : run_(run)
{
    report_.date = model::utc_time();
    report_.settings = settings_of(run.link, run.script);
    report_.ground = run.link.ground().told;
    report_.machine = model::describe_machine();
    report_.frames.reserve(std::min(run.script.frames, frames_reserved));
}

bool Playback::note(const FrameRecord& frame, const net::FrameInfo& info)
{
    report_.frames.push_back(frame);
    report_.frames.back().at_ms -= report_.picture_seconds * 1e3;
    if (first_received_ns_ == 0) first_received_ns_ = info.received_ns;
    last_received_ns_ = info.received_ns;
    ended_at_.reset();
    last_frame_at_ = std::chrono::steady_clock::now();
    waiting_.begin_anew();
    run_.progress.update(report_.frames.size());
    return run_.script.output.wants_png(frame.sequence);
}

void Playback::save_picture(const render::Image& image)
{
    const auto started_ns = net::now_ns();
    const auto name = picture_name(report_.frames.back().sequence);
    const QImage picture(image.rgba.data(), image.width, image.height, 4 * image.width,
                         QImage::Format_RGBX8888);
    if (!picture.save(QString::fromStdString(run_.folder.staged(name).string()), "PNG"))
        throw std::runtime_error(fmt::format("cannot write '{}'", (run_.folder.path() / name).string()));
    report_.pictures.push_back(name);
    report_.picture_seconds += static_cast<double>(net::now_ns() - started_ns) * 1e-9;
}

bool Playback::is_over(bool idle)
{
    if (!report_.frames.empty() && report_.frames.back().sequence + 1 >= run_.script.frames) return true;
    if (run_.interrupt.pending()) return end_with(PlayReport::Status::Interrupted, "interrupted");
    const auto end = idle ? run_.link.end() : std::nullopt;
    if (!end && idle && is_stalled())
        return end_with(PlayReport::Status::Failed,
                        fmt::format("no frame has come for {} s", longest_silence.count()));
    if (!end && idle) waiting_.nothing_yet("the node's next frame", frame_interval());
    if (!end) return false;
    if (end->reason == StreamEnd::Reason::NodeLost)
        return end_with(PlayReport::Status::NodeLost, end->message);
    if (!is_quiet()) return false;
    return end_with(end->reason == StreamEnd::Reason::Finished ? PlayReport::Status::EndedEarly
                                                               : PlayReport::Status::Failed,
                    end->message);
}

std::chrono::duration<double> Playback::frame_interval() const
{
    const double rate = run_.link.start().rate;
    return std::chrono::duration<double>(rate > 0.0 ? 1.0 / rate : 0.0);
}

bool Playback::is_stalled() const
{
    return std::chrono::steady_clock::now() - last_frame_at_ > longest_silence + frame_interval();
}

PlayReport Playback::finish()
{
    const auto link = run_.link.client().link();
    report_.link = {{"node", run_.link.node_name()},
                    {"round_trip_ms", link.round_trip_ms},
                    {"clock_offset_ms", static_cast<double>(link.clock_offset_ns) * 1e-6},
                    {"bytes_received", link.bytes_received}};
    report_.frames_received = link.frames_received - run_.link.frames_before();
    report_.receiving_seconds = static_cast<double>(last_received_ns_ - first_received_ns_) * 1e-9;
    return std::move(report_);
}

bool Playback::end_with(PlayReport::Status status, const std::string& message)
{
    report_.status = status;
    report_.message = message;
    return true;
}

bool Playback::is_quiet()
{
    const auto now = std::chrono::steady_clock::now();
    if (!ended_at_) ended_at_ = now;
    return now - *ended_at_ > PlayLink::quiet_after_end;
}

}  // namespace farfield::app
