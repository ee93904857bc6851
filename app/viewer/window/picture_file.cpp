#include "app/viewer/window/picture_file.h"

#include <QBuffer>
#include <QByteArray>
#include <exception>

#include "model/files/atomic_file.h"

namespace farfield::app {

QString write_picture(const QImage& picture, const QString& file)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (!buffer.open(QIODevice::WriteOnly) || !picture.save(&buffer, "PNG"))
        return QStringLiteral("the picture cannot be packed");
    try {
        write_atomically(file.toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
    } catch (const std::exception& fault) {
        return QString::fromUtf8(fault.what());
    }
    return {};
}

}  // namespace farfield::app
