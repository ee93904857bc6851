#include "app/play/playback.h"
#include "model/programs/program_answer.h"

#include <QImage>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

#include "model/figures/machine.h"
#include "model/styles/particle_style.h"

namespace farfield::app {
namespace {

constexpr std::uint64_t frames_reserved = 100'000;  // longer playbacks grow their table now and then

/// A layer's entry in a report: its program, the node's answer about it, and its style.
nlohmann::json settings_of_layer(LayerSet& layers, const std::string& id)
{
    const auto& layer = layers.document().layers.at(id);
    if (layer.data.empty()) return {{"program", "entities"}, {"params", layer.params}};
    const auto answer = model::read_answer<model::ProgramAnswer>(layers.answer(id));
    const auto& start = layers.first_driver(id)->sent()->start;
    const auto style = [&](const char* name, const nlohmann::json& otherwise) {
        return layer.style.value(name, otherwise);
    };
    return {{"program", start.program},
            {"params", start.params},
            {"particles", answer.particles},
            {"lines", answer.lines},
            {"frame_bytes", answer.frame_bytes},
            {"seeds_outside", answer.seeds_outside},
            {"developed", answer.developed},
            {"scalar", answer.scalar.name},
            {"trail_frames", style("trail_frames", model::ParticleStyle{}.trail_frames)},
            {"colour_map", style("colour_map", model::colour_map_names.front())}};
}

/// Adds the file names of pictures and overlays on the ground.
void add_files(const model::Document& document, nlohmann::json& settings)
{
    for (const auto& [id, layer] : document.layers)
        if (layer.visible && (layer.kind == "picture" || layer.kind == "overlay"))
            settings[layer.kind] = layer.params.at("file");
}

nlohmann::json settings_of(PlayedDocument& played, const std::vector<std::string>& ticking)
{
    const auto& document = played.document();
    nlohmann::json settings{
        {"policy", model::frame_policy_names.at(static_cast<std::size_t>(played.pace().policy))},
        {"frames", played.frames()},
        {"frames_per_second", document.clock.frames_per_second},
        {"rate", played.pace().max_rate},
        {"size", document.output.size}};
    if (const auto data = document.data.find(document.layers.at(ticking.front()).data);
        data != document.data.end())
        settings[data->second.kind == model::DataKind::Terrain ? "terrain" : "dataset"] = data->second.name;
    settings.update(settings_of_layer(played.layers(), ticking.front()));
    add_files(document, settings);
    if (ticking.size() == 1) return settings;
    for (const std::string& id : ticking) {
        settings["layers"].push_back(settings_of_layer(played.layers(), id));
        settings["layers"].back()["layer"] = id;
    }
    return settings;
}

/// Reports of the layers of sight lines, viewsheds and surfaces.
nlohmann::json results_of(LayerSet& layers)
{
    auto results = nlohmann::json::object();
    for (const std::string& id : layers.order()) {
        const ReportedRole* reported = layers.find(id)->reported();
        auto report = reported == nullptr ? net::Json() : reported->report();
        if (report.is_null()) continue;
        const std::string& kind = layers.document().layers.at(id).kind;
        if (kind == "sight") {
            results["sight"].push_back(report);
        } else if (kind == "isosurface" || kind == "boundary") {
            report["layer"] = id;
            results["surfaces"].push_back(report);
        } else {
            results[kind] = report;
        }
    }
    return results;
}

}  // namespace

Playback::Playback(const PlayRun& run) : run_(run)
{
    report_.date = model::utc_time();
    report_.machine = model::describe_machine();
    report_.frames.reserve(std::min(run.played.frames(), frames_reserved));
}

bool Playback::note(std::span<const FrameRecord> frames, const FramePlayer& player)
{
    for (const FrameRecord& frame : frames) {
        report_.frames.push_back(frame);
        report_.frames.back().at_ms -= report_.picture_seconds * 1e3;
    }
    if (first_received_ns_ == 0) first_received_ns_ = player.received_ns();
    ended_at_.reset();
    last_frame_at_ = std::chrono::steady_clock::now();
    waiting_.begin_anew();
    picture_ = player.picture();
    note_off_clock();
    run_.progress.update(*picture_ + 1);
    return run_.played.document().output.wants_png(*picture_);
}

/// Notes layers off the clock: each once on standard error, and with its greatest difference in the report.
void Playback::note_off_clock()
{
    for (const auto& [layer, ahead] : run_.played.layers().clock().off_clock()) {
        const auto [off, is_new] = off_clock_.try_emplace(*layer);
        off->second.last_seconds = ahead;
        if (std::abs(ahead) > std::abs(off->second.most_seconds)) off->second.most_seconds = ahead;
        if (is_new) fmt::print(stderr, "note: the layer '{}' is {}\n", *layer, words_off_clock(ahead));
    }
}

void Playback::save_picture(const render::Image& image)
{
    const auto started_ns = net::now_ns();
    const auto name = picture_name(*picture_);
    const QImage picture(image.rgba.data(), image.width, image.height, 4 * image.width,
                         QImage::Format_RGBX8888);
    if (!picture.save(QString::fromStdString(run_.folder.staged(name).string()), "PNG"))
        throw std::runtime_error(fmt::format("cannot write '{}'", (run_.folder.path() / name).string()));
    report_.pictures.push_back(name);
    report_.picture_seconds += static_cast<double>(net::now_ns() - started_ns) * 1e-9;
}

bool Playback::is_over(bool idle)
{
    if (picture_ && *picture_ + 1 >= run_.played.frames()) return true;
    if (run_.interrupt.pending()) return end_with(PlayReport::Status::Interrupted, "interrupted");
    const auto end = idle ? run_.played.end() : std::nullopt;
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
    const model::Clock& clock = run_.played.document().clock;
    const double rate = clock.live ? clock.frames_per_second : run_.played.pace().max_rate;
    return std::chrono::duration<double>(rate > 0.0 ? 1.0 / rate : 0.0);
}

bool Playback::is_stalled() const
{
    return !run_.played.link().is_interrupted() &&
           std::chrono::steady_clock::now() - last_frame_at_ > longest_silence + frame_interval();
}

PlayReport Playback::finish(const FramePlayer& player)
{
    PlayedDocument& played = run_.played;
    const auto link = played.figures();
    report_.settings = settings_of(played, player.ticking());
    report_.results = results_of(played.layers());
    for (const auto& [layer, off] : off_clock_)
        report_.results["off_clock"][layer] = {{"ahead_seconds", off.last_seconds},
                                               {"most_seconds", off.most_seconds}};
    report_.layers = player.ticking();
    report_.remarks = played.remarks();
    for (const std::string& id : played.layers().order())
        if (const ReportedRole* reported = played.layers().find(id)->reported();
            reported != nullptr && reported->file() != nullptr)
            run_.folder.write(viewshed_file_name, *reported->file());
    report_.link = {{"node", played.node_name()},
                    {"round_trip_ms", link.round_trip_ms},
                    {"clock_offset_ms", static_cast<double>(link.clock_offset_ns) * 1e-6},
                    {"bytes_received", link.bytes_received},
                    {"resumes", link.resumes},
                    {"interrupted_ms", link.interrupted_ms}};
    if (link.resumes > 0)
        report_.remarks.push_back(
            fmt::format("the link was cut {} time{}, for {:.1f} s in all; the session was resumed",
                        link.resumes, link.resumes == 1 ? "" : "s", link.interrupted_ms * 1e-3));
    report_.frames_received = link.frames_received - played.frames_before();
    // An early end leaves received frames undrawn: the link's last frame counts.
    if (link.last_frame_ns > first_received_ns_)
        report_.receiving_seconds = static_cast<double>(link.last_frame_ns - first_received_ns_) * 1e-9;
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
    return now - *ended_at_ > PlayedDocument::quiet_after_end;
}

}  // namespace farfield::app
