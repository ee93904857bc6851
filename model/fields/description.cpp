#include "model/fields/description.h"

#include <cmath>

namespace farfield::model {

namespace {

std::string choice(std::span<const char* const> names)
{
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0                  ? ""
                 : i + 1 == names.size() ? " or "
                                         : ", ") +
                ("`\"" + std::string(names[i]) + "\"`");
    return text;
}

/// A number with commas: 1,000,000; a number with an exponent is unchanged.
std::string figure(double number)
{
    std::string text = Json(number).dump();
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    if (text.starts_with("1e-0")) text.erase(3, 1);
    if (text.size() < 5 || text.find_first_not_of("0123456789") != std::string::npos) return text;
    std::string grouped;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i > 0 && (text.size() - i) % 3 == 0) grouped += ',';
        grouped += text[i];
    }
    return grouped;
}

std::string range(const FieldDescription& member)
{
    const Rules& rules = member.rules;
    if (!rules.zero) return ", not 0";
    if (rules.open)
        return std::isfinite(rules.most) ? " between " + figure(rules.least) + " and " + figure(rules.most)
                                         : " above " + figure(rules.least);
    if (!std::isfinite(rules.least)) return "";
    if (std::isfinite(rules.most)) return " " + figure(rules.least) + " to " + figure(rules.most);
    const bool is_integer = member.type == FieldDescription::Type::Integer && member.size == 0;
    return (is_integer ? " from " : " >= ") + figure(rules.least);
}

std::string default_text(const Json& otherwise)
{
    if (otherwise.is_number()) return figure(otherwise.get<double>());
    if (otherwise.is_string()) return "`" + otherwise.get<std::string>() + "`";
    std::string text;
    if (!otherwise.is_array()) return otherwise.dump();
    for (const Json& element : otherwise) text += (text.empty() ? "" : ", ") + default_text(element);
    return "[" + text + "]";
}

std::string type_text(const FieldDescription& member)
{
    static constexpr std::array nouns{"boolean", "integer", "number", "string", "array", "object"};
    std::string noun = nouns[static_cast<std::size_t>(member.type)];
    if (member.type == FieldDescription::Type::Object && member.rules.words != nullptr)
        return member.rules.words;
    if (member.size == 0) return noun;
    return (member.size == 2 ? "two " : "three ") + noun + "s";
}

}  // namespace

std::string text_of(const FieldDescription& member)
{
    const Json& otherwise = member.otherwise;
    std::string text =
        member.rules.names.empty() ? type_text(member) + range(member) : choice(member.rules.names);
    if (member.rules.required) return text + ", required";
    const bool of_objects = otherwise.is_array() && !otherwise.empty() && otherwise.front().is_object();
    const bool says_default =
        !otherwise.is_null() && !otherwise.is_object() && !of_objects && otherwise != Json("");
    return says_default ? text + ", default " + default_text(otherwise) : text;
}

}  // namespace farfield::model
