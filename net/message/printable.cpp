#include "net/message/printable.h"

#include <algorithm>

namespace farfield::net {

std::string printable(std::string_view text, std::size_t max_bytes)
{
    std::string line(text.substr(0, max_bytes));
    std::ranges::replace_if(
        line, [](unsigned char c) { return c < ' ' || c == 127; }, '?');
    if (text.size() > max_bytes) line += "...";
    return line;
}

}  // namespace farfield::net
