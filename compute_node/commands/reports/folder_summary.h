#pragma once

#include "compute_node/commands/reports/folder_report.h"

#include <cstddef>
#include <map>
#include <string>

namespace farfield::node {

/// Counts the entries of a folder that are read, and the reasons why the others are not.
class FolderSummary {
public:
    void add(const FolderEntry& entry);

    /// A line for a terminal: "2 flows, 1 terrain; 7 not read (5: an STL file of a surface; 2: ...)".
    /// Reasons of most files come first; after four reasons the other files are counted. Empty without
    /// entries.
    [[nodiscard]] std::string text() const;

private:
    std::size_t flows_ = 0, terrains_ = 0, parts_ = 0, others_ = 0;
    std::map<std::string, std::size_t> reasons_;  ///< numbers of other files, by reason
};

}  // namespace farfield::node
