#pragma once

#include <string>

#include "app/play/report/play_report.h"

namespace farfield::app {

/// The report as a self-contained page: no script, no font, no file but the PNG frames beside it.
[[nodiscard]] std::string report_html(const PlayReport& report);

}  // namespace farfield::app
