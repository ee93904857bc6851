#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

namespace farfield::render {

/// Of what a painter keeps for several drawings: the entry that fits. Where none does, one that this picture
/// has not used, or else a new one, which is to be filled. An entry has the number of the picture that used
/// it last, `picture`, which is set.
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
