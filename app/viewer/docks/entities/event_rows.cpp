#include "app/viewer/docks/entities/event_rows.h"

#include <QDateTime>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {
namespace {

/// Text of a UTC time of day.
QString time_text(std::uint64_t ns)
{
    constexpr std::uint64_t ns_per_ms = 1'000'000;
    return QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(ns / ns_per_ms), Qt::UTC)
        .toString(QStringLiteral("HH:mm:ss"));
}

QString entity_text(const net::dis::EntityId& id, const EntityTable& table)
{
    const KnownEntity* entity = table.find(id);
    if (entity != nullptr) return plain_text(name_of(*entity));
    return id.key() == 0 ? QStringLiteral("–") : QString::fromStdString(text_of(id));
}

QString degrees_text(double degrees, QChar positive, QChar negative)
{
    return QStringLiteral("%1° %2")
        .arg(std::abs(degrees), 0, 'f', 4)
        .arg(degrees < 0.0 ? negative : positive);
}

QString place_text(const std::optional<glm::dvec3>& earth)
{
    if (!earth) return QStringLiteral("–");
    const auto at = model::geodetic_of(*earth);
    return degrees_text(at.latitude_degrees, u'N', u'S') + QStringLiteral(", ") +
           degrees_text(at.longitude_degrees, u'E', u'W') +
           QStringLiteral(", %1 m").arg(at.height_metres, 0, 'f', 0);
}

}  // namespace

QString event_text(net::dis::PduType kind)
{
    return kind == net::dis::PduType::Fire         ? QObject::tr("Fire")
           : kind == net::dis::PduType::Detonation ? QObject::tr("Detonation")
                                                   : QObject::tr("Collision");
}

EventRows::Row EventRows::row_of(const SeenEvent& event, const EntityTable& table)
{
    return {.number = event.number,
            .cells = {time_text(event.arrival_ns), event_text(event.event.kind),
                      entity_text(event.event.shooter, table), entity_text(event.event.target, table),
                      place_text(event.earth_place())}};
}

void EventRows::show(const EntityTable& table)
{
    const EntityEvents& events = table.events();
    if (events.last() == shown_) return;
    if (events.last() < shown_) {  // another table
        beginResetModel();
        rows_.clear();
        shown_ = 0;
        endResetModel();
    }
    const auto is_new = [this](const SeenEvent& event) { return event.number > shown_; };
    const auto fresh = static_cast<int>(std::ranges::count_if(events.all(), is_new));
    if (fresh == 0) return;
    beginInsertRows({}, 0, fresh - 1);
    for (const SeenEvent& event : events.all())
        if (is_new(event)) rows_.insert(rows_.begin(), row_of(event, table));
    shown_ = events.last();
    endInsertRows();
    if (rows_.size() <= EntityEvents::most) return;
    beginRemoveRows({}, static_cast<int>(EntityEvents::most), rowCount() - 1);
    rows_.resize(EntityEvents::most);
    endRemoveRows();
}

int EventRows::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int EventRows::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : column_count;
}

QVariant EventRows::data(const QModelIndex& index, int role) const
{
    if (role != Qt::DisplayRole) return {};
    return rows_.at(static_cast<std::size_t>(index.row())).cells.at(static_cast<std::size_t>(index.column()));
}

QVariant EventRows::headerData(int section, Qt::Orientation orientation, int role) const
{
    static const std::array headings{tr("UTC"), tr("Event"), tr("Shooter"), tr("Target"), tr("Place")};
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal) return {};
    return headings.at(static_cast<std::size_t>(section));
}

}  // namespace farfield::app
