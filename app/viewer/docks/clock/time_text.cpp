#include "app/viewer/docks/clock/time_text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <tuple>

#include "app/viewer/widgets/foreign_text.h"
#include "model/calendar/calendar.h"

namespace farfield::app {

namespace {

QString clock_text(double seconds, model::CalendarKind calendar)
{
    constexpr double tenths = 10.0;
    constexpr long per_second = 10, per_minute = 60 * per_second, per_hour = 60 * per_minute;
    const auto time = model::time_in(std::round(seconds * tenths) / tenths, calendar);
    if (!time) return QString::number(seconds, 'g', 9) + QStringLiteral(" s");
    const long of_day = std::lround(time->seconds * tenths);
    const auto padded = [](long number, int digits) {
        return QStringLiteral("%1").arg(number, digits, 10, QLatin1Char('0'));
    };
    const int year = time->date.year;
    QString text = QLatin1String(year < 0 ? "-" : "") + padded(std::abs(year), 4) + QLatin1Char('-') +
                   padded(time->date.month, 2) + QLatin1Char('-') + padded(time->date.day, 2) +
                   QLatin1Char(' ') + padded(of_day / per_hour, 2) + QLatin1Char(':') +
                   padded(of_day % per_hour / per_minute, 2);
    if (of_day % per_minute != 0) text += QLatin1Char(':') + padded(of_day % per_minute / per_second, 2);
    if (of_day % per_second != 0) text += QLatin1Char('.') + padded(of_day % per_second, 1);
    return text + QStringLiteral(" UTC");
}

}  // namespace

QString utc_text(double seconds)
{
    return clock_text(seconds, model::CalendarKind::Gregorian);
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

std::optional<QString> date_text(const model::DatasetInfo& dataset, double seconds)
{
    if (dataset.calendar_origin)
        return clock_text(*dataset.calendar_origin + seconds, model::calendar_named(dataset.calendar));
    const auto utc = utc_at(dataset, seconds);
    return utc ? std::optional(utc_text(*utc)) : std::nullopt;
}

QString time_text(const model::DatasetInfo& dataset, double seconds)
{
    if (const auto date = date_text(dataset, seconds)) return *date;
    const QString units = plain_text(dataset.time_units);
    constexpr int digits = 9;
    return QString::number(seconds, 'g', digits) + (units.isEmpty() ? QString() : QLatin1Char(' ') + units);
}

}  // namespace farfield::app
