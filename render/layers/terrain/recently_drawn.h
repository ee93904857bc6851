#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

namespace farfield::render {

/// Finds a painter's entry for a drawing: the one that fits; else one that this picture has not used; else a
/// new one. The caller fills an entry that does not fit. Sets the entry's member `picture`, the number of the
/// last picture that used it.
template <class Entry, class Fits>
[[nodiscard]] Entry& recently_drawn(std::deque<Entry>& entries, std::uint64_t picture, Fits fits)
{
    auto found = std::ranges::find_if(entries, fits);
    if (found == entries.end())
        found = std::ranges::find_if(entries, [&](const Entry& entry) { return entry.picture != picture; });
    Entry& entry = found == entries.end() ? entries.emplace_back() : *found;
    entry.picture = picture;
    return entry;
}

}  // namespace farfield::render
