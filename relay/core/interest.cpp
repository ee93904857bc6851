#include "relay/core/interest.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace farfield::net::relay {

namespace {

std::bitset<256> allowed(const std::vector<std::uint8_t>& values)
{
    std::bitset<256> set;
    if (values.empty()) return set.set();
    for (const std::uint8_t value : values) set.set(value);
    return set;
}

template <class T>
bool is_listed(const std::vector<T>& ordered, T value)
{
    return ordered.empty() || std::ranges::binary_search(ordered, value);
}

bool has_address(const std::vector<model::AddressRange>& ranges, std::uint32_t address)
{
    return std::ranges::any_of(ranges, [address](const model::AddressRange& range) {
        return address >= range[0] && address <= range[1];
    });
}

}  // namespace

MessagePlace place_of(const Message& message)
{
    if (!std::isfinite(message.longitude) || !(std::abs(message.latitude) <= 90.0)) return std::nullopt;
    return model::GeographicPlace{message.longitude, message.latitude};
}

Interest::Interest(const model::EntitiesParams& params)
    : exercises_{allowed(params.exercises)},
      kinds_{allowed(params.kinds)},
      domains_{allowed(params.domains)},
      forces_{allowed(params.forces)},
      pdu_types_{allowed(params.pdu_types)},
      sites_{params.sites}
{
    for (const model::EntityName& name : params.entities) entities_.push_back(name.id);
    std::ranges::sort(sites_);
    std::ranges::sort(entities_);
    lists_more_than_exercises_ = !sites_.empty() || !entities_.empty() || !kinds_.all() || !domains_.all() ||
                                 !forces_.all() || !pdu_types_.all();
    for (const model::InterestShape& shape : params.interest) add(shape);
    add_priority(params);
    find_middle();
}

void Interest::add(const model::InterestShape& shape)
{
    if (const auto* circle = std::get_if<model::CircleArea>(&shape.area)) {
        shapes_.emplace_back(model::GeographicCircle{circle->longitude, circle->latitude, circle->km});
    } else if (const auto* box = std::get_if<model::BoxArea>(&shape.area)) {
        shapes_.emplace_back(model::GeographicBox{box->west, box->south, box->east, box->north});
    } else if (const auto* listed = std::get_if<model::AddressArea>(&shape.area)) {
        addresses_.insert(addresses_.end(), listed->ranges.begin(), listed->ranges.end());
    } else {
        wants_all_ = true;
        addresses_.push_back({0, 65'535});
    }
}

void Interest::add_priority(const model::EntitiesParams& params)
{
    if (!params.priority) {
        for (const std::uint8_t type : priority_pdus) priority_types_.set(type);
        odd_addresses_have_priority_ = true;
        return;
    }
    for (const model::PriorityItem& item : *params.priority) {
        if (const auto* type = std::get_if<std::uint8_t>(&item.item))
            priority_types_.set(*type);
        else
            priority_addresses_.push_back(std::get<model::AddressRange>(item.item));
    }
}

void Interest::find_middle()
{
    if (wants_all_ || shapes_.empty()) return;
    glm::dvec3 sum{0.0};
    for (const Shape& shape : shapes_)
        sum += std::visit([](const auto& area) { return area.middle(); }, shape);
    const double length = glm::length(sum);
    if (length > 0.0) middle_ = sum / length;
}

bool Interest::passes_lists(const Message& message) const
{
    if (!exercises_.test(message.exercise)) return false;
    if (!lists_more_than_exercises_) return true;
    if (message.kind == RecordKind::Dis && !pdu_types_.test(message.pdu_type)) return false;
    if (!is_listed(sites_, static_cast<std::uint16_t>(message.source >> 16U))) return false;
    if (message.entity == 0) return true;
    return is_listed(entities_, message.entity) && kinds_.test(message.entity_kind) &&
           domains_.test(message.domain) && forces_.test(message.force);
}

bool Interest::wants_address(const Message& message) const
{
    return has_address(addresses_, message.source);
}

bool Interest::wants(const Message& message, const MessagePlace& place, bool is_inside) const
{
    if (message.kind == RecordKind::Addressed) return wants_address(message);
    if (!passes_lists(message)) return false;
    if (wants_all_) return true;
    if (!place) return is_inside || has_priority(message);
    const double enlarged = is_inside ? hysteresis : 1.0;
    return std::ranges::any_of(shapes_, [&](const Shape& shape) {
        return std::visit([&](const auto& area) { return area.contains(*place, enlarged); }, shape);
    });
}

model::Coverage Interest::coverage(std::uint8_t exercise, const model::GeographicCell& cell) const
{
    using model::Coverage;
    if (!exercises_.test(exercise)) return Coverage::None;
    Coverage most = wants_all_ ? Coverage::Whole : Coverage::None;
    for (const Shape& shape : shapes_) {
        if (most == Coverage::Whole) break;
        most = std::max(most,
                        std::visit([&](const auto& area) { return area.coverage(cell, hysteresis); }, shape));
    }
    return most == Coverage::Whole && lists_more_than_exercises_ ? Coverage::Part : most;
}

bool Interest::is_priority_address(std::uint32_t address) const
{
    return has_address(priority_addresses_, address);
}

double Interest::km_from_middle(const MessagePlace& place) const
{
    return middle_ && place ? model::distance_km(*middle_, place->direction()) : 0.0;
}

}  // namespace farfield::net::relay
