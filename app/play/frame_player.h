#pragma once

#include <optional>
#include <vector>

#include "app/play/frame_record.h"
#include "app/play/play_link.h"
#include "app/show/frames/frame_stream.h"
#include "app/show/drawings.h"
#include "render/layers/scene_renderer.h"

namespace farfield::app {

/// Draws a script's frames as they come, and tells where each one's time went.
/// Contexts: made, used and destroyed with the same GL context current. Allocates nothing on the heap per
/// frame.
class FramePlayer {
public:
    /// Lets the frames flow.
    FramePlayer(PlayLink& link, const Script& script);
    FramePlayer(const FramePlayer&) = delete;
    FramePlayer& operator=(const FramePlayer&) = delete;
    ~FramePlayer();

    /// Takes a frame, if there is one, and draws it into the framebuffer that is bound, of the viewport's
    /// size. Returns once the GPU has done so.
    std::optional<FrameRecord> play_next(const render::Viewport& viewport);
    /// Whether play_next() has something to take.
    [[nodiscard]] bool frame_waiting() noexcept { return stream_.ring().waiting() > 0; }
    /// Of the frame drawn last.
    [[nodiscard]] const net::FrameInfo& info() const noexcept { return stream_.info(); }
    /// Draws the last frame again, for a window that was uncovered.
    void draw_again(const render::Viewport& viewport);

    [[nodiscard]] std::string_view slot_path() const { return stream_.slots().path(); }

private:
    void draw(const render::Viewport& viewport);
    [[nodiscard]] render::CameraView camera_for(const render::Viewport& viewport) const;
    /// Throws std::runtime_error when the newest frame is not what the protocol says.
    void check_frame() const;
    [[nodiscard]] FrameRecord record(std::uint64_t taken_ns, std::uint64_t drawn_ns);

    PlayLink& link_;
    const Script& script_;
    FrameStream stream_;
    render::SceneRenderer renderer_;
    Drawings drawings_;  ///< that the scene shows
    render::Scene scene_;
    std::uint64_t next_sequence_ = 0;
    std::uint64_t first_taken_ns_ = 0;
};

}  // namespace farfield::app
