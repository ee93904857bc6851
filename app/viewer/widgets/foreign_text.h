#pragma once

#include <QString>
#include <string>

class QLabel;
class QListWidgetItem;
class QTreeWidgetItem;
class QWidget;

/// Texts of a node or a file in the window: shown as plain text, never read as HTML.
namespace farfield::app {

/// The text with U+FFFD for characters that would change other text: control characters except line ends, and
/// those that change the direction of writing.
[[nodiscard]] QString plain_text(const QString& text);
[[nodiscard]] QString plain_text(const std::string& text);  ///< UTF-8

/// A tooltip of plain text, although Qt reads a tooltip as HTML where it looks like that. It is the only
/// permitted way to a tooltip (tests/architecture/rules.py). Its HTML goes only to tooltip setters.
class Tip {
public:
    explicit Tip(const QString& words);
    void show_on(QWidget& widget) const;
    void show_on(QListWidgetItem& item) const;
    void show_on(QTreeWidgetItem& item, int column) const;

private:
    QString html_;  ///< with all characters escaped; empty for an empty text
};

/// Makes a label show HTML as plain text.
void show_plain(QLabel& label);

}  // namespace farfield::app
