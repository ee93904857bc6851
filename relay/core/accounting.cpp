#include "relay/core/accounting.h"

#include <algorithm>

namespace farfield::net::relay {

namespace {

constexpr std::size_t source_slots = 2 * SourceAccounts::max_sources;
static_assert(source_slots == std::size_t{1} << 13U);

// Fibonacci hashing: Knuth, "The Art of Computer Programming", volume 3, section 6.4.
std::size_t first_source_slot(std::uint32_t source)
{
    return (source * std::uint32_t{2'654'435'769U}) >> (32U - 13U);
}

}  // namespace

SourceAccounts::SourceAccounts() : numbers_(source_slots)
{
    accounts_.reserve(max_sources + 1);
    accounts_.emplace_back();
}

std::uint32_t SourceAccounts::number_of(std::uint32_t source)
{
    std::size_t slot = first_source_slot(source);
    for (; numbers_[slot] != others; slot = (slot + 1) % source_slots)
        if (accounts_[numbers_[slot]].source == source) return numbers_[slot];
    if (accounts_.size() > max_sources) return others;
    numbers_[slot] = static_cast<std::uint32_t>(accounts_.size());
    accounts_.push_back({.source = source});
    return numbers_[slot];
}

std::vector<SourceAccount> SourceAccounts::busiest(std::size_t most) const
{
    std::vector<SourceAccount> sorted(accounts_.begin() + 1, accounts_.end());
    const auto by_messages = [](const SourceAccount& a, const SourceAccount& b) {
        return a.messages != b.messages ? a.messages > b.messages : a.source < b.source;
    };
    std::ranges::sort(sorted, by_messages);
    sorted.resize(std::min(sorted.size(), most));
    return sorted;
}

}  // namespace farfield::net::relay
