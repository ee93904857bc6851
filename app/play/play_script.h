#pragma once

#include <chrono>
#include <filesystem>
#include <optional>

#include "app/play/interrupt.h"
#include "app/play/played_document.h"
#include "app/play/report/play_report.h"
#include "app/play/report/report_folder.h"
#include "model/document/document.h"
#include "net/client/client.h"

namespace farfield::app {

struct PlaySettings {
    model::Document document;
    std::string script_file;
    net::ClientSettings node;
    std::optional<net::ClientSettings> relay = std::nullopt;  ///< for layers of entities
    bool headless = false;
    std::chrono::milliseconds longest_wait = PlaySources::usual_wait;  ///< for the first entities
    bool show_progress = false;
};

/// Plays a document to its end, or until Ctrl-C or the node's end, and leaves PNG frames staged in the
/// folder. A node lost or failed on the way is in the report's status; no node at all, and no OpenGL, is
/// a std::runtime_error. Needs a QGuiApplication; with a window, one that has a display.
[[nodiscard]] PlayReport play_script(const PlaySettings& settings, const ReportFolder& folder,
                                     const Interrupt& interrupt);

}  // namespace farfield::app
