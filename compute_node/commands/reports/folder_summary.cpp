#include "compute_node/commands/reports/folder_summary.h"

#include "net/message/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace farfield::node {

namespace {

constexpr std::size_t listed_reasons = 4, longest_reason = 120;

std::string counted(std::size_t number, std::string_view of)
{
    return fmt::format("{} {}{}", number, of, number == 1 ? "" : "s");
}

/// The sentence alone, without the file's own numbers and names behind it.
std::string reason_in(const std::string& text)
{
    return net::printable(text.substr(0, text.find_first_of(";\n")), longest_reason);
}

}  // namespace

void FolderSummary::add(const FolderEntry& entry)
{
    if (entry.is_flow)
        ++flows_;
    else if (entry.is_terrain)
        ++terrains_;
    else if (entry.is_part)
        ++parts_;
    else {
        ++others_;
        ++reasons_[reason_in(entry.text)];
    }
}

std::string FolderSummary::text() const
{
    if (flows_ + terrains_ + parts_ + others_ == 0) return {};
    std::string line = fmt::format("{}, {}", counted(flows_, "flow"), counted(terrains_, "terrain"));
    if (parts_ > 0) line += fmt::format(", {} of these", counted(parts_, "part"));
    line += fmt::format("; {} not read", others_);
    std::vector<std::pair<std::string, std::size_t>> reasons{reasons_.begin(), reasons_.end()};
    std::ranges::stable_sort(reasons, std::greater{}, &std::pair<std::string, std::size_t>::second);
    std::size_t rest = others_;
    for (std::size_t n = 0; n < reasons.size() && n < listed_reasons; ++n) {
        const auto& [reason, files] = reasons[n];
        line += fmt::format("{}{}: {}", n == 0 ? " (" : "; ", files, reason);
        rest -= files;
    }
    if (rest > 0) line += fmt::format("; {} for other reasons", rest);
    return line + (others_ > 0 ? ")\n" : "\n");
}

}  // namespace farfield::node
