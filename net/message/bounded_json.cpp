#include "net/message/bounded_json.h"

#include <algorithm>

#include "model/fields/unique_members.h"
#include "net/message/limits.h"
#include "net/message/printable.h"

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
