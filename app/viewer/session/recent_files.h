#pragma once

#include <QList>
#include <QStringList>

namespace farfield::app {

/// What was opened last on this machine, newest first: the paths of each opening. Kept in the user's settings
/// (~/.config/farfield/viewer.ini). What does not exist any more is left out.
[[nodiscard]] QList<QStringList> recent_files();
/// How each of these is listed: the first name, how many more, and the folder where others read the same.
[[nodiscard]] QStringList recent_names(const QList<QStringList>& openings);
/// In place of the same files in another order. paths: absolute.
void add_recent_files(const QStringList& paths);

}  // namespace farfield::app
