#pragma once

#include <map>
#include <string>
#include <string_view>

#include "model/fields/fields.h"

namespace farfield::model {

inline constexpr std::size_t max_id_chars = 32;

/// A text in quotes with JSON's escapes, for error messages.
[[nodiscard]] std::string in_quotes(const std::string& text);
/// True when the text matches [a-z][a-z0-9_-]{0,31}.
[[nodiscard]] bool is_id(std::string_view text) noexcept;
/// Throws FieldError, with `path`, when `id` is no valid id.
void check_id(const std::string& id, const std::string& path);

/// Members of one type by id, as a member of a field list.
template <class T>
struct ById : std::map<std::string, T> {
    static ById from_json(const JsonValue& value)
    {
        ById all;
        for (const auto& [id, member] : value.object().items()) {
            const std::string path = value.path() + "." + id.substr(0, 2 * max_id_chars);
            check_id(id, path);
            all.emplace(id, read<T>(member, path));
        }
        return all;
    }
    [[nodiscard]] Json to_json() const
    {
        Json json = Json::object();
        for (const auto& [id, entry] : *this) json[id] = detail::write_value(entry, {});
        return json;
    }
};

/// A constraint of a field list: at most `limit` members. Throws LimitError.
inline constexpr auto no_more_than = [](const char* limit_name, std::size_t limit) {
    return [=](const auto& all, const JsonValue&) {
        if (all.size() > limit) throw LimitError(limit_name, limit, all.size());
    };
};

}  // namespace farfield::model
