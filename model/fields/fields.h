#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "model/fields/rules.h"

/// Field lists: a type names its members once; that list serves to read, merge, write and compare values.
///
///     struct Wind {
///         double speed = 0.0;
///         std::optional<std::string> station;
///         static void fields(auto& visit)
///         {
///             visit("speed", &Wind::speed, required, at_least(0.0));
///             visit("station", &Wind::station);
///         }
///         static void check(const Wind& wind, const std::string& path);  // rules between members, optional
///     };
///
/// Members are bool, double, unsigned integers, strings, enumerations with names, arrays, vectors and
/// optionals of these, types with a list, and types with `static T from_json(const JsonValue&)` and `Json
/// to_json() const`. `visit.one_of("kind", &Rake::shape)` is a std::variant of types with a list and a `kind`
/// each: members of the alternative that `kind` names lie beside it. All types have a default and operator==.
namespace farfield::model {

/// A set of members, by name.
using FieldSet = std::set<std::string_view>;

namespace detail {

template <class T>
concept Listed = requires(int& visitor)
{
    T::fields(visitor);
};
template <template <class...> class Template, class T>
inline constexpr bool is = false;
template <template <class...> class Template, class... Arguments>
inline constexpr bool is<Template, Template<Arguments...>> = true;
template <class T>
inline constexpr std::size_t size_of_array = 0;
template <class T, std::size_t n>
inline constexpr std::size_t size_of_array<std::array<T, n>> = n;

/// Calls a constraint if it takes these arguments.
template <class... Arguments>
void call_if_fits(const auto& constraint, Arguments&... arguments)
{
    if constexpr (std::is_invocable_v<decltype(constraint), Arguments&...>) constraint(arguments...);
}

Rules rules_of(const auto&... constraints)
{
    Rules rules;
    (call_if_fits(constraints, rules), ...);
    return rules;
}

template <class T>
void read_object(T& value, const JsonValue& json, bool whole, bool strict, FieldSet& present);

template <class T>
T read_value(const JsonValue& json, const Rules& rules, bool strict)
{
    if constexpr (is<std::optional, T>) {
        if (rules.nullable && json.is_null()) return std::nullopt;
        return read_value<typename T::value_type>(json, rules, strict);
    } else if constexpr (std::is_same_v<T, bool>) {
        return json.boolean();
    } else if constexpr (std::is_same_v<T, Json>) {
        return json.object();
    } else if constexpr (std::is_same_v<T, std::string>) {
        return rules.names.empty() ? json.text() : rules.names[json.one_of(rules.names)];
    } else if constexpr (std::is_enum_v<T>) {
        return static_cast<T>(json.one_of(rules.names));
    } else if constexpr (std::is_floating_point_v<T>) {
        return number(json, rules);
    } else if constexpr (std::is_unsigned_v<T>) {
        return static_cast<T>(integer(json, rules, std::numeric_limits<T>::max()));
    } else if constexpr (size_of_array<T> > 0) {
        constexpr auto* noun = std::is_integral_v<typename T::value_type> ? "integers" : "numbers";
        const auto found = elements(json, rules, size_of_array<T>, noun);
        T values{};
        for (std::size_t i = 0; i < found.size(); ++i)
            values[i] = read_value<typename T::value_type>(found[i], rules, strict);
        return values;
    } else if constexpr (is<std::vector, T>) {
        T values;
        Rules of_element;
        of_element.nullable = true;
        for (const JsonValue& element : elements(json, rules))
            values.push_back(read_value<typename T::value_type>(element, of_element, strict));
        return values;
    } else if constexpr (Listed<T>) {
        T value;
        FieldSet present;
        read_object(value, json, true, strict, present);
        return value;
    } else {
        return T::from_json(json);
    }
}

template <class T>
Json write_value(const T& value, const Rules& rules);

/// Reads an object's members; absent members keep their value.
template <class T>
struct Reader {
    T& value;
    JsonFields& members;
    bool whole;   ///< true: required members must be present
    bool strict;  ///< true: objects among the members may have no unknown names
    FieldSet& present;

    template <class Owner, class Member>
    void operator()(const char* name, Member Owner::*member, const auto&... constraints)
    {
        const Rules rules = rules_of(constraints...);
        const JsonValue json = members[name];
        if (!json && !(whole && rules.required)) return;
        value.*member = read_value<Member>(json, rules, strict);
        (call_if_fits(constraints, std::as_const(value.*member), json), ...);
        present.insert(name);
    }

