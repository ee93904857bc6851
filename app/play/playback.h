#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <span>

#include "app/play/frame_player.h"
#include "app/play/interrupt.h"
#include "app/play/progress_line.h"
#include "app/play/report/play_report.h"
#include "app/play/report/report_folder.h"
#include "app/play/waiting_note.h"
#include "render/gl/render_target.h"

namespace farfield::app {

/// Dependencies of a playback; non-owning.
struct PlayRun {
    PlayedDocument& played;
    const ReportFolder& folder;
    const Interrupt& interrupt;
    ProgressLine& progress;
};

/// Follows a playback from frame to frame, whatever it is drawn into: collects its report, and finds its end.
/// Threads: that of the GL context.
class Playback {
public:
    /// Longest delay before Ctrl-C is noticed while nothing arrives.
    static constexpr std::chrono::milliseconds patience{50};

    explicit Playback(const PlayRun& run);

    /// Notes a picture that was drawn of these frames; returns true when it is to be saved.
    [[nodiscard]] bool note(std::span<const FrameRecord> frames, const FramePlayer& player);
    /// Saves the picture noted last. Throws std::runtime_error when it cannot.
    void save_picture(const render::Image& image);

    /// True once no frame will follow, or no further one is wanted. idle: no frame could be drawn just now.
    [[nodiscard]] bool is_over(bool idle);
    /// Waits for news of the stream, without spinning.
    void wait(std::chrono::milliseconds at_most = patience) { run_.played.wait_for_news(at_most); }

    /// Returns the report; its renderer is still to be filled in.
    [[nodiscard]] PlayReport finish(const FramePlayer& player);

private:
    /// Silence after which a node that lives, but computes nothing, is given up.
    static constexpr std::chrono::seconds longest_silence{60};

    [[nodiscard]] bool end_with(PlayReport::Status status, const std::string& message);
    [[nodiscard]] bool is_quiet();
    [[nodiscard]] std::chrono::duration<double> frame_interval() const;  ///< by the rate
    [[nodiscard]] bool is_stalled() const;
    void note_off_clock();

    PlayRun run_;
    PlayReport report_;
    std::uint64_t first_received_ns_ = 0;
    std::optional<std::uint64_t> picture_;  ///< noted last
    struct OffClock {
        double last_seconds = 0.0, most_seconds = 0.0;  ///< positive: ahead of the clock; negative: behind
    };
    std::map<std::string, OffClock> off_clock_;  ///< by layer
    std::chrono::steady_clock::time_point last_frame_at_ = std::chrono::steady_clock::now();
    std::optional<std::chrono::steady_clock::time_point> ended_at_;
    WaitingNote waiting_;
};

}  // namespace farfield::app
