#pragma once

#include <QImage>
#include <QString>

namespace farfield::app {

/// Writes a PNG atomically, like all files of this program. Returns the reason of a failure; empty: none.
[[nodiscard]] QString write_picture(const QImage& picture, const QString& file);

}  // namespace farfield::app
