#pragma once

#include <string>
#include <vector>

#include "model/document/document.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace farfield::app {

/// The options that say what of a dataset is traced and read, with the words of farfield-node's commands.
/// They must outlive the parsing.
struct DataOptions {
    std::string velocity;             ///< the vector to trace; empty: as the node chooses
    std::vector<std::string> blocks;  ///< to read, by name or by number from 1; none: all

    /// Declares --velocity and --blocks.
    void add_to(CLI::App& command);
    /// The first of them that was given; nothing: none was.
    [[nodiscard]] const char* given() const;
    /// A document with what was given in place of what its dataset has. Throws CLI::ValidationError where the
    /// document has no dataset, or several, so that it cannot be meant for one; std::runtime_error for a
    /// block that no name can hold.
    [[nodiscard]] model::Document chosen_in(model::Document document) const;
};

}  // namespace farfield::app
