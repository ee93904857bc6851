#include "relay/json/json_line.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <stdexcept>

#include "model/fields/rules.h"
#include "model/programs/bundles/entity_bundle.h"
#include "net/message/bounded_json.h"
#include "net/message/limits.h"
#include "relay/dis/numbers.h"

namespace farfield::net::relay {
namespace {

constexpr std::array meant_names{"id",    "lon",     "lat",   "alt",  "x",    "y",     "z",    "t",
                                 "speed", "heading", "pitch", "roll", "kind", "force", "label"};

/// A word for a kind and domain of DIS.
struct KindWord {
    const char* word;
    std::uint8_t kind, domain;
};
constexpr std::array kind_words{KindWord{"other", 0, 0},      KindWord{"land", 1, 1},
                                KindWord{"air", 1, 2},        KindWord{"surface", 1, 3},
                                KindWord{"subsurface", 1, 4}, KindWord{"space", 1, 5},
                                KindWord{"munition", 2, 0},   KindWord{"human", 3, 1}};
constexpr std::array force_words{"other", "friendly", "opposing", "neutral"};

double number_within(const model::JsonValue& json, double least, double most)
{
    model::Rules rules;
    rules.least = least;
    rules.most = most;
    return model::number(json, rules);
}

/// A number within limits, or a default when it is absent.
double number_or(const model::JsonValue& json, double least, double most, double otherwise)
{
    return json ? number_within(json, least, most) : otherwise;
}

std::uint8_t byte_of(const model::JsonValue& json)
{
    return static_cast<std::uint8_t>(json.integer(0, 255, std::numeric_limits<std::uint64_t>::max()));
}

std::string name_of(const model::JsonValue& json)
{
    const std::string& text = json.text();
    if (text.empty() || text.size() > max_entity_name)
        throw model::FieldError(
            json.path(), fmt::format("expected 1 to {} bytes, found {}", max_entity_name, text.size()));
    return text;
}

void read_type(model::JsonFields& members, dis::EntityState& state)
{
    if (const auto kind = members["kind"]; kind.is_text()) {
        std::array<const char*, kind_words.size()> words{};
        std::ranges::transform(kind_words, words.begin(), &KindWord::word);
        const KindWord& found = kind_words[kind.one_of(words)];
        state.type = {.kind = found.kind, .domain = found.domain};
    } else if (kind) {
        state.type.kind = byte_of(kind);
    }
    if (const auto force = members["force"]; force.is_text())
        state.force = static_cast<std::uint8_t>(force.one_of(force_words));
    else if (force)
        state.force = byte_of(force);
}

void read_geographic(model::JsonFields& members, const LineFrame& frame, JsonEntity& entity)
{
    constexpr double least_height = -100'000.0, most_height = 40'000'000.0;
    const double longitude = number_within(members["lon"], -360.0, 360.0),
                 latitude = number_within(members["lat"], -90.0, 90.0);
    const model::JsonValue height = members["alt"];
    if (!height) entity.flags |= model::record_without_height;
    const double above = number_or(height, least_height, most_height, 0.0);
    entity.state.location =
        model::geocentric_of({longitude, latitude, above + frame.level_at(longitude, latitude)});
    entity.axes = model::local_axes_at({longitude, latitude});
}

void read_local(model::JsonFields& members, const LineFrame& frame, JsonEntity& entity)
{
    const model::JsonValue height = members["z"];
    if (!height) entity.flags |= model::record_without_height;
    if (!frame.is_anchored()) entity.flags |= model::record_local;
    entity.state.location = frame.place_of({number_within(members["x"], -max_local_metres, max_local_metres),
                                            number_within(members["y"], -max_local_metres, max_local_metres),
                                            number_or(height, -max_local_metres, max_local_metres, 0.0)});
    entity.axes = frame.axes();
}

void read_place(model::JsonFields& members, const LineFrame& frame, JsonEntity& entity)
{
    const bool is_geographic = members["lon"] || members["lat"], is_local = members["x"] || members["y"];
    if (is_geographic == is_local) throw std::runtime_error("expected either lon and lat, or x and y");
    if (is_geographic)
        read_geographic(members, frame, entity);
    else
        read_local(members, frame, entity);
    const bool is_beyond = (entity.flags & model::record_local) == 0 && !dis::is_place(entity.state.location);
    if (is_beyond) throw std::runtime_error("the place is not near the Earth's surface");
}

void read_motion(model::JsonFields& members, JsonEntity& entity)
{
    constexpr double turn = 360.0, most_time = 1e11;
    if (const auto heading = members["heading"]) entity.heading = number_within(heading, -turn, turn);
    entity.pitch = number_or(members["pitch"], -90.0, 90.0, 0.0);
    entity.roll = number_or(members["roll"], -turn, turn, 0.0);
    entity.speed = number_or(members["speed"], 0.0, max_line_speed, 0.0);
    if (const auto time = members["t"]) entity.time = number_within(time, 0.0, most_time);
    const bool has_direction = entity.heading.has_value();
    orient(entity.state, {entity.heading.value_or(0.0), entity.pitch, entity.roll},
           has_direction ? entity.speed : 0.0, entity.axes);
}

std::string values_in(const Json& object)
{
    Json values = Json::object();
    for (const auto& [name, value] : object.items())
        if (value.is_number() && std::ranges::find(meant_names, name) == meant_names.end())
            values[name] = value;
    if (values.empty()) return {};
    std::string text = values.dump();
    if (text.size() > max_entity_values)
        throw std::runtime_error(
            fmt::format("expected values of at most {} bytes, found {}", max_entity_values, text.size()));
    return text;
}

}  // namespace

void orient(dis::EntityState& state, const model::Attitude& attitude, double speed,
            const model::LocalAxes& axes)
{
    constexpr std::uint8_t static_algorithm = 1, constant_velocity = 2;
    state.orientation = model::euler_angles_of(attitude, axes);
    state.velocity = speed * model::body_axes_of(state.orientation).forward;
    state.algorithm = speed > 0.0 ? constant_velocity : static_algorithm;
}

JsonEntity read_json_entity(const Json& object, const LineFrame& frame)
{
    model::JsonFields members({&object, {}});
    JsonEntity entity;
    entity.id = name_of(members["id"]);
    if (const auto label = members["label"]) entity.label = name_of(label);
    read_place(members, frame, entity);
    read_type(members, entity.state);
    read_motion(members, entity);
    entity.values = values_in(object);
    return entity;
}

JsonEntity read_json_line(std::string_view line, const LineFrame& frame)
{
    if (line.size() > max_json_line)
        throw std::runtime_error(
            fmt::format("expected at most {} bytes (max_json_line), found {}", max_json_line, line.size()));
    const Json json = parse_bounded_json(line);
    if (json.is_discarded()) throw std::runtime_error(json_fault(line));
    return read_json_entity(json, frame);
}

}  // namespace farfield::net::relay
