#include "model/programs/bundles/entities.h"

#include <charconv>
#include <cmath>

namespace farfield::model {

namespace {

constexpr auto* shape_words =
    R"({"circle": [LON, LAT, KM]}, {"box": [W, S, E, N]}, {"addresses": [[FIRST, LAST]]} or {"all": true})";
constexpr auto* name_words = "\"SITE:APPLICATION:ENTITY\", each from 0 to 65535";
constexpr auto* range_words = "two integers";
constexpr std::uint64_t max_word = 65'535;

double number_within(const JsonValue& json, double least, double most)
{
    Rules rules;
    rules.least = least;
    rules.most = most;
    return number(json, rules);
}

CircleArea read_circle(const JsonValue& json)
{
    const auto numbers = json.elements(3, "three numbers");
    return {.longitude = number_within(numbers[0], -360.0, 360.0),
            .latitude = number_within(numbers[1], -90.0, 90.0),
            .km = number_within(numbers[2], 0.0, std::numeric_limits<double>::infinity())};
}

BoxArea read_box(const JsonValue& json)
{
    const auto numbers = json.elements(4, "four numbers");
    const BoxArea box{.west = number_within(numbers[0], -360.0, 360.0),
                      .south = number_within(numbers[1], -90.0, 90.0),
                      .east = number_within(numbers[2], -360.0, 360.0),
                      .north = number_within(numbers[3], -90.0, 90.0)};
    if (box.north < box.south) numbers[3].complain("a number of at least " + Json(box.south).dump());
    return box;
}

AddressRange read_range(const JsonValue& json)
{
    const auto ends = json.elements(2, range_words);
    const auto first = ends[0].integer(0, max_word, std::numeric_limits<std::uint64_t>::max());
    const auto last = ends[1].integer(first, max_word, std::numeric_limits<std::uint64_t>::max());
    return {static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(last)};
}

AddressArea read_addresses(const JsonValue& json)
{
    const auto ranges = json.elements();
    if (ranges.size() > max_listed_values)
        throw LimitError("max_listed_values", max_listed_values, ranges.size());
    AddressArea area;
    for (const JsonValue& range : ranges) area.ranges.push_back(read_range(range));
    return area;
}

Json area_json(const AllArea&)
{
    return {{"all", true}};
}
Json area_json(const CircleArea& circle)
{
    return {{"circle", {circle.longitude, circle.latitude, circle.km}}};
}
Json area_json(const BoxArea& box)
{
    return {{"box", {box.west, box.south, box.east, box.north}}};
}
Json area_json(const AddressArea& area)
{
    Json ranges = Json::array();
    for (const AddressRange& range : area.ranges) ranges.push_back(range);
    return {{"addresses", std::move(ranges)}};
}

}  // namespace

InterestShape InterestShape::from_json(const JsonValue& json)
{
    JsonFields members(json);
    const auto circle = members["circle"], box = members["box"], addresses = members["addresses"],
               all = members["all"];
    members.refuse_others();
    if (json.object().size() != 1) json.complain(shape_words);
    if (circle) return {read_circle(circle)};
    if (box) return {read_box(box)};
    if (addresses) return {read_addresses(addresses)};
    if (!all.boolean()) all.complain("true");
    return {AllArea{}};
}

Json InterestShape::to_json() const
{
    return std::visit([](const auto& shape) { return area_json(shape); }, area);
}

EntityName EntityName::from_json(const JsonValue& json)
{
    const std::string& text = json.text();
    const char* at = text.data();
    const char* const end = at + text.size();
    EntityName name;
    for (int part = 0; part < 3; ++part) {
        std::uint16_t word = 0;
        const auto [rest, error] = std::from_chars(at, end, word);
        const bool is_last = part == 2;
        if (error != std::errc{} || (rest == end) != is_last || (!is_last && *rest != ':'))
            json.complain(name_words);
        name.id = name.id << 16U | word;
        at = rest + (is_last ? 0 : 1);
    }
    return name;
}

Json EntityName::to_json() const
{
    return std::to_string(id >> 32U) + ":" + std::to_string(id >> 16U & max_word) + ":" +
           std::to_string(id & max_word);
}

void EntitiesParams::check(const EntitiesParams& params, const std::string& path)
{
    const std::size_t length = params.publisher.size();
    if (length == 0 || (length >= least_publisher && length <= most_publisher)) return;
    throw FieldError(path.empty() ? "publisher" : path + ".publisher",
                     "a text of " + std::to_string(least_publisher) + " to " +
                         std::to_string(most_publisher) + " characters",
                     std::to_string(length));
}

PriorityItem PriorityItem::from_json(const JsonValue& json)
{
    if (json.is_array()) return {read_range(json)};
    return {static_cast<std::uint8_t>(json.integer(0, 255, std::numeric_limits<std::uint64_t>::max()))};
}

Json PriorityItem::to_json() const
{
    return std::visit([](const auto& value) { return Json(value); }, item);
}

}  // namespace farfield::model
