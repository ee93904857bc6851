#include "app/viewer/docks/entities/entity_words.h"

#include <QLocale>
#include <QObject>
#include <array>
#include <filesystem>

#include "app/viewer/controls/show_control.h"
#include "app/viewer/session/node_link.h"
#include "app/viewer/widgets/foreign_text.h"
#include "net/client/reach/host_port.h"

namespace farfield::app {
namespace {

QString recording_words(const EntityLayer& layer, const QString& name)
{
    if (layer.recording() == nullptr) return QObject::tr("%1 cannot be read.").arg(name);
    if (layer.recording()->is_empty()) return QObject::tr("%1 has no entities.").arg(name);
    return name + u'.';
}

}  // namespace

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
    if (figures.ahead_seconds > 0.0)
        words += QObject::tr(", relay's clock %1 s ahead").arg(figures.ahead_seconds, 0, 'f', 1);
    static const std::array reasons{QString(), QObject::tr(" (link)"), QObject::tr(" (receiver)"),
                                    QObject::tr(" (relay)")};
    const auto reason = static_cast<std::size_t>(figures.reason);
    return words + QObject::tr(", congestion %1%2")
                       .arg(figures.level)
                       .arg(reason < reasons.size() ? reasons.at(reason) : QString());
}

QString source_name(const EntityLayer& layer, const ShowControl& control)
{
    if (!layer.recording_file().empty())
        return plain_text(std::filesystem::path(layer.recording_file()).filename().string());
    const net::ClientSettings& settings = control.relay().settings();
    return plain_text(to_string(net::HostPort{settings.host, settings.port}));
}

QString source_words(const EntityLayer& layer, const ShowControl& control)
{
    const QString name = source_name(layer, control);
    if (!layer.recording_file().empty()) return recording_words(layer, name);
    switch (control.relay().state()) {
    case NodeLink::State::Connected:
        return QObject::tr("%1, connected.").arg(name);
    case NodeLink::State::Idle:
        return QObject::tr("%1, disconnected.").arg(name);
    default:
        return QObject::tr("%1 is away.").arg(name);
    }
}

std::string entity_hint(const ShowControl& control)
{
    for (const std::string& id : control.layers().order()) {
        const auto* layer = dynamic_cast<const EntityLayer*>(control.layers().find(id));
        if (layer == nullptr || !control.layers().is_active(id)) continue;
        if (layer->recording() != nullptr && !layer->recording()->is_empty())
            return "No entities at this time of the recording";
        const bool is_of_relay = layer->recording_file().empty();
        if (is_of_relay && control.relay().state() == NodeLink::State::Connected) return "No entities so far";
        if (is_of_relay && !control.has_relay()) return "Connect to a relay to see entities";
        return source_words(*layer, control).toStdString();
    }
    return {};
}

}  // namespace farfield::app
