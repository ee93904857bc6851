#pragma once

#include "model/fields/fields.h"

/// Tables of members for the documentation.
namespace farfield::model {

namespace detail {

/// "integer 1 to 16, default 1". otherwise: null where there is no default.
[[nodiscard]] std::string described(const Rules& rules, const std::string& type, const Json& otherwise);

template <class T>
std::string type_name()
{
    if constexpr (is<std::optional, T>) return type_name<typename T::value_type>();
    if constexpr (std::is_same_v<T, bool>) return "boolean";
    if constexpr (std::is_same_v<T, std::string>) return "string";
    if constexpr (std::is_floating_point_v<T>) return "number";
    if constexpr (std::is_unsigned_v<T>) return "integer";
    if constexpr (size_of_array<T> != 0)
        return std::string(size_of_array<T> == 2 ? "two " : "three ") + type_name<typename T::value_type>() +
               "s";
    return is<std::vector, T> ? "array" : "object";
}

template <class T>
struct Table {
    T value{};
    std::string rows = {};

    template <class Owner, class Member>
    void operator()(const char* name, Member Owner::*member, const auto&... constraints)
    {
        const Rules rules = rules_of(constraints...);
        add(name, described(rules, type_name<Member>(), write_value(value.*member, rules)));
    }
    template <class Owner, class... Kinds>
    void one_of(const char* name, std::variant<Kinds...> Owner::*)
    {
        static constexpr std::array kinds{Kinds::kind...};
        add(name, described(rules_of(names(kinds), required), "", Json()));
    }
    void add(const std::string& name, const std::string& type)
    {
        rows += "| `" + name + "` | " + type + " |\n";
    }
};

}  // namespace detail

/// A row of Markdown for each member: its name, then its type, range and default.
template <class T>
[[nodiscard]] std::string table_of()
{
    detail::Table<T> table;
    T::fields(table);
    return table.rows;
}

}  // namespace farfield::model
