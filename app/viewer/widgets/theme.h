#pragma once

class QApplication;

namespace farfield::app {

/// Sets a dark look for every window: Qt's Fusion style, one palette, some space between controls.
void apply_theme(QApplication& application);

}  // namespace farfield::app
