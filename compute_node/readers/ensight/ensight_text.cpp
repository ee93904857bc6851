#include "compute_node/readers/ensight/ensight_text.h"

#include "compute_node/readers/common/reader_error.h"

#include <fmt/format.h>

#include <algorithm>

namespace farfield::compute {

namespace {

constexpr std::size_t letters_of_record = 80, mark_of_record = 4;

/// Bytes of marks about a record of Fortran's, where there are such about the record at a place.
std::size_t marks_about(std::string_view bytes, std::size_t at)
{
    if (at < mark_of_record) return 0;
    const std::string_view before = bytes.substr(at - mark_of_record, mark_of_record);
    constexpr std::string_view little{"P\0\0\0", 4}, big{"\0\0\0P", 4};  // 80
    return before == little || before == big ? mark_of_record : 0;
}

}  // namespace

std::size_t EnsightText::mark(std::string_view words, std::size_t number) const
{
    std::size_t at = all().find(words);
    for (std::size_t n = 0; n < number && at != std::string_view::npos; ++n)
        at = all().find(words, at + words.size());
    if (at == std::string_view::npos)
        throw_reader_error(file_, fmt::format("expected {} steps with '{}', as the case's section FILE says, "
                                              "found fewer",
                                              number + 1, words));
    return at;
}

std::string EnsightText::step(std::size_t number) const
{
    const std::size_t begin = mark("BEGIN TIME STEP", number), end = mark("END TIME STEP", number);
    if (end < begin)
        throw_reader_error(file_, fmt::format("expected step {} to end behind its beginning", number + 1));
    const bool is_text =
        all().substr(begin, letters_of_record).find_first_of("\r\n") != std::string_view::npos;
    if (is_text) {
        const std::size_t line = all().find('\n', begin);
        return std::string{all().substr(line + 1, end - line - 1)};
    }
    const std::size_t marks = marks_about(all(), begin), first = begin + letters_of_record + marks;
    const std::size_t record = letters_of_record + 2 * marks;
    const std::string_view head = all().substr(0, record);
    const bool says_form = head.find(" Binary") != std::string_view::npos;
    std::string step{says_form ? head : std::string_view{}};
    if (end - marks > first) step += all().substr(first, end - marks - first);
    return step;
}

}  // namespace farfield::compute
