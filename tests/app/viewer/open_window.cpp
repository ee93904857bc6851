#include "tests/app/viewer/open_window.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <algorithm>
#include <stdexcept>

#include "app/viewer/widgets/theme.h"
#include "render/scene/picking.h"
#include "tests/temporary_folder.h"

namespace farfield::app {

namespace {

/// One for the whole program: Qt does not like a second. Never destroyed: Qt's own statics may be gone by
/// then.
QApplication& application()
{
    // What windows keep of their sessions is none of the user's.
    static const farfield::test::TemporaryFolder state;
    static const bool is_set = qputenv("XDG_STATE_HOME", QByteArray::fromStdString(state.path().string()));
    static_cast<void>(is_set);
    static int argument_count = 1;
    static char name[] = "viewer_gl_test";
    static char* arguments[] = {name, nullptr};
    static auto* const one = new QApplication(argument_count, arguments);
    return *one;
}

QPoint in_window(MainWindow& window, QPointF where)
{
    return window.view().mapTo(&window, where.toPoint());
}

/// The rectangle that the domain's corners span on the screen.
QRectF domain_on_screen(const FlowView& view)
{
    const auto transform = view.view_transform();
    const auto& bounds = view.scene().bounds;
    QPolygonF corners;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec3 place((corner & 1) ? bounds.max.x : bounds.min.x,
                              (corner & 2) ? bounds.max.y : bounds.min.y,
                              (corner & 4) ? bounds.max.z : bounds.min.z);
        if (const auto pixel = render::project(transform, place)) corners << QPointF(pixel->x, pixel->y);
    }
    return corners.boundingRect();
}

}  // namespace

void start_application()
{
    apply_theme(application());
}

std::unique_ptr<MainWindow> open_window(std::uint16_t port, const std::string& dataset)
{
    start_application();
    ViewerOptions options;
    options.host = "127.0.0.1";
    options.port = port;
    options.dataset = dataset;
    auto window = std::make_unique<MainWindow>(options);
    window->resize(1280, 800);
    window->show();
    if (!QTest::qWaitForWindowExposed(window.get(), 30'000))
        throw std::runtime_error("the window does not show");
    return window;
}

Drawings drawings_of(const FlowView& view)
{
    Drawings drawings;
    if (const auto* particles = view.drawing<render::ParticleDrawing>()) drawings.particles = *particles;
    if (const auto* terrain = view.drawing<render::TerrainDrawing>()) drawings.terrain = *terrain;
    // A recording's layer may show lines as well: those that there are.
    for (const render::Drawing* each : view.scene().drawings)
        if (const auto* lines = dynamic_cast<const render::LineDrawing*>(each);
            lines != nullptr && (drawings.lines.parts.empty() || !lines->parts.empty()))
            drawings.lines = *lines;
    return drawings;
}

bool shows_particles(MainWindow& window)
{
    return eventually([&] { return window.view().shown() && window.view().shown()->stamp.counts[1] > 0; });
}

std::int64_t frame_on_show(MainWindow& window)
{
    const auto& shown = window.view().shown();
    return shown ? static_cast<std::int64_t>(shown->stamp.frame) : -1;
}

QString text_of(MainWindow& window, const char* label)
{
    const auto* found = window.findChild<QLabel*>(QString::fromLatin1(label));
    return found ? found->text() : QStringLiteral("no such label");
}

void click(MainWindow& window, const char* button)
{
    auto* found = window.findChild<QAbstractButton*>(QString::fromLatin1(button));
    if (!found) throw std::logic_error(std::string("no button ") + button);
    QTest::mouseClick(found, Qt::LeftButton);
}

int coloured_pixels(const QImage& picture, const FlowView& view)
{
    const auto ratio = picture.width() / static_cast<double>(view.width());
    const auto domain = domain_on_screen(view);
    const QRect area =
        QRectF(domain.topLeft() * ratio, domain.bottomRight() * ratio).toRect() & picture.rect();
    constexpr int strong_saturation = 100, bright = 90;
    int count = 0;
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x) {
            const auto colour = picture.pixelColor(x, y);
            count += colour.hsvSaturation() > strong_saturation && colour.value() > bright;
        }
    return count;
}

void press_mouse(MainWindow& window, QPointF where)
{
    QTest::mousePress(window.windowHandle(), Qt::LeftButton, {}, in_window(window, where));
}

void move_mouse(MainWindow& window, QPointF where)
{
    // A cursor that stands there already, from a test before, does not move.
    QTest::mouseMove(window.windowHandle(), in_window(window, where) + QPoint(1, 0));
    QTest::mouseMove(window.windowHandle(), in_window(window, where));
}

void release_mouse(MainWindow& window, QPointF where)
{
    QTest::mouseRelease(window.windowHandle(), Qt::LeftButton, {}, in_window(window, where));
}

}  // namespace farfield::app
