#pragma once

class QScrollArea;
class QWidget;

namespace farfield::app {

/// Makes a scroll area for a dock's content, which may be too high for a small screen. Takes content over.
[[nodiscard]] QScrollArea* new_scrolled(QWidget* content, QWidget* parent);

}  // namespace farfield::app
