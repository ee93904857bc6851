#pragma once

#include "model/fields/fields.h"

/// Descriptions of field lists, from which the documentation's tables and a window's forms are made.
namespace farfield::model {

/// Description of one member of a field list.
struct FieldDescription {
    enum class Type { Boolean, Integer, Number, Text, Array, Object };

    std::string name;
    Type type = Type::Object;  ///< type of the value, or of each element of an array of fixed size
    std::size_t size = 0;      ///< elements of such an array; 0: no array of fixed size
    bool is_optional = false;  ///< true when absence has a meaning that no value has
    Rules rules = {};
    Json otherwise = {};  ///< value of an absent member; null: none
    std::vector<FieldDescription> members =
        {};  ///< fields of an object with a list, or of each such object in an array
};

namespace detail {

template <class T>
constexpr FieldDescription::Type type_of()
{
    using enum FieldDescription::Type;
    if constexpr (is<std::optional, T>) return type_of<typename T::value_type>();
    if constexpr (size_of_array < T >> 0) return type_of<typename T::value_type>();
    if constexpr (std::is_same_v<T, bool>) return Boolean;
    if constexpr (std::is_same_v<T, std::string> || std::is_enum_v<T>) return Text;
    if constexpr (std::is_floating_point_v<T>) return Number;
    if constexpr (std::is_unsigned_v<T>) return Integer;
    return is<std::vector, T> ? Array : Object;
}

template <class T>
constexpr std::size_t fixed_size()
{
    if constexpr (is<std::optional, T>) return size_of_array<typename T::value_type>;
    return size_of_array<T>;
}

template <class T>
struct Describer {
    T value{};
    std::vector<FieldDescription> members = {};

    template <class Owner, class Member>
    void operator()(const char* name, Member Owner::*member, const auto&... constraints)
    {
        const Rules rules = rules_of(constraints...);
        members.push_back({.name = name,
                           .type = type_of<Member>(),
                           .size = fixed_size<Member>(),
                           .is_optional = is<std::optional, Member>,
                           .rules = rules,
                           .otherwise = write_value(value.*member, rules)});
        if constexpr (Listed<Member>) describe_inner<Member>();
        if constexpr (is<std::vector, Member>)
            if constexpr (Listed<typename Member::value_type>) describe_inner<typename Member::value_type>();
    }
    template <class Inner>
    void describe_inner()
    {
        Describer<Inner> inner;
        Inner::fields(inner);
        members.back().members = std::move(inner.members);
    }
    template <class Owner, class... Kinds>
    void one_of(const char* name, std::variant<Kinds...> Owner::*)
    {
        static constexpr std::array kinds{Kinds::kind...};
        members.push_back(
            {.name = name, .type = FieldDescription::Type::Text, .rules = rules_of(names(kinds), required)});
    }
};

}  // namespace detail

/// Describes the members of a type, in the order of its list.
template <class T>
[[nodiscard]] std::vector<FieldDescription> description_of()
{
    detail::Describer<T> describer;
    T::fields(describer);
    return std::move(describer.members);
}

/// Description of a member in Markdown: "integer 1 to 16, default 1".
[[nodiscard]] std::string text_of(const FieldDescription& member);

/// Rows of a Markdown table, one for each member: its name, then its type, range and default.
template <class T>
[[nodiscard]] std::string table_of()
{
    std::string rows;
    for (const FieldDescription& member : description_of<T>())
        rows += "| `" + member.name + "` | " + text_of(member) + " |\n";
    return rows;
}

}  // namespace farfield::model
