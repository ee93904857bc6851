#include "compute_node/readers/vtk/collections/time_value.h"

#include "compute_node/readers/common/text_number.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>

namespace farfield::compute {

namespace {

constexpr std::size_t head_bytes = 1U << 16U;

std::optional<double> finite_number(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const auto read = number_at(text);
    return read && std::isfinite(read->value) ? std::optional{read->value} : std::nullopt;
}

/// Reads a number of a binary legacy file, which is big-endian.
template <class Number, class Bits>
std::optional<double> big_endian(std::string_view bytes)
{
    if (bytes.size() < sizeof(Bits)) return std::nullopt;
    Bits bits = 0;
    for (std::size_t i = 0; i < sizeof(Bits); ++i) bits = (bits << 8U) | static_cast<unsigned char>(bytes[i]);
    const auto value = static_cast<double>(std::bit_cast<Number>(bits));
    return std::isfinite(value) ? std::optional{value} : std::nullopt;
}

/// The value behind "TimeValue 1 1 float" and a line's end.
std::optional<double> time_in_legacy(std::string_view head)
{
    const std::string_view before = head.substr(0, head.find("\nPOINTS "));
    for (const std::string_view name : {"\nTimeValue 1 1 ", "\nTIME 1 1 "}) {
        const std::size_t at = before.find(name);
        if (at == std::string_view::npos) continue;
        const std::size_t end = before.find('\n', at + name.size());
        if (end == std::string_view::npos) return std::nullopt;
        const std::string_view type = before.substr(at + name.size(), end - at - name.size());
        const std::string_view value = head.substr(end + 1);
        if (before.find("\nBINARY") == std::string_view::npos) return finite_number(value);
        if (type.starts_with("float")) return big_endian<float, std::uint32_t>(value);
        if (type.starts_with("double")) return big_endian<double, std::uint64_t>(value);
        return std::nullopt;
    }
    return std::nullopt;
}

/// The value of an attribute in single or double quotes.
std::string_view attribute_of(std::string_view tag, std::string_view name)
{
    for (const char quote : {'"', '\''}) {
        const std::string begin = " " + std::string{name} + "=" + quote;
        const std::size_t at = tag.find(begin);
        if (at == std::string_view::npos) continue;
        const std::string_view rest = tag.substr(at + begin.size());
        return rest.substr(0, rest.find(quote));
    }
    return {};
}

std::optional<double> time_in_xml(std::string_view head)
{
    constexpr std::string_view opening = "<DataArray ";
    for (std::size_t at = head.find(opening); at != std::string_view::npos; at = head.find(opening, at + 1)) {
        const std::size_t end = head.find('>', at);
        if (end == std::string_view::npos) break;
        const std::string_view tag = head.substr(at, end - at);
        const std::string_view name = attribute_of(tag, "Name");
        if (name != "TimeValue" && name != "TIME") continue;
        if (attribute_of(tag, "format") == "ascii") return finite_number(head.substr(end + 1));
        const auto least = finite_number(attribute_of(tag, "RangeMin"));
        return least == finite_number(attribute_of(tag, "RangeMax")) ? least : std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

std::optional<double> time_value_of(const std::filesystem::path& file)
{
    std::string head(head_bytes, '\0');
    std::ifstream in{file, std::ios::binary};
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(in.gcount()));
    return head.starts_with("# vtk") ? time_in_legacy(head) : time_in_xml(head);
}

}  // namespace farfield::compute
