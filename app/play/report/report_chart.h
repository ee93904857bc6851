#pragma once

#include <span>
#include <string>

#include "app/play/frame_record.h"

/// The charts of report.html, as SVG that takes its colours from the page's style.
namespace farfield::app {

/// The frame_parts' times of each frame on top of each other. Many frames share a bar, which shows their
/// mean.
[[nodiscard]] std::string stage_chart(std::span<const FrameRecord> frames);

/// Drawn frames a second over the time of the playback.
[[nodiscard]] std::string rate_chart(std::span<const FrameRecord> frames);

}  // namespace farfield::app
