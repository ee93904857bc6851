#pragma once

#include <QImage>
#include <QTest>
#include <memory>

#include "app/viewer/controls/stream_control.h"
#include "app/viewer/view/flow_view.h"
#include "app/viewer/window/banner.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/status_panel.h"

/// The common part of the window's tests: an application, an open window, and questions to it.
namespace farfield::app {

/// Processes events until the condition holds. False after a time in which it must have on the slowest
/// machine.
template <typename Condition>
[[nodiscard]] bool eventually(Condition&& condition)
{
    constexpr int patience_milliseconds = 60'000;
    return QTest::qWaitFor(std::forward<Condition>(condition), patience_milliseconds);
}

/// Makes Qt's application, once; open_window() does too. Needed before anything that lives from Qt's events.
void start_application();

/// A shown window that connects to 127.0.0.1:port.
[[nodiscard]] std::unique_ptr<MainWindow> open_window(std::uint16_t port,
                                                      const std::string& dataset = "analytic:tornado");

/// Copies of what the picture shows of its layers; empty ones where it has none.
struct Drawings {
    render::ParticleDrawing particles;
    render::LineDrawing lines;
    render::TerrainDrawing terrain;
};
[[nodiscard]] Drawings drawings_of(const FlowView& view);

/// Waits until a frame with particles has been shown.
[[nodiscard]] bool shows_particles(MainWindow& window);
/// Number of the program's frame on show; of no frame: -1.
[[nodiscard]] std::int64_t frame_on_show(MainWindow& window);
/// The text of a label in the window.
[[nodiscard]] QString text_of(MainWindow& window, const char* label);
/// Presses and releases a button of the window.
void click(MainWindow& window, const char* button);

/// Pixels of strong colour where the domain is: particles are, background, outline and text are not.
[[nodiscard]] int coloured_pixels(const QImage& picture, const FlowView& view);

/// The mouse over the view, at logical pixels of it.
void press_mouse(MainWindow& window, QPointF where);
void move_mouse(MainWindow& window, QPointF where);
void release_mouse(MainWindow& window, QPointF where);

}  // namespace farfield::app
