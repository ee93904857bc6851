#pragma once

#include <QString>
#include <string>

class QLabel;
class QListWidgetItem;
class QTreeWidgetItem;
class QWidget;

/// Words of a node or a file in the window: they are shown as they are, never read as HTML.
namespace farfield::app {

/// The same with U+FFFD for what would change how other text looks: control characters but line ends, and
/// those that turn the direction of writing.
[[nodiscard]] QString plain_text(const QString& text);
[[nodiscard]] QString plain_text(const std::string& text);  ///< UTF-8

/// A tooltip that shows words as they are, although Qt reads one as HTML where it looks like that: the one
/// way to a tooltip (tests/architecture/rules.py). Its HTML goes to what takes the tooltip alone.
class Tip {
public:
    explicit Tip(const QString& words);
    void show_on(QWidget& widget) const;
    void show_on(QListWidgetItem& item) const;
    void show_on(QTreeWidgetItem& item, int column) const;

private:
    QString html_;  ///< all words escaped; empty for none
};

/// From now on the label shows HTML as text.
void show_plain(QLabel& label);

}  // namespace farfield::app
