#include "app/viewer/widgets/foreign_text.h"

#include <QLabel>

namespace farfield::app {

namespace {

/// Marks, embeddings, overrides and isolates of the Unicode Bidirectional Algorithm (UAX 9).
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

QString plain_tip(const QString& text)
{
    if (text.isEmpty()) return text;
    return QStringLiteral("<span>") + plain_text(text).toHtmlEscaped() + QStringLiteral("</span>");
}

void show_plain(QLabel& label)
{
    label.setTextFormat(Qt::PlainText);
}

}  // namespace farfield::app
