#include "net/message/bounded_json.h"

#include <algorithm>
#include <exception>

#include "model/fields/unique_json.h"
#include "net/message/limits.h"
#include "net/message/printable.h"

namespace farfield::net {

namespace {
/// Nesting depth of arrays and objects; brackets inside of strings are not counted.
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
    try {
        return model::parse_unique(text, max_json_depth);
    } catch (const std::exception&) {
        return Json(Json::value_t::discarded);
    }
}

std::string json_fault(std::string_view text)
{
    constexpr std::size_t shown = 60;
    if (nesting(text) > max_json_depth)
        return "expected JSON nested at most " + std::to_string(max_json_depth) + " times";
    try {
        [[maybe_unused]] const Json json = Json::parse(text);
    } catch (const Json::parse_error& error) {
        const std::string rest =
            error.byte <= text.size() ? "'" + printable(text.substr(error.byte - 1), shown) + "'" : "its end";
        return "expected JSON, found " + rest + " at character " + std::to_string(error.byte);
    } catch (const Json::exception&) {
        return "expected JSON with numbers of binary64";
    }
    return "expected JSON with each member once";
}

}  // namespace farfield::net
