#pragma once

#include <QList>
#include <QStringList>

namespace farfield::app {

/// Paths of the last openings on this machine, newest first. Kept in the user's settings
/// (~/.config/farfield/viewer.ini). Files that no longer exist are left out.
[[nodiscard]] QList<QStringList> recent_files();
/// List texts for these: the first name, how many more, and the folder where others have the same text.
[[nodiscard]] QStringList recent_names(const QList<QStringList>& openings);
/// Adds an opening, in place of one with the same files in another order. paths: absolute.
void add_recent_files(const QStringList& paths);

}  // namespace farfield::app
