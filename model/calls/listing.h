#pragma once

#include "model/data/dataset_info.h"
#include "model/data/terrain_info.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The calls dataset.list and terrain.list, with answers in pages: docs/protocol.md, section 3.
namespace farfield::model {

struct ListCall {
    std::optional<std::string> after;  ///< last name of the page before; absent: the first page
    friend bool operator==(const ListCall&, const ListCall&) = default;

    static void fields(auto& visit) { visit("after", &ListCall::after); }
};

/// The entries behind `call.after` that fit max_bytes, at least one if any follow. A name that is gone
/// counts where the order of files would have it. Names that are no UTF-8, which no message can carry, are
/// left out, and the list then counts as incomplete.
[[nodiscard]] Json page_of(const DatasetList&, const ListCall&, std::uint64_t max_bytes);
[[nodiscard]] Json page_of(const TerrainList&, const ListCall&, std::uint64_t max_bytes);

/// The members of a page that describe the pages around it.
struct PageInfo {
    std::optional<std::string> next;  ///< `after` of the call for the next page; absent: the last page
    bool complete = true;             ///< true when this page and those before it are complete
    friend bool operator==(const PageInfo&, const PageInfo&) = default;

    static void fields(auto& visit)
    {
        visit("next", &PageInfo::next);
        visit("complete", &PageInfo::complete);
    }
};

}  // namespace farfield::model
