#include "compute_node/support/formats/text_marks.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace farfield {

std::string_view without_space(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text;
}

bool is_xml_of(const FileBegin& begin, std::string_view tag)
{
    return without_space(begin.bytes).starts_with('<') && begin.has(tag);
}

bool is_tecplot_text(const FileBegin& begin)
{
    std::string_view text = without_space(begin.bytes);
    while (text.starts_with('#')) text = without_space(text.substr(std::min(text.find('\n'), text.size())));
    return std::ranges::any_of(std::array{"title", "variables", "filetype"}, [&](std::string_view word) {
        return text.starts_with(word) && without_space(text.substr(word.size())).starts_with('=');
    });
}

std::vector<std::uint64_t> leading_counts(std::string_view text, std::size_t most)
{
    std::vector<std::uint64_t> counts;
    while (counts.size() < most) {
        text = without_space(text);
        constexpr std::size_t longest = 9;
        const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
        const bool ends =
            digits == text.size() || std::isspace(static_cast<unsigned char>(text[digits])) != 0;
        if (digits == 0 || digits > longest || !ends) break;
        counts.push_back(std::stoull(std::string{text.substr(0, digits)}));
        text.remove_prefix(digits);
    }
    return counts;
}

bool is_plot3d_text(const FileBegin& begin)
{
    const std::string_view text = begin.bytes;
    const std::string_view first = text.substr(0, text.find('\n'));
    constexpr std::size_t most_blocks = 100;
    const auto blocks = leading_counts(first, 2);
    if (blocks.size() != 1 || without_space(first).find_first_of(".-eE") != std::string_view::npos)
        return false;
    if (blocks.front() == 0 || blocks.front() > most_blocks) return false;
    const auto counts = leading_counts(text, 1 + 4 * blocks.front());
    return counts.size() > 2 * blocks.front() && std::ranges::find(counts, 0U) == counts.end();
}

}  // namespace farfield
