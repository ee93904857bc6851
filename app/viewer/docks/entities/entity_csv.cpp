#include "app/viewer/docks/entities/entity_csv.h"

#include <cmath>
#include <exception>
#include <fmt/format.h>
#include <iterator>
#include <set>

#include "model/files/atomic_file.h"

namespace farfield::app {
namespace {

constexpr auto* csv_heading = "id,marking,name,force,kind,domain,longitude_degrees,latitude_degrees,"
                              "height_above_ellipsoid_m,height_above_ground_m,speed_m_per_s,heading_degrees,"
                              "age_s,stale";

/// A cell, with quotes where its text needs them.
std::string csv_cell(std::string_view text)
{
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string cell(1, '"');
    for (const char c : text) cell.append(c == '"' ? 2 : 1, c);
    cell += '"';
    return cell;
}

std::string number(std::optional<double> value, int decimals)
{
    return value && std::isfinite(*value) ? fmt::format("{:.{}f}", *value, decimals) : std::string();
}

void write_row(std::string& csv, const KnownEntity& entity, std::uint64_t now_ns,
               const HeightAboveGround& height, const std::set<std::string>& values)
{
    constexpr double seconds_per_ns = 1e-9;
    const auto& state = entity.state;
    std::optional<model::Geodetic> at;
    if (state.has_place) at = model::geodetic_of(entity.earth_place(now_ns));
    const auto of_place = [&](double model::Geodetic::*member, int decimals) {
        return at ? number((*at).*member, decimals) : std::string();
    };
    fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{},{},{},{},{},{},{},{},{}", text_of(state.id),
                   csv_cell(state.marking.text()), csv_cell(entity.name), state.force, state.type.kind,
                   state.type.domain, of_place(&model::Geodetic::longitude_degrees, 7),
                   of_place(&model::Geodetic::latitude_degrees, 7),
                   of_place(&model::Geodetic::height_metres, 2), number(height(entity, now_ns), 2),
                   number(entity.speed(), 3),
                   entity.is_placed ? number(entity.reckoned(now_ns).heading_degrees, 2) : std::string(),
                   number(static_cast<double>(age_ns(entity.arrival_ns, now_ns)) * seconds_per_ns, 3),
                   entity.is_stale(now_ns) ? 1 : 0);
    for (const std::string& name : values) {
        const auto found = entity.values.find(name);
        csv += ',';
        if (found != entity.values.end()) csv += fmt::format("{}", found->second);
    }
    csv += "\r\n";
}

}  // namespace

QByteArray entity_csv(const std::vector<const KnownEntity*>& entities, std::uint64_t now_ns,
                      const HeightAboveGround& height)
{
    std::set<std::string> values;
    for (const KnownEntity* entity : entities)
        for (const auto& [name, value] : entity->values) values.insert(name);
    std::string csv = csv_heading;
    for (const std::string& name : values) {
        csv += ',';
        csv += csv_cell(name);
    }
    csv += "\r\n";
    for (const KnownEntity* entity : entities) write_row(csv, *entity, now_ns, height, values);
    return QByteArray::fromStdString(csv);
}

QString write_file(const QString& file, const QByteArray& bytes)
{
    try {
        write_atomically(file.toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
    } catch (const std::exception& fault) {
        const auto why = QString::fromUtf8(fault.what());
        return why.left(1).toUpper() + why.mid(1);
    }
    return {};
}

}  // namespace farfield::app
