#include "compute_node/readers/vtk/files/vtk_text.h"

#include "compute_node/readers/common/mapped_file.h"
#include "compute_node/readers/common/text_number.h"
#include "compute_node/readers/vtk/files/legacy_numbers.h"
#include "compute_node/support/formats/beginning.h"
#include "compute_node/support/formats/known_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view appended = "<AppendedData";

/// Position behind the title: the second line is any text; the third says how numbers are written.
std::size_t behind_title(std::string_view text)
{
    const std::size_t title = text.find('\n');
    const std::size_t kind = title == std::string_view::npos ? title : text.find('\n', title + 1);
    return std::min(kind, text.size());
}

/// True for a legacy file with numbers in text, by its beginning.
bool is_legacy_text(std::string_view head)
{
    head.remove_prefix(behind_title(head));
    head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
    return head.starts_with("ASCII") || head.starts_with("ascii");
}

/// True for numbers in text, by the first array that is no time: VTK writes times as text in all files.
bool is_xml_text(std::string_view head)
{
    const std::size_t fields = head.find("</FieldData>");
    if (fields != std::string_view::npos) head.remove_prefix(fields);
    const std::size_t at = head.find("format=");
    return at != std::string_view::npos && head.substr(at + 8).starts_with("ascii");
}

/// The whole text of a file with numbers in text; "" for others.
std::string_view numbers_as_text(std::string_view text, const fs::path& file)
{
    constexpr std::size_t enough = 1U << 16U;
    const std::string_view head = text.substr(0, enough);
    if (ending_of(file) == ".vtk") return is_legacy_text(head) ? text : "";
    return is_xml_text(head) && text.find(appended) == std::string_view::npos ? text : "";
}

}  // namespace

std::optional<std::string> text_for_vtk(const fs::path& file)
{
    const MappedFile mapped{file};
    const std::string_view text = numbers_as_text(mapped.bytes(), file);
    const std::string_view bare = without_utf8_mark(text);
    if (ending_of(file) == ".vtk")
        if (auto legacy = legacy_text_for_vtk(bare)) return legacy;
    if (auto plain = with_plain_numbers(bare)) return plain;
    return bare.size() < text.size() ? std::optional{std::string{bare}} : std::nullopt;
}

std::optional<std::string> legacy_text_for_vtk(std::string_view text)
{
    if (!is_legacy_text(text)) return std::nullopt;
    auto plain = with_plain_numbers(text);
    if (auto replaced = with_stand_ins(plain ? *plain : text)) return replaced;
    return plain;
}

std::string no_number_in_vtk(const fs::path& file)
{
    constexpr std::size_t shown = 40;
    const MappedFile mapped{file};
    std::string_view numbers = numbers_as_text(mapped.bytes(), file);
    if (ending_of(file) == ".vtk") numbers.remove_prefix(behind_title(numbers));
    const std::string_view word = word_that_is_no_number(numbers);
    return word.empty() ? "" : fmt::format("; it has '{}', which is no number", word.substr(0, shown));
}

}  // namespace farfield::compute
