#pragma once

#include <string>
#include <vector>

#include "model/document/document.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace farfield::app {

/// Options that choose the vector and the blocks of a dataset, with the words of farfield-node's commands.
/// They must outlive the parsing.
struct DataOptions {
    std::string velocity;             ///< the vector to trace; empty: as the node chooses
    std::vector<std::string> blocks;  ///< blocks to read, by name or by number from 1; none: all

    /// Declares --velocity and --blocks.
    void add_to(CLI::App& command);
    /// Name of the first of these options that was given; null: none was.
    [[nodiscard]] const char* given() const;
    /// The document with the given options in place of its dataset's. Throws CLI::ValidationError where the
    /// document has no dataset, or has several, so that the target is not clear; std::runtime_error for a
    /// block that a name cannot express.
    [[nodiscard]] model::Document chosen_in(model::Document document) const;
};

}  // namespace farfield::app
