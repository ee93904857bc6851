#pragma once

#include <QImage>
#include <QString>

namespace farfield::app {

/// Writes a PNG as all files of this program are written. Returns why it could not; empty: it is written.
[[nodiscard]] QString write_picture(const QImage& picture, const QString& file);

}  // namespace farfield::app
