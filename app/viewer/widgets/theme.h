#pragma once

class QApplication;

namespace farfield::app {

/// A calm dark look for every window: Qt's Fusion style, one palette, a little air between controls.
void apply_theme(QApplication& application);

}  // namespace farfield::app
