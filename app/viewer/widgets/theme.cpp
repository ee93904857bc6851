#include "app/viewer/widgets/theme.h"

#include <QApplication>
#include <QPalette>
#include <QStyleFactory>

namespace farfield::app {

namespace {

QPalette dark_palette()
{
    const QColor window{0x1d, 0x21, 0x28}, base{0x14, 0x17, 0x1c}, button{0x2a, 0x30, 0x3a};
    const QColor text{0xd6, 0xdb, 0xe3}, muted{0x6d, 0x76, 0x84}, accent{0x3d, 0x8b, 0xd4};
    QPalette palette;
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::AlternateBase, window);
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::PlaceholderText, muted);
    palette.setColor(QPalette::Button, button);
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::ToolTipBase, button);
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::BrightText, Qt::white);
    palette.setColor(QPalette::Highlight, accent);
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, accent);
    palette.setColor(QPalette::Light, button.lighter(130));
    palette.setColor(QPalette::Mid, button.darker(115));
    palette.setColor(QPalette::Dark, base);
    palette.setColor(QPalette::Shadow, Qt::black);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, muted);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, button);
    return palette;
}

const char* const style_sheet = R"(
QToolTip { color: #d6dbe3; background: #2a303a; border: 1px solid #3a424f; padding: 4px; }
QMainWindow::separator { background: #14171c; width: 4px; height: 4px; }
QMainWindow::separator:hover { background: #3d8bd4; }
QDockWidget::title { background: #232831; padding: 5px 8px; }
QTabBar::tab { padding: 5px 12px; background: #1d2128; color: #8d96a5; border: none; border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: #e6eaf0; border-bottom: 2px solid #3d8bd4; }
QTabBar::tab:hover { color: #e6eaf0; }
QStatusBar { background: #171a20; }
QStatusBar::item { border: none; }
QListWidget { border: 1px solid #2f3640; border-radius: 3px; }
QListWidget::item { padding: 3px 4px; }
)";

}  // namespace

void apply_theme(QApplication& application)
{
    application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    application.setPalette(dark_palette());
    application.setStyleSheet(QString::fromLatin1(style_sheet));
}

}  // namespace farfield::app
