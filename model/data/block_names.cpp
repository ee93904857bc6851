#include "model/data/block_names.h"

#include <stdexcept>

namespace farfield::model {

NamedBlocks split_blocks(std::string_view name)
{
    const auto mark = name.rfind(before_blocks);
    NamedBlocks named{std::string(name.substr(0, mark)), {}};
    if (mark == std::string_view::npos) return named;
    for (std::string_view rest = name.substr(mark + 1);;) {
        const auto comma = rest.find(',');
        named.blocks.emplace_back(rest.substr(0, comma));
        if (comma == std::string_view::npos) return named;
        rest.remove_prefix(comma + 1);
    }
}

std::string with_blocks(const std::string& dataset, const std::vector<std::string>& blocks)
{
    std::string name = dataset;
    for (const std::string& block : blocks) {
        if (block.empty() || block.find_first_of(",#") != std::string::npos)
            throw std::runtime_error("a block cannot be asked for as '" + block +
                                     "': expected its number, or a name without ',' and '#'");
        name += &block == &blocks.front() ? before_blocks : ',';
        name += block;
    }
    return name;
}

}  // namespace farfield::model
