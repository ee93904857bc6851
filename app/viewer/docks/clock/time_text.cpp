#include "app/viewer/docks/clock/time_text.h"

#include <QDateTime>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <tuple>

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

std::optional<double> utc_at(const model::DatasetInfo& dataset, double seconds)
{
    const auto& [times, dates] = std::tie(dataset.times, dataset.dates);
    if (dates.empty() || dates.size() != times.size())
        return dataset.time_origin ? std::optional(*dataset.time_origin + seconds) : std::nullopt;
    const auto later = static_cast<std::size_t>(std::ranges::upper_bound(times, seconds) - times.begin());
    const std::size_t at = later == 0 ? 0 : later - 1;
    if (!dates[at]) return std::nullopt;
    const double since = seconds - times[at];
    if (since <= 0.0 || later == times.size()) return *dates[at] + since;
    if (!dates[later]) return std::nullopt;
    return *dates[at] + (*dates[later] - *dates[at]) * since / (times[later] - times[at]);
}

QString time_text(const model::DatasetInfo& dataset, double seconds)
{
    if (const auto utc = utc_at(dataset, seconds)) return utc_text(*utc);
    const QString units = plain_text(dataset.time_units);
    constexpr int digits = 9;
    return QString::number(seconds, 'g', digits) + (units.isEmpty() ? QString() : QLatin1Char(' ') + units);
}

}  // namespace farfield::app
