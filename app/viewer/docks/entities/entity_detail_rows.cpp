#include <QDateTime>

#include "app/viewer/docks/entities/entity_details.h"
#include "app/viewer/widgets/foreign_text.h"

/// Details of an entity as rows of text.
namespace farfield::app {
namespace {

using Rows = std::vector<std::pair<QString, QString>>;

QString number_text(std::optional<double> value, int decimals, const QString& unit)
{
    return value ? QString::number(*value, 'f', decimals) + unit : QStringLiteral("–");
}

template <class Numbers>
QString list_text(const Numbers& numbers, int decimals, const QString& unit)
{
    QStringList texts;
    for (const auto number : numbers) texts << QString::number(static_cast<double>(number), 'f', decimals);
    return texts.join(QStringLiteral(", ")) + unit;
}

QString type_text(const model::EntityTypeNumbers& type)
{
    QStringList texts;
    for (const auto number : type) texts << QString::number(number);
    return texts.join(u'.');
}

QString hex_text(std::uint32_t number)
{
    constexpr int digits = 8, base = 16;
    return QStringLiteral("0x%1").arg(number, digits, base, QLatin1Char('0'));
}

QString algorithm_text(std::uint8_t algorithm)
{
    static const QStringList names{QString(),
                                   QStringLiteral("static"),
                                   QStringLiteral("DRM(F, P, W)"),
                                   QStringLiteral("DRM(R, P, W)"),
                                   QStringLiteral("DRM(R, V, W)"),
                                   QStringLiteral("DRM(F, V, W)"),
                                   QStringLiteral("DRM(F, P, B)"),
                                   QStringLiteral("DRM(R, P, B)"),
                                   QStringLiteral("DRM(R, V, B)"),
                                   QStringLiteral("DRM(F, V, B)")};
    const QString name = names.value(algorithm);
    return name.isEmpty() ? QString::number(algorithm) : QStringLiteral("%1, %2").arg(algorithm).arg(name);
}

/// Text of a UTC time.
QString arrival_text(std::uint64_t ns)
{
    constexpr std::uint64_t ns_per_ms = 1'000'000;
    return QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(ns / ns_per_ms), Qt::UTC)
        .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz"));
}

void add_place(Rows& rows, const model::EntityDetails& details)
{
    const auto& entity = details.entity;
    rows.emplace_back(QObject::tr("latitude"), number_text(entity.lat, 6, QStringLiteral("°")));
    rows.emplace_back(QObject::tr("longitude"), number_text(entity.lon, 6, QStringLiteral("°")));
    rows.emplace_back(QObject::tr("above ellipsoid"), number_text(entity.alt, 1, QStringLiteral(" m")));
    rows.emplace_back(QObject::tr("speed"), number_text(entity.speed, 2, QStringLiteral(" m/s")));
    rows.emplace_back(QObject::tr("heading"), number_text(details.heading, 2, QStringLiteral("°")));
    rows.emplace_back(QObject::tr("pitch, roll"), number_text(details.pitch, 2, QStringLiteral("°, ")) +
                                                      number_text(details.roll, 2, QStringLiteral("°")));
}

void add_motion(Rows& rows, const model::EntityDetails& details)
{
    rows.emplace_back(details.local ? QObject::tr("x, y, z in the scene") : QObject::tr("geocentric x, y, z"),
                      list_text(details.location, 2, QStringLiteral(" m")));
    rows.emplace_back(QObject::tr("velocity"), list_text(details.velocity, 3, QStringLiteral(" m/s")));
    rows.emplace_back(QObject::tr("acceleration"),
                      list_text(details.acceleration, 3, QStringLiteral(" m/s²")));
    rows.emplace_back(QObject::tr("angular velocity"),
                      list_text(details.angular_velocity, 4, QStringLiteral(" rad/s")));
    rows.emplace_back(QObject::tr("psi, theta, phi"),
                      list_text(details.orientation, 4, QStringLiteral(" rad")));
    rows.emplace_back(QObject::tr("dead reckoning"), algorithm_text(details.algorithm));
}

}  // namespace

QString hex_lines(const std::string& digits)
{
    constexpr std::size_t digits_in_line = 16;
    QString lines;
    for (std::size_t at = 0; at < digits.size(); at += digits_in_line) {
        lines += QStringLiteral("%1 ").arg(at / 2, 4, 16, QLatin1Char('0'));
        for (std::size_t i = at; i < std::min(at + digits_in_line, digits.size()); i += 2)
            lines += QStringLiteral(" ") + plain_text(digits.substr(i, 2));
        lines += u'\n';
    }
    return lines;
}

std::vector<std::pair<QString, QString>> rows_of(const model::EntityDetails& details)
{
    const auto& entity = details.entity;
    Rows rows{{QObject::tr("id"), QString::fromStdString(entity.id.to_json().get<std::string>())},
              {QObject::tr("marking"), plain_text(entity.marking)}};
    if (!entity.name.empty()) rows.emplace_back(QObject::tr("name"), plain_text(entity.name));
    rows.emplace_back(QObject::tr("force"), QString::number(entity.force));
    rows.emplace_back(QObject::tr("type"), type_text(details.type));
    rows.emplace_back(QObject::tr("alternative type"), type_text(details.alternative_type));
    add_place(rows, details);
    for (const auto& [name, value] : details.values.items())
        rows.emplace_back(plain_text(name), plain_text(value.dump()));
    rows.emplace_back(QObject::tr("input"), plain_text(entity.input));
    rows.emplace_back(QObject::tr("sender"),
                      details.sender.empty() ? QStringLiteral("–") : plain_text(details.sender));
    rows.emplace_back(
        QObject::tr("age"),
        number_text(entity.age, 1, entity.stale ? QObject::tr(" s, stale") : QObject::tr(" s")));
    rows.emplace_back(QObject::tr("states"),
                      QStringLiteral("%1, %2/s").arg(details.messages).arg(details.rate, 0, 'f', 2));
    rows.emplace_back(QObject::tr("first, UTC"), arrival_text(details.first_ns));
    rows.emplace_back(QObject::tr("last, UTC"), arrival_text(details.last_ns));
    add_motion(rows, details);
    rows.emplace_back(QObject::tr("exercise"), QString::number(details.exercise));
    rows.emplace_back(QObject::tr("appearance"), hex_text(details.appearance));
    rows.emplace_back(QObject::tr("capabilities"), hex_text(details.capabilities));
    rows.emplace_back(QObject::tr("time stamp"), hex_text(details.time_stamp));
    rows.emplace_back(QObject::tr("articulations"), QString::number(details.articulations));
    return rows;
}

}  // namespace farfield::app
