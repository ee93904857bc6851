#include "app/viewer/session/recent_files.h"

#include <QDir>
#include <QFileInfo>
#include <QObject>
#include <QSettings>
#include <algorithm>

namespace farfield::app {
namespace {

constexpr qsizetype most_recent = 8;
const QString key = QStringLiteral("recent");

QSettings settings()
{
    return {QSettings::IniFormat, QSettings::UserScope, QStringLiteral("farfield"), QStringLiteral("viewer")};
}

QStringList sorted(QStringList paths)
{
    paths.sort();
    paths.removeDuplicates();
    return paths;
}

/// True when two openings have the same files, in any order.
bool are_same(const QStringList& one, const QStringList& other)
{
    return sorted(one) == sorted(other);
}

/// Appends an opening unless one with the same files is there.
void append_new(QList<QStringList>& openings, QStringList paths)
{
    paths.removeDuplicates();
    const auto is_this = [&](const QStringList& other) { return are_same(other, paths); };
    if (std::ranges::none_of(openings, is_this)) openings.append(paths);
}

QString name_of(const QStringList& paths)
{
    const QString first = QFileInfo(paths.front()).fileName();
    return paths.size() == 1 ? first : QObject::tr("%1 and %2 more").arg(first).arg(paths.size() - 1);
}

}  // namespace

QList<QStringList> recent_files()
{
    QList<QStringList> recent;
    const QVariantList kept = settings().value(key).toList();
    for (const QVariant& opening : kept) {
        const QStringList paths = opening.toStringList();
        if (!paths.isEmpty() &&
            std::ranges::all_of(paths, [](const QString& path) { return QFileInfo::exists(path); }))
            append_new(recent, paths);
    }
    return recent;
}

QStringList recent_names(const QList<QStringList>& openings)
{
    QStringList names;
    for (const QStringList& paths : openings) names.append(name_of(paths));
    QStringList shown = names;
    for (qsizetype i = 0; i < names.size(); ++i)
        if (names.count(names[i]) > 1)
            shown[i] += QStringLiteral(" – ") + QFileInfo(openings[i].front()).dir().dirName();
    return shown;
}

void add_recent_files(const QStringList& paths)
{
    QList<QStringList> recent;
    append_new(recent, paths);
    for (const QStringList& before : recent_files()) append_new(recent, before);
    QVariantList kept;
    for (const QStringList& opening : recent)
        if (kept.size() < most_recent) kept.append(opening);
    settings().setValue(key, kept);
}

}  // namespace farfield::app
