#pragma once

#include <QGuiApplication>
#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "app/play/play_script.h"
#include "tests/temporary_folder.h"

namespace farfield::app::test {

/// Plays a document without a window.
inline PlayReport play(const model::Document& document, std::optional<net::ClientSettings> relay,
                       std::chrono::milliseconds longest_wait = PlaySources::usual_wait,
                       const net::ClientSettings& node = {})
{
    static int argc = 1;
    static std::string name = "test";
    static std::array<char*, 2> argv{name.data(), nullptr};
    qputenv("QT_QPA_PLATFORM", "offscreen");
    static const QGuiApplication application(argc, argv.data());
    const farfield::test::TemporaryFolder parent;
    ReportFolder folder(parent / "report");
    const Interrupt interrupt;
    const PlaySettings settings{.document = document,
                                .script_file = "test.toml",
                                .node = node,
                                .relay = std::move(relay),
                                .headless = true,
                                .longest_wait = longest_wait};
    return play_script(settings, folder, interrupt);
}

}  // namespace farfield::app::test
