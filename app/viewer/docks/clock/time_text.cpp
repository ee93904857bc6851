#include "app/viewer/docks/clock/time_text.h"

#include <QDateTime>
#include <cmath>
#include <cstdlib>

#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {

QString utc_text(double seconds)
{
    constexpr double tenths = 10.0;
    constexpr qint64 ms_per_tenth = 100, per_second = 1000;
    const auto ms = static_cast<qint64>(std::llround(seconds * tenths)) * ms_per_tenth;
    const auto time = QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC);
    // Qt has no year 0: the one before 1 is its -1.
    const int year = time.date().year(), counted = year < 0 ? year + 1 : year;
    QString text = QStringLiteral("%1%2")
                       .arg(QLatin1String(counted < 0 ? "-" : ""))
                       .arg(std::abs(counted), 4, 10, QLatin1Char('0')) +
                   time.toString(QStringLiteral("-MM-dd HH:mm"));
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
