#include "relay/peers/interest_union.h"

#include <algorithm>
#include <bitset>

namespace farfield::net::relay {
namespace {

constexpr std::uint32_t all_addresses = 65'536;
using Addresses = std::bitset<all_addresses>;

void append_runs(const Addresses& addresses, InterestShapes& shapes)
{
    model::AddressArea area;
    const auto close = [&] {
        if (!area.ranges.empty()) shapes.push_back({.area = std::move(area)});
        area = {};
    };
    for (std::uint32_t first = 0; first < all_addresses; ++first) {
        if (!addresses.test(first)) continue;
        std::uint32_t last = first;
        while (last + 1 < all_addresses && addresses.test(last + 1)) ++last;
        area.ranges.push_back({static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(last)});
        if (area.ranges.size() == model::max_listed_values) close();
        first = last;
    }
    close();
}

}  // namespace

InterestShapes union_of(std::span<const InterestShapes> interests)
{
    InterestShapes shapes;
    Addresses addresses;
    for (const InterestShapes& interest : interests) {
        for (const model::InterestShape& shape : interest) {
            if (std::holds_alternative<model::AllArea>(shape.area)) return {model::InterestShape{}};
            if (const auto* listed = std::get_if<model::AddressArea>(&shape.area)) {
                for (const auto& [first, last] : listed->ranges)
                    for (std::uint32_t address = first; address <= last; ++address) addresses.set(address);
            } else if (std::ranges::find(shapes, shape) == shapes.end()) {
                shapes.push_back(shape);
            }
        }
    }
    append_runs(addresses, shapes);
    if (shapes.size() > model::max_interest) return {model::InterestShape{}};
    return shapes;
}

}  // namespace farfield::net::relay
