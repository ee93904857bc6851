#pragma once

class QScrollArea;
class QWidget;

namespace farfield::app {

/// A dock's content that may be higher than there is room on a small screen. Takes content over.
[[nodiscard]] QScrollArea* new_scrolled(QWidget* content, QWidget* parent);

}  // namespace farfield::app
