#pragma once

#include <span>
#include <string>

#include "app/play/report/frame_record.h"

/// Charts of report.html, as SVG with colours from the page's style.
namespace farfield::app {

/// Stacked times of each frame, one part for each of frame_parts. Many frames share a bar, which shows their
/// mean.
[[nodiscard]] std::string stage_chart(std::span<const FrameRecord> frames);

/// Drawn frames a second over the time of the playback.
[[nodiscard]] std::string rate_chart(std::span<const FrameRecord> frames);

}  // namespace farfield::app
