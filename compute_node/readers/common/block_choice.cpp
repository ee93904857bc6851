#include "compute_node/readers/common/block_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace farfield::compute {

namespace {

/// "'inner', 'outer' and 40 more"
std::string listed(const std::vector<BlockName>& blocks)
{
    constexpr std::size_t most = 20;
    std::string text;
    for (std::size_t n = 0; n < std::min(most, blocks.size()); ++n)
        text += fmt::format("{}'{}'", n == 0 ? "" : ", ", blocks[n].name);
    if (blocks.size() > most) text += fmt::format(" and {} more", blocks.size() - most);
    return text;
}

/// The block that is asked for, by its name or else by its number.
BlockName& find_block(std::vector<BlockName>& blocks, const std::string& asked)
{
    const auto found = std::ranges::find(blocks, asked, &BlockName::name);
    if (found != blocks.end()) return *found;
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(asked.data(), asked.data() + asked.size(), number);
    const bool is_number = error == std::errc{} && end == asked.data() + asked.size();
    if (is_number && number >= 1 && number <= blocks.size()) return blocks[number - 1];
    throw std::runtime_error(fmt::format("it has no block '{}'; expected one of {}, or numbers from 1 to {}",
                                         asked, listed(blocks), blocks.size()));
}

}  // namespace

std::vector<BlockName> choose_blocks(const std::vector<std::string>& names,
                                     const std::vector<std::string>& asked)
{
    std::vector<BlockName> blocks;
    for (const std::string& name : names) {
        const std::size_t number = blocks.size() + 1;
        const bool is_twice = std::ranges::find(blocks, name, &BlockName::name) != blocks.end();
        blocks.push_back({name.empty() ? fmt::format("block {}", number)
                          : is_twice   ? fmt::format("{} ({})", name, number)
                                       : name,
                          asked.empty()});
    }
    for (const std::string& one : asked) find_block(blocks, one).is_read = true;
    return blocks;
}

}  // namespace farfield::compute
