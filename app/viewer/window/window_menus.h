#pragma once

namespace farfield::app {

class MainWindow;

/// Fills the window's menu bar, with its keyboard shortcuts. Call once, when the docks are there.
void add_menus(MainWindow& window);

}  // namespace farfield::app
