#include "net/message/printable.h"

#include <algorithm>

namespace farfield::net {

std::string printable(std::string_view text, std::size_t max_bytes)
{
    std::string line(text.substr(0, max_bytes));
    std::ranges::replace_if(
        line, [](unsigned char c) { return c < ' ' || c == 127; }, '?');
    // U+202A to U+202E and U+2066 to U+2069, in UTF-8.
    for (std::size_t at = 0; (at = line.find('\xe2', at)) != std::string::npos; ++at) {
        const std::string_view next = std::string_view{line}.substr(at + 1, 2);
        if ((next >= "\x80\xaa" && next <= "\x80\xae") || (next >= "\x81\xa6" && next <= "\x81\xa9"))
            line.replace(at, 3, "?");
    }
    if (text.size() > max_bytes) line += "...";
    return line;
}

}  // namespace farfield::net
