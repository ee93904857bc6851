#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/play/frame_record.h"

namespace farfield::app {

/// Everything that is known of one scripted playback.
struct PlayReport {
    enum class Status { Complete, Interrupted, EndedEarly, NodeLost, Failed };
    Status status = Status::Complete;
    std::string message;                    ///< why it ended early
    std::vector<std::string> remarks = {};  ///< lines for the user, where nothing has failed
    std::string script;                     ///< file name
    std::string date;                       ///< UTC, ISO 8601
    nlohmann::json settings = nlohmann::json::object();
    nlohmann::json results = nlohmann::json::object();  ///< of sight lines, viewsheds and surfaces
    nlohmann::json machine = nlohmann::json::object();
    nlohmann::json renderer = nlohmann::json::object();
    nlohmann::json link = nlohmann::json::object();
    std::vector<FrameRecord> frames;    ///< of a picture one for each layer that ticks, in their order
    std::vector<std::string> layers;    ///< ids of those; empty counts as one
    std::vector<std::string> pictures;  ///< file names of the PNG frames
    std::uint64_t frames_received = 0;
    double receiving_seconds = 0.0;  ///< from the first to the last frame received
    double picture_seconds = 0.0;    ///< spent on PNG files, in none of the frames' columns
};

/// What the frames come to as a whole.
struct PlayTotals {
    std::uint64_t pictures = 0;  ///< drawn
    std::uint64_t bytes = 0;
    std::uint64_t drops = 0;
    double seconds = 0.0;  ///< from the first frame taken to the last one drawn, without PNG files
    double data_frames_per_second = 0.0;
    double drawn_frames_per_second = 0.0;
    double megabytes_per_second = 0.0;  ///< of the frames drawn, as bytes is
    std::uint64_t network_clamped = 0;  ///< frames with a negative network time by the two clocks
    std::string payload_hash;
};

[[nodiscard]] std::string
status_text(PlayReport::Status status);  ///< "complete", "interrupted", "ended early", ...
[[nodiscard]] PlayTotals totals_of(const PlayReport& report);
[[nodiscard]] nlohmann::json statistics_of(const PlayReport& report);
/// All but the frames themselves, which are in frames.csv.
[[nodiscard]] nlohmann::json report_json(const PlayReport& report);
/// One line a drawn frame, under a line of names; with several layers that tick, a last column names the
/// layer.
[[nodiscard]] std::string report_csv(const PlayReport& report);
/// What was played: "dataset NAME" or "terrain NAME".
[[nodiscard]] std::string name_of_played(const PlayReport& report);
/// One screen for a terminal.
[[nodiscard]] std::string report_summary(const PlayReport& report);

}  // namespace farfield::app
