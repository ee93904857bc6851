#include "compute_node/readers/ensight/ensight_text.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/text_number.h"
#include "compute_node/readers/ensight/ensight_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view begin_words = "BEGIN TIME STEP", end_words = "END TIME STEP";
constexpr std::size_t letters_of_record = 80, mark_of_record = 4;

/// Bytes of Fortran's marks before and behind a record: 4, or 0 where the record has none.
std::size_t marks_about(std::string_view bytes, std::size_t at)
{
    if (at < mark_of_record) return 0;
    const std::string_view before = bytes.substr(at - mark_of_record, mark_of_record);
    constexpr std::string_view little{"P\0\0\0", 4}, big{"\0\0\0P", 4};  // 80
    return before == little || before == big ? mark_of_record : 0;
}

/// Positions of a step's marks in a file.
struct Marks {
    std::size_t begin = 0, end = 0;
};

/// Bytes from a step to the next one, if all steps of a file are equally long: then as many begin at these
/// distances as the case says, and the bytes between need not be read. None otherwise.
std::optional<std::size_t> equal_length(std::string_view bytes, std::size_t steps)
{
    const std::size_t first = bytes.find(begin_words);
    const std::size_t second = first == std::string_view::npos ? first : bytes.find(begin_words, first + 1);
    if (steps < 2 || second == std::string_view::npos) return std::nullopt;
    const std::size_t length = second - first;
    for (std::size_t n = 2; n < steps; ++n)
        if (!bytes.substr(std::min(first + n * length, bytes.size())).starts_with(begin_words))
            return std::nullopt;
    return length;
}

Marks marks_of(const fs::path& file, std::string_view bytes, const EnsightFileStep& step)
{
    Marks found;
    std::size_t n = 0;
    const auto find = [&](std::string_view words, std::size_t from) {
        const std::size_t at = bytes.find(words, from);
        if (at == std::string_view::npos)
            throw_reader_error(file, fmt::format("expected {} steps with '{}', as the case says, found {}",
                                                 step.number + 1, words, n));
        return at;
    };
    const auto length = step.number < step.of ? equal_length(bytes, step.of) : std::nullopt;
    if (length) {
        found.end = find(begin_words, 0) + step.number * *length;
        n = step.number;
        bytes = bytes.substr(0, found.end + *length);
    }
    for (; n <= step.number; ++n) {
        found.begin = find(begin_words, found.end);
        found.end = find(end_words, found.begin);
    }
    return found;
}

std::string bytes_between(std::string_view bytes, const Marks& marks)
{
    const bool is_text =
        bytes.substr(marks.begin, letters_of_record).find_first_of("\r\n") != std::string_view::npos;
    if (is_text) {
        const std::size_t line = bytes.find('\n', marks.begin);
        return std::string{bytes.substr(line + 1, marks.end - line - 1)};
    }
    const std::size_t about = marks_about(bytes, marks.begin);
    const std::size_t first = marks.begin + letters_of_record + about;
    const std::string_view head = bytes.substr(0, letters_of_record + 2 * about);
    const bool says_form = head.find(" Binary") != std::string_view::npos;
    std::string step{says_form ? head : std::string_view{}};
    if (marks.end - about > first) step += bytes.substr(first, marks.end - about - first);
    return step;
}

}  // namespace

EnsightText::EnsightText(const fs::path& file, const std::optional<EnsightFileStep>& step)
    : file_{file}, mapped_{file}
{
    if (step) own_ = bytes_between(mapped_.bytes(), marks_of(file, mapped_.bytes(), *step));
}

void EnsightText::make_numbers_plain()
{
    if (auto plain = with_plain_numbers(bytes())) own_ = std::move(plain);
}

void EnsightText::leave_out_ghosts()
{
    constexpr std::string_view ghosts = "g_";
    std::string kept;
    bool is_ghost = false, has_ghosts = false;
    for (std::string_view left = bytes(); !left.empty();) {
        const std::string_view line = left.substr(0, std::min(left.find('\n'), left.size() - 1) + 1);
        left.remove_prefix(line.size());
        const std::string word = word_of_kind(line);
        const bool is_head = word == "part" || corners_of(word) > 0 || word.starts_with("nsided") ||
                             word.starts_with("nfaced") || word.starts_with("g_nsided") ||
                             word.starts_with("g_nfaced");
        if (is_head) is_ghost = word.starts_with(ghosts);
        has_ghosts = has_ghosts || is_ghost;
        if (!is_ghost) kept += line;
    }
    if (has_ghosts) own_ = std::move(kept);
}

void check_ensight_step(const fs::path& file, const EnsightFileStep& step)
{
    const MappedFile mapped{file};
    (void)marks_of(file, mapped.bytes(), step);
}

}  // namespace farfield::compute