    template <class Owner, class... Kinds>
    void one_of(const char* name, std::variant<Kinds...> Owner::*member)
    {
        static constexpr std::array kinds{Kinds::kind...};
        const JsonValue json = members[name];
        const bool anew = json || whole;
        if (anew) {
            const std::size_t named = json.one_of(kinds);
            std::size_t i = 0;
            ((i++ == named ? void((value.*member).template emplace<Kinds>()) : void()), ...);
            present.insert(name);
        }
        std::visit(
            [&]<class Kind>(Kind& kind) {
                Reader<Kind> reader{kind, members, anew, strict, present};
                Kind::fields(reader);
            },
            value.*member);
    }
};

template <class T>
void read_object(T& value, const JsonValue& json, bool whole, bool strict, FieldSet& present)
{
    JsonFields members(json);
    Reader<T> reader{value, members, whole, strict, present};
    T::fields(reader);
    if (strict) members.refuse_others();
    if constexpr (requires { T::check(value, json.path()); }) T::check(value, json.path());
}

enum class Mode {
    Changes,  ///< members that differ from those of `before`
    Needed,   ///< members that differ from their default, are required or always written
    All,      ///< members that have a value
};

template <class T>
struct Writer {
    const T& before;
    const T& value;
    Mode mode = Mode::Needed;
    Json json = Json::object();
    bool lost = false;  ///< true: a member became absent, which a patch cannot express

    template <class Owner, class Member>
    void operator()(const char* name, Member Owner::*member, const auto&... constraints)
    {
        const Rules rules = rules_of(constraints...);
        const bool kept = mode == Mode::All || (mode == Mode::Needed && (rules.required || rules.always));
        if (!kept && value.*member == before.*member) return;
        if constexpr (is<std::optional, Member>)
            if (!(value.*member) && !rules.nullable) return void(lost = lost || before.*member);
        json[name] = write_value(value.*member, rules);
    }

    template <class Owner, class... Kinds>
    void one_of(const char* name, std::variant<Kinds...> Owner::*member)
    {
        const auto write_kind = [&]<class Kind>(const Kind& kind) {
            const auto* earlier = mode == Mode::Changes ? std::get_if<Kind>(&(before.*member)) : nullptr;
            if (earlier == nullptr) json[name] = Kind::kind;
            const bool is_new = mode == Mode::Changes && earlier == nullptr;
            const auto inner =
                written(earlier != nullptr ? *earlier : Kind{}, kind, is_new ? Mode::Needed : mode);
            json.update(inner.json);
            lost = lost || inner.lost;
        };
        std::visit(write_kind, value.*member);
    }
};

template <class T>
Writer<T> written(const T& before, const T& value, Mode mode)
{
    Writer<T> writer{before, value, mode};
    T::fields(writer);
    return writer;
}

template <class T>
Json write_value(const T& value, const Rules& rules)
{
    if constexpr (is<std::optional, T>) {
        return value ? write_value(*value, rules) : Json();
    } else if constexpr (std::is_enum_v<T>) {
        return rules.names[static_cast<std::size_t>(value)];
    } else if constexpr (is<std::vector, T>) {
        Json json = Json::array();
        for (const auto& element : value) json.push_back(write_value(element, rules));
        return json;
    } else if constexpr (Listed<T>) {
        return written(T{}, value, Mode::Needed).json;
    } else if constexpr (requires { value.to_json(); }) {
        return value.to_json();
    } else {
        return value;
    }
}

}  // namespace detail

/// Reads an object; path: its name in errors. Throws FieldError and LimitError.
template <class T>
[[nodiscard]] T read(const Json& json, std::string path = {})
{
    return detail::read_value<T>({&json, std::move(path)}, {}, true);
}

/// Reads an object from a node's answer as read() does, but skips unknown members, so that a newer node may
/// say more than the viewer knows.
template <class T>
[[nodiscard]] T read_answer(const Json& json, std::string path = {})
{
    return detail::read_value<T>({&json, std::move(path)}, {}, false);
}

/// Sets the members that the patch has and returns their names. If it throws, `value` is unchanged.
template <class T>
FieldSet merge(T& value, const Json& patch, std::string path = {})
{
    T merged = value;
    FieldSet present;
    detail::read_object(merged, {&patch, std::move(path)}, false, true, present);
    value = std::move(merged);
    return present;
}

/// Sets members as merge() does, for the start of a program: every required member must be present.
template <class T>
FieldSet merge_whole(T& value, const Json& json, const std::string& path = {})
{
    T merged = value;
    FieldSet present = merge(merged, json, path);
    (void)read<T>(json, path);  // throws the error for a missing member
    value = std::move(merged);
    return present;
}

/// Writes an object without members equal to their default, unless they are required or always written.
template <class T>
[[nodiscard]] Json write(const T& value)
{
    return detail::written(T{}, value, detail::Mode::Needed).json;
}

/// Writes all members that have a value: merged into any value, the result sets all of these.
template <class T>
[[nodiscard]] Json write_all(const T& value)
{
    return detail::written(T{}, value, detail::Mode::All).json;
}

/// The patch that turns `from` into `to`; nullopt when a member became absent, which no patch can express.
template <class T>
[[nodiscard]] std::optional<Json> difference(const T& from, const T& to)
{
    auto patch = detail::written(from, to, detail::Mode::Changes);
    return patch.lost ? std::nullopt : std::optional(std::move(patch.json));
}

}  // namespace farfield::model
