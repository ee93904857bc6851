#include "net/message/bounded_json.h"

#include <algorithm>

#include "net/message/limits.h"

namespace farfield::net {

namespace {
/// Levels of arrays and objects, brackets inside of strings not counted.
std::size_t nesting(std::string_view text)
{
    std::size_t depth = 0;
    std::size_t deepest = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            in_string = c != '"';
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            deepest = std::max(deepest, ++depth);
        } else if ((c == ']' || c == '}') && depth > 0) {
            --depth;
        }
    }
    return deepest;
}
}  // namespace

Json parse_bounded_json(std::string_view text)
{
    if (nesting(text) > max_json_depth) return Json(Json::value_t::discarded);
    return Json::parse(text, nullptr, false);
}

}  // namespace farfield::net
