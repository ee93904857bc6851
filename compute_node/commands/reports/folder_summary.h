#pragma once

#include "compute_node/commands/reports/folder_report.h"

#include <cstddef>
#include <map>
#include <string>

namespace farfield::node {

/// How many of a folder's entries are read, and why the others are not.
class FolderSummary {
public:
    void add(const FolderEntry& entry);

    /// A line for a terminal: "2 flows, 1 terrain; 7 not read (5: an STL file of a surface; 2: ...)".
    /// Reasons of most files come first; after four of them the others are counted. Empty where there was
    /// nothing.
    [[nodiscard]] std::string text() const;

private:
    std::size_t flows_ = 0, terrains_ = 0, parts_ = 0, others_ = 0;
    std::map<std::string, std::size_t> reasons_;  ///< of others, and how many have each
};

}  // namespace farfield::node
