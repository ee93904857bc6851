#pragma once

#include "model/data/terrain_info.h"
#include "net/message/control_messages.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The calls dataset.list and terrain.list, with answers in pages: docs/protocol.md, section 3.
namespace farfield::net {

/// All datasets of a node, in the order in which pages show them: built-in ones, then others by name.
struct DatasetList {
    std::vector<DatasetEntry> datasets;
    bool complete = true;  ///< no more than these are there
};

struct ListCall {
    std::optional<std::string> after;  ///< the name that the last page ended with; none: the first page
};

/// Throws FieldError that names what is ill-typed or unknown.
[[nodiscard]] ListCall list_call(const Json&);

/// The entries behind `call.after` that fit so many bytes, at least one where there is any. A name that is
/// not there any more stands where it would be among the files. Names that no message can carry, being no
/// UTF-8, are left out, and the list is then not complete.
[[nodiscard]] Json page_of(const DatasetList&, const ListCall&, std::uint64_t max_bytes);
[[nodiscard]] Json page_of(const model::TerrainList&, const ListCall&, std::uint64_t max_bytes);

/// What a page says of the others.
struct PageInfo {
    std::optional<std::string> next;  ///< to be asked for `after`; nothing: this is the last page
    bool complete = true;             ///< nothing is missing from this page and those before it
};
/// Of a node of before there were pages, too. Throws FieldError where a member is ill-typed.
[[nodiscard]] PageInfo page_info(const Json& page);

}  // namespace farfield::net
