#include "compute_node/support/formats/beginning.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <span>
#include <system_error>

namespace farfield {

namespace {

bool is_printable(std::string_view bytes)
{
    return std::ranges::all_of(
        bytes, [](char letter) { return std::isprint(static_cast<unsigned char>(letter)) != 0; });
}

}  // namespace

std::string first_bytes_of(const std::filesystem::path& file)
{
    constexpr std::size_t enough = 64;
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) return {};
    std::string bytes(enough, '\0');
    std::ifstream in{file, std::ios::binary};
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(in.gcount()));
    return bytes;
}

std::string shown_bytes(std::string_view bytes)
{
    constexpr std::size_t numbers = 8;
    const std::string_view line = bytes.substr(0, bytes.find_first_of("\r\n"));
    if (!line.empty() && is_printable(line)) return "text";
    const auto first = std::span(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size())
                           .first(std::min(bytes.size(), numbers));
    return fmt::format("the bytes {:02X}", fmt::join(first, " "));
}

std::string_view without_utf8_mark(std::string_view text)
{
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (text.starts_with(mark)) text.remove_prefix(mark.size());
    return text;
}

std::string beginning_words(const std::filesystem::path& file)
{
    const std::string bytes = first_bytes_of(file);
    return bytes.empty() ? "it is empty" : "it begins with " + shown_bytes(bytes);
}

}  // namespace farfield
