#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/play/report/frame_record.h"

namespace farfield::app {

/// Results of one scripted playback.
struct PlayReport {
    enum class Status { Complete, Interrupted, EndedEarly, NodeLost, Failed };
    Status status = Status::Complete;
    std::string message;                    ///< reason of an early end
    std::vector<std::string> remarks = {};  ///< lines for the user without a failure
    std::string script;                     ///< file name
    std::string date;                       ///< UTC, ISO 8601
    nlohmann::json settings = nlohmann::json::object();
    nlohmann::json results = nlohmann::json::object();  ///< from sight lines, viewsheds and surfaces
    nlohmann::json machine = nlohmann::json::object();
    nlohmann::json renderer = nlohmann::json::object();
    nlohmann::json link = nlohmann::json::object();
    std::vector<FrameRecord> frames;    ///< for each picture one of each ticking layer, in their order
    std::vector<std::string> layers;    ///< ids of these layers; empty counts as one
    std::vector<std::string> pictures;  ///< file names of the PNG frames
    std::uint64_t frames_received = 0;
    double receiving_seconds = 0.0;  ///< from the first to the last frame received
    double picture_seconds = 0.0;    ///< spent on PNG files, not in any frame's times
};

/// Totals over the frames.
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
/// The report without its frames, which are in frames.csv.
[[nodiscard]] nlohmann::json report_json(const PlayReport& report);
/// A line for each drawn frame, under a line of names; with several ticking layers, a last column names the
/// layer.
[[nodiscard]] std::string report_csv(const PlayReport& report);
/// Name of the played data: "dataset NAME" or "terrain NAME".
[[nodiscard]] std::string name_of_played(const PlayReport& report);
/// A summary for a terminal, one screen long.
[[nodiscard]] std::string report_summary(const PlayReport& report);

}  // namespace farfield::app
