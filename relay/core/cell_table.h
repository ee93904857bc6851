#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "model/geometry/geographic_area.h"
#include "relay/core/interest.h"

namespace farfield::net::relay {

/// Subscribers that want messages, by place: for each exercise and cell of 0.1 degree of longitude and
/// latitude a mask of those that want all of the cell, and a mask of those whose interest ends in it, for
/// which Interest::wants() decides. Cells are filled when a message first comes from them; when an interest
/// changes, its bits are computed anew at the cell's next message. Threads: one.
class CellTable {
public:
    static constexpr std::size_t max_cells = 65'536;

    /// The masks of one cell, until the table changes.
    struct Masks {
        std::span<const std::uint64_t> inside, border;
    };
    /// The interest of a subscriber; null when there is no such subscriber.
    using InterestOf = std::function<const Interest*(std::uint32_t subscriber)>;

    /// words: number of words of a mask. interest_of: must stay valid as long as the table.
    CellTable(std::size_t words, InterestOf interest_of);

    /// The masks of a place's cell; nullopt when there are max_cells others: the exact predicate decides.
    [[nodiscard]] std::optional<Masks> masks(std::uint8_t exercise, const model::GeographicPlace& place);

    /// Must be called after the interest of a subscriber was added, changed or removed.
    void changed(std::uint32_t subscriber);

    [[nodiscard]] std::size_t cells() const { return cells_; }

private:
    [[nodiscard]] std::optional<std::size_t> slot_of(std::uint32_t key);
    [[nodiscard]] std::span<std::uint64_t> words_of(std::size_t slot, std::size_t mask);
    void fill(std::size_t slot, std::uint32_t key);

    std::size_t words_;
    InterestOf interest_of_;
    std::vector<std::uint32_t> keys_;
    std::vector<std::uint64_t> masks_;  ///< per slot: inside, border, unknown; [slots * 3 * words_]
    std::size_t cells_ = 0;
};

}  // namespace farfield::net::relay
