#pragma once

namespace farfield::app {

class MainWindow;

/// Fills the window's menu bar, with its keyboard shortcuts. Called once, after the docks are made.
void add_menus(MainWindow& window);

}  // namespace farfield::app
