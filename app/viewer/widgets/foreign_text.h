#pragma once

#include <QString>
#include <string>

class QLabel;

/// Words of a node or a file in the window: they are shown as they are, never read as HTML.
namespace farfield::app {

/// The same with U+FFFD for what would change how other text looks: control characters but line ends, and
/// those that turn the direction of writing.
[[nodiscard]] QString plain_text(const QString& text);
[[nodiscard]] QString plain_text(const std::string& text);  ///< UTF-8

/// For a tooltip, which Qt reads as HTML where it looks like that.
[[nodiscard]] QString plain_tip(const QString& text);

/// From now on the label shows HTML as text.
void show_plain(QLabel& label);

}  // namespace farfield::app
