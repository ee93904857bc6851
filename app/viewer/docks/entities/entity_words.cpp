#include "app/viewer/docks/entities/entity_words.h"

#include <QLocale>
#include <QObject>
#include <array>

namespace farfield::app {

QString words_of(const EntityFigures& figures)
{
    const QLocale locale(QLocale::English);
    const auto count = [&](std::uint64_t number) { return locale.toString(static_cast<qulonglong>(number)); };
    QString words =
        QObject::tr("%1 entities, %2 updates/s, %3 lost, %4 conflated")
            .arg(count(figures.entities), count(static_cast<std::uint64_t>(figures.updates_per_second)),
                 count(figures.lost), count(figures.conflated));
    if (figures.dropped > 0) words += QObject::tr(", %1 left out").arg(count(figures.dropped));
    words += QObject::tr(", age %1 / %2 ms (p50 / p95)")
                 .arg(figures.age_p50_ms, 0, 'f', 0)
                 .arg(figures.age_p95_ms, 0, 'f', 0);
    static const std::array reasons{QString(), QObject::tr(" (link)"), QObject::tr(" (receiver)"),
                                    QObject::tr(" (relay)")};
    const auto reason = static_cast<std::size_t>(figures.reason);
    return words + QObject::tr(", congestion %1%2")
                       .arg(figures.level)
                       .arg(reason < reasons.size() ? reasons.at(reason) : QString());
}

}  // namespace farfield::app
