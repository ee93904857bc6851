#include "app/viewer/docks/clock/time_text.h"

#include <QDateTime>
#include <cmath>

#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {

QString utc_text(double seconds)
{
    constexpr double tenths = 10.0;
    constexpr qint64 ms_per_tenth = 100, per_second = 1000;
    const auto ms = static_cast<qint64>(std::llround(seconds * tenths)) * ms_per_tenth;
    const auto time = QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC);
    QString text = time.toString(QStringLiteral("yyyy-MM-dd HH:mm"));
    if (time.time().second() != 0 || ms % per_second != 0) text += time.toString(QStringLiteral(":ss"));
    if (ms % per_second != 0) text += time.toString(QStringLiteral(".zzz")).chopped(2);
    return text + QStringLiteral(" UTC");
}

QString time_text(const model::DatasetInfo& dataset, double seconds)
{
    if (dataset.time_origin) return utc_text(*dataset.time_origin + seconds);
    const QString units = plain_text(dataset.time_units);
    constexpr int digits = 9;
    return QString::number(seconds, 'g', digits) + (units.isEmpty() ? QString() : QLatin1Char(' ') + units);
}

}  // namespace farfield::app
