#include "model/calls/listing.h"

#include <algorithm>

namespace farfield::model {

namespace {

/// Bytes for the member names and punctuation of an entry, and of `next`.
constexpr std::uint64_t next_frame_bytes = 16;

/// Bytes of the JSON text; nullopt when it cannot be sent.
std::optional<std::uint64_t> bytes_of(const Json& json)
{
    try {
        return json.dump().size();
    } catch (const Json::type_error&) {
        return std::nullopt;
    }
}

/// True for entries that come first in a list, always in the same order.
bool is_built_in(const std::string& kind)
{
    return kind == "analytic" || kind == "generated";
}

/// Index of the page's first entry.
template <typename Entry>
std::size_t place_behind(const std::optional<std::string>& after, const std::vector<Entry>& entries)
{
    if (!after) return 0;
    for (std::size_t i = entries.size(); i > 0; --i)
        if (entries[i - 1].name == *after) return i;
    const auto next = std::ranges::find_if(
        entries, [&](const Entry& entry) { return !is_built_in(entry.kind) && entry.name > *after; });
    return static_cast<std::size_t>(next - entries.begin());
}

template <typename Entry>
Json page(const char* member, const std::vector<Entry>& entries, bool complete, const ListCall& call,
          std::uint64_t max_bytes)
{
    Json page{{member, Json::array()}, {"complete", complete}};
    Json& listed = page[member];
    std::uint64_t bytes = *bytes_of(page) + 1;  // "false" is longer
    for (std::size_t i = place_behind(call.after, entries); i < entries.size(); ++i) {
        Json one = write(entries[i]);
        const auto size = bytes_of(one);
        if (!size) {
            page["complete"] = false;
            continue;
        }
        bytes += *size + 1;
        // The entry may be the last one of the page: then `next` repeats its name.
        if (!listed.empty() && bytes + *size + next_frame_bytes > max_bytes) {
            page["complete"] = false;
            page["next"] = listed.back()["name"];
            break;
        }
        listed.push_back(std::move(one));
    }
    return page;
}

}  // namespace

Json page_of(const DatasetList& list, const ListCall& call, std::uint64_t max_bytes)
{
    return page("datasets", list.datasets, list.complete, call, max_bytes);
}

Json page_of(const TerrainList& list, const ListCall& call, std::uint64_t max_bytes)
{
    return page("terrains", list.terrains, list.complete, call, max_bytes);
}

}  // namespace farfield::model
