#pragma once

#include "app/interrupt.h"
#include "app/play/play_link.h"
#include "app/play/play_report.h"
#include "app/play/report_folder.h"

namespace farfield::app {

/// Plays with no window and no X server. Throws std::runtime_error when there is no OpenGL.
[[nodiscard]] PlayReport play_headless(PlayLink& link, const Script& script, const ReportFolder& folder,
                                       const Interrupt& interrupt);

}  // namespace farfield::app
