#include "app/viewer/widgets/foreign_text.h"

#include <QLabel>
#include <QListWidgetItem>
#include <QTreeWidgetItem>

namespace farfield::app {

namespace {

/// True for marks, embeddings, overrides and isolates of the Unicode Bidirectional Algorithm (UAX 9).
bool turns_direction(char16_t c)
{
    return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);
}

bool changes_other_text(QChar c)
{
    if (c == QLatin1Char('\n')) return false;
    return c.category() == QChar::Other_Control || turns_direction(c.unicode());
}

}  // namespace

QString plain_text(const QString& text)
{
    QString plain = text;
    for (QChar& c : plain)
        if (changes_other_text(c)) c = QChar::ReplacementCharacter;
    return plain;
}

QString plain_text(const std::string& text)
{
    return plain_text(QString::fromStdString(text));
}

Tip::Tip(const QString& words)
{
    if (words.isEmpty()) return;
    const QString text = plain_text(words).toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>"));
    html_ = QStringLiteral("<span>") + text + QStringLiteral("</span>");
}

void Tip::show_on(QWidget& widget) const
{
    widget.setToolTip(html_);
}

void Tip::show_on(QListWidgetItem& item) const
{
    item.setToolTip(html_);
}

void Tip::show_on(QTreeWidgetItem& item, int column) const
{
    item.setToolTip(column, html_);
}

void show_plain(QLabel& label)
{
    label.setTextFormat(Qt::PlainText);
}

}  // namespace farfield::app
