#include "app/viewer/session/recent_files.h"

#include <QFileInfo>
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

}  // namespace

QList<QStringList> recent_files()
{
    QList<QStringList> recent;
    const QVariantList kept = settings().value(key).toList();
    for (const QVariant& opening : kept) {
        const QStringList paths = opening.toStringList();
        if (!paths.isEmpty() &&
            std::ranges::all_of(paths, [](const QString& path) { return QFileInfo::exists(path); }))
            recent.append(paths);
    }
    return recent;
}

void add_recent_files(const QStringList& paths)
{
    QList<QStringList> recent = recent_files();
    recent.removeAll(paths);
    recent.prepend(paths);
    QVariantList kept;
    for (const QStringList& opening : recent)
        if (kept.size() < most_recent) kept.append(opening);
    settings().setValue(key, kept);
}

}  // namespace farfield::app
