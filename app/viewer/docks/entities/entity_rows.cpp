#include "app/viewer/docks/entities/entity_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {
namespace {

/// Name of a force. SISO-REF-010, Force ID: three sides, each with three forces.
QString force_text(std::uint8_t force)
{
    static const std::array sides{QObject::tr("friendly"), QObject::tr("opposing"), QObject::tr("neutral")};
    if (force == 0) return QObject::tr("other");
    const QString& side = sides.at((force - 1U) % sides.size());
    const unsigned number = (force - 1U) / static_cast<unsigned>(sides.size()) + 1U;
    return number == 1 ? side : QStringLiteral("%1 %2").arg(side).arg(number);
}

/// Name of a kind. SISO-REF-010, Entity Kind, and Platform Domain.
QString kind_text(const net::dis::EntityType& type)
{
    static const std::array kinds{
        QObject::tr("other"),         QObject::tr("platform"), QObject::tr("munition"), QObject::tr("human"),
        QObject::tr("environmental"), QObject::tr("cultural"), QObject::tr("supply"),   QObject::tr("radio"),
        QObject::tr("expendable"),    QObject::tr("sensor")};
    static const std::array domains{QObject::tr("platform"), QObject::tr("land"),       QObject::tr("air"),
                                    QObject::tr("surface"),  QObject::tr("subsurface"), QObject::tr("space")};
    if (type.kind == 1 && type.domain < domains.size()) return domains.at(type.domain);
    return type.kind < kinds.size() ? kinds.at(type.kind) : QObject::tr("kind %1").arg(type.kind);
}

}  // namespace

EntityRows::Row EntityRows::row_of(const KnownEntity& entity, std::uint64_t now_ns,
                                   const HeightAboveGround& height)
{
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    constexpr double seconds_per_ns = 1e-9;
    return {.id = entity.state.id,
            .name = plain_text(name_of(entity)),
            .force = force_text(entity.state.force),
            .kind = kind_text(entity.state.type),
            .metres_per_second = entity.speed(),
            .height_metres = height ? height(entity, now_ns).value_or(unknown)
                                    : model::geodetic_of(entity.state.location).height_metres,
            .age_seconds = static_cast<double>(age_ns(entity.arrival_ns, now_ns)) * seconds_per_ns};
}

void EntityRows::show(const EntityTable& table, std::uint64_t now_ns, const HeightAboveGround& height)
{
    if (std::exchange(is_over_ground_, static_cast<bool>(height)) != static_cast<bool>(height))
        Q_EMIT headerDataChanged(Qt::Horizontal, Height, Height);
    const auto& entities = table.entities();
    const auto is_row_of = [](const KnownEntity& entity, const Row& row) {
        return entity.state.id == row.id;
    };
    const bool is_same = std::ranges::equal(entities, rows_, is_row_of);
    if (!is_same) beginResetModel();
    rows_.resize(entities.size());
    std::ranges::transform(entities, rows_.begin(),
                           [&](const KnownEntity& entity) { return row_of(entity, now_ns, height); });
    if (!is_same)
        endResetModel();
    else if (!rows_.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

int EntityRows::row_of(const net::dis::EntityId& id) const
{
    const auto found = std::ranges::find(rows_, id, &Row::id);
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

int EntityRows::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int EntityRows::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : column_count;
}

QVariant EntityRows::data(const QModelIndex& index, int role) const
{
    const bool is_number = index.column() == Speed || index.column() == Height || index.column() == Age;
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (is_number ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole && role != sort_role) return {};
    const Row& row = rows_.at(static_cast<std::size_t>(index.row()));
    const auto number = [&](double value, int decimals) {
        if (role == sort_role) return QVariant(value);
        return QVariant(std::isfinite(value) ? QString::number(value, 'f', decimals) : QStringLiteral("–"));
    };
    switch (index.column()) {
    case Name:
        return row.name;
    case Force:
        return row.force;
    case Kind:
        return row.kind;
    case Speed:
        return number(row.metres_per_second, 1);
    case Height:
        return number(row.height_metres, 0);
    case Age:
        return number(row.age_seconds, 1);
    default:
        return QString::fromStdString(text_of(row.id));
    }
}

QVariant EntityRows::headerData(int section, Qt::Orientation orientation, int role) const
{
    static const std::array headings{tr("Name"),      tr("Force"),  tr("Kind"), tr("m/s"),
                                     tr("Height, m"), tr("Age, s"), tr("Id")};
    if (orientation != Qt::Horizontal) return {};
    if (section == Height && role == Qt::ToolTipRole)
        return is_over_ground_ ? tr("Above the ground that is here") : tr("Above the ellipsoid WGS 84");
    if (role != Qt::DisplayRole) return {};
    if (section == Height && is_over_ground_) return tr("AGL, m");
    return headings.at(static_cast<std::size_t>(section));
}

}  // namespace farfield::app
