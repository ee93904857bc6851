#include "net/message/bounded_json.h"

#include <algorithm>

#include "model/fields/unique_members.h"
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
    model::UniqueMembers members;
    bool are_unique = true;
    const auto watch = [&](int /*depth*/, Json::parse_event_t event, const Json& value) {
        return are_unique = are_unique && members.take(event, value) == nullptr;
    };
    Json json = Json::parse(text, watch, false);
    return are_unique ? json : Json(Json::value_t::discarded);
}

}  // namespace farfield::net
