#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/play/played_document.h"
#include "app/play/report/frame_record.h"
#include "render/layers/scene_renderer.h"

namespace farfield::app {

/// Draws the pictures of a document as its frames arrive, and records the time of each step. On a live clock
/// picture n is drawn n / frames_per_second seconds after the first, with the frames that are there by then.
/// Contexts: made, used and destroyed with the same GL context current. Allocates nothing on the heap per
/// frame.
class FramePlayer {
public:
    /// Starts the document's programs.
    explicit FramePlayer(PlayedDocument& played);
    FramePlayer(const FramePlayer&) = delete;
    FramePlayer& operator=(const FramePlayer&) = delete;
    ~FramePlayer() { played_.stop(); }

    /// Takes a frame of each ticking layer, once all have one, and draws a picture into the bound framebuffer
    /// with the viewport's size. Returns a record of each frame taken, once the GPU has drawn them; empty
    /// while a frame is missing. Valid until the next call.
    std::span<const FrameRecord> play_next(const render::Viewport& viewport);
    /// True when play_next() has frames to take.
    [[nodiscard]] bool frame_waiting() { return until_due().count() == 0 && played_.layers().is_ready(); }
    /// Time until the next picture of a live clock is due; 0 when it is due, and on other clocks.
    [[nodiscard]] std::chrono::nanoseconds until_due() const;
    /// Number of the picture that was drawn last.
    [[nodiscard]] std::uint64_t picture() const noexcept { return picture_; }
    /// Time at which all frames of the picture drawn last were complete here; viewer's clock.
    [[nodiscard]] std::uint64_t received_ns() const noexcept { return received_ns_; }
    /// Draws the last picture again, for a window that was uncovered.
    void draw_again(const render::Viewport& viewport);

    [[nodiscard]] std::string_view slot_path();
    /// Ids of the ticking layers, in order; FrameRecord::layer is an index into them.
    [[nodiscard]] const std::vector<std::string>& ticking() const noexcept { return ticking_; }

private:
    [[nodiscard]] bool is_live() const noexcept { return played_.document().clock.live; }
    void draw(const render::Viewport& viewport);
    [[nodiscard]] render::CameraView camera_for(const render::Viewport& viewport);
    /// Throws std::runtime_error when a frame violates the protocol.
    void check_frame(const LayerFrame& frame, std::size_t layer) const;
    [[nodiscard]] FrameRecord record(const LayerFrame& frame, std::size_t layer, std::uint64_t taken_ns,
                                     std::uint64_t drawn_ns);

    PlayedDocument& played_;
    net::Policy policy_ = net::Policy::Every;
    std::vector<std::string> ticking_;
    std::vector<std::uint64_t> next_sequence_;  ///< [ticking]
    std::vector<FrameRecord> records_;          ///< [ticking]
    render::SceneRenderer renderer_;
    render::Scene scene_;
    std::uint64_t pictures_ = 0;  ///< taken
    std::uint64_t picture_ = 0;   ///< number of the picture drawn last
    std::uint64_t first_taken_ns_ = 0, received_ns_ = 0;
};

}  // namespace farfield::app
