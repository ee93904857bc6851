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
    std::optional<std::string> after;  ///< the name that the last page ended with; none: the first page
    friend bool operator==(const ListCall&, const ListCall&) = default;

    static void fields(auto& visit) { visit("after", &ListCall::after); }
};

/// The entries behind `call.after` that fit so many bytes, at least one where there is any. A name that is
/// not there any more stands where it would be among the files. Names that no message can carry, being no
/// UTF-8, are left out, and the list is then not complete.
[[nodiscard]] Json page_of(const DatasetList&, const ListCall&, std::uint64_t max_bytes);
[[nodiscard]] Json page_of(const TerrainList&, const ListCall&, std::uint64_t max_bytes);

/// A page's description of the others.
struct PageInfo {
    std::optional<std::string> next;  ///< to be asked for `after`; nothing: this is the last page
    bool complete = true;             ///< nothing is missing from this page and those before it
    friend bool operator==(const PageInfo&, const PageInfo&) = default;

    static void fields(auto& visit)
    {
        visit("next", &PageInfo::next);
        visit("complete", &PageInfo::complete);
    }
};

}  // namespace farfield::model
