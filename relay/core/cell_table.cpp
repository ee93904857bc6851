#include "relay/core/cell_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "relay/masks/mask.h"

namespace farfield::net::relay {

namespace {

constexpr std::uint32_t no_key = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t slots = 2 * CellTable::max_cells;
constexpr std::uint32_t columns = 3'600, rows = 1'800;
constexpr double cells_per_degree = 10.0;
enum MaskOfCell : std::size_t { Inside, Border, Unknown, MaskCount };

std::uint32_t key_of(std::uint8_t exercise, const model::GeographicPlace& place)
{
    const double east = std::remainder(place.longitude(), 360.0) + 180.0;
    const auto column = std::min(static_cast<std::uint32_t>(east * cells_per_degree), columns - 1);
    const double north = std::clamp(place.latitude(), -90.0, 90.0) + 90.0;
    const auto row = std::min(static_cast<std::uint32_t>(north * cells_per_degree), rows - 1);
    return (exercise * rows + row) * columns + column;
}

model::GeographicCell cell_of(std::uint32_t key)
{
    const std::uint32_t column = key % columns, row = key / columns % rows;
    const double west = column / cells_per_degree - 180.0, south = row / cells_per_degree - 90.0;
    return {.west = west,
            .south = south,
            .east = west + 1.0 / cells_per_degree,
            .north = south + 1.0 / cells_per_degree};
}

// Fibonacci hashing: Knuth, "The Art of Computer Programming", volume 3, section 6.4.
std::size_t first_slot(std::uint32_t key)
{
    return (key * std::uint32_t{2'654'435'769U}) >> (32U - 17U);
}
static_assert(slots == std::size_t{1} << 17U);

}  // namespace

CellTable::CellTable(std::size_t words, InterestOf interest_of)
    : words_{words},
      interest_of_{std::move(interest_of)},
      keys_(slots, no_key),
      masks_(slots * MaskCount * words)
{}

std::span<std::uint64_t> CellTable::words_of(std::size_t slot, std::size_t mask)
{
    return {masks_.data() + (slot * MaskCount + mask) * words_, words_};
}

std::optional<std::size_t> CellTable::slot_of(std::uint32_t key)
{
    std::size_t slot = first_slot(key);
    for (; keys_[slot] != key; slot = (slot + 1) % slots) {
        if (keys_[slot] != no_key) continue;
        if (cells_ >= max_cells) return std::nullopt;
        ++cells_;
        keys_[slot] = key;
        std::ranges::fill(words_of(slot, Unknown), ~std::uint64_t{0});
        return slot;
    }
    return slot;
}

void CellTable::fill(std::size_t slot, std::uint32_t key)
{
    const model::GeographicCell cell = cell_of(key);
    const auto exercise = static_cast<std::uint8_t>(key / columns / rows);
    const auto inside = words_of(slot, Inside), border = words_of(slot, Border),
               unknown = words_of(slot, Unknown);
    for (std::size_t word = 0; word < words_; ++word) {
        for_each_bit(unknown[word], word, [&](std::uint32_t subscriber) {
            const Interest* interest = interest_of_(subscriber);
            const auto coverage = interest ? interest->coverage(exercise, cell) : model::Coverage::None;
            set_bit(inside, subscriber, coverage == model::Coverage::Whole);
            set_bit(border, subscriber, coverage == model::Coverage::Part);
        });
        unknown[word] = 0;
    }
}

std::optional<CellTable::Masks> CellTable::masks(std::uint8_t exercise, const model::GeographicPlace& place)
{
    const std::uint32_t key = key_of(exercise, place);
    const auto slot = slot_of(key);
    if (!slot) return std::nullopt;
    if (std::ranges::any_of(words_of(*slot, Unknown), [](std::uint64_t word) { return word != 0; }))
        fill(*slot, key);
    return Masks{words_of(*slot, Inside), words_of(*slot, Border)};
}

void CellTable::changed(std::uint32_t subscriber)
{
    for (std::size_t slot = 0; slot < slots; ++slot)
        if (keys_[slot] != no_key) set_bit(words_of(slot, Unknown), subscriber, true);
}

}  // namespace farfield::net::relay
