#include "app/commands/data_options.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "model/data/block_names.h"

namespace farfield::app {

void DataOptions::add_to(CLI::App& command)
{
    command
        .add_option("--velocity", velocity,
                    "Vector to trace, or the scalars that are its components: U, \"u,v\"; otherwise the one "
                    "that farfield-node info names")
        ->type_name("NAMES");
    // CLI11 gets one text: two blocks must not count as an option given twice.
    command
        .add_option_function<std::string>(
            "--blocks", [this](const std::string& text) { blocks = model::split_blocks("#" + text).blocks; },
            "Blocks, parts, zones or regions to read, by name or by number from 1: inner,3; otherwise all. "
            "FILE#inner,3 is the same")
        ->type_name("NAMES");
}

const char* DataOptions::given() const
{
    if (!velocity.empty()) return "--velocity";
    return blocks.empty() ? nullptr : "--blocks";
}

model::Document DataOptions::chosen_in(model::Document document) const
{
    if (given() == nullptr) return document;
    model::DataSource* of = nullptr;
    for (auto& [id, source] : document.data) {
        if (source.kind != model::DataKind::Dataset) continue;
        if (of != nullptr)
            throw CLI::ValidationError(
                given(), fmt::format("expected a script with one dataset, found '{}' and '{}': say it in "
                                     "the script",
                                     of->name, source.name));
        of = &source;
    }
    if (of == nullptr) throw CLI::ValidationError(given(), "the script has no dataset");
    if (!velocity.empty()) of->velocity = velocity;
    if (!blocks.empty()) of->name = model::with_blocks(model::split_blocks(of->name).dataset, blocks);
    return document;
}

}  // namespace farfield::app
