#include "model/fields/json_fields.h"

#include <algorithm>
#include <cmath>

namespace farfield::model {

namespace {
constexpr std::size_t max_found_chars = 60;

std::string quoted(const char* text)
{
    return '"' + std::string(text) + '"';
}

// Arrays and objects are not written out, as they may be long, and nested deeper than the stack.
std::string description(const Json* value)
{
    if (value == nullptr) return "nothing";
    if (value->is_array()) return "an array of " + std::to_string(value->size());
    if (value->is_object()) return "an object";
    auto text = value->dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > max_found_chars) text = text.substr(0, max_found_chars) + "...";
    return text;
}
}  // namespace

std::string text_or(const Json& from, const char* name, const std::string& otherwise)
{
    const auto found = from.is_object() ? from.find(name) : from.end();
    return found != from.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

std::uint64_t number_or(const Json& from, const char* name, std::uint64_t otherwise)
{
    const auto found = from.is_object() ? from.find(name) : from.end();
    return found != from.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : otherwise;
}

void JsonValue::complain(const std::string& expected) const
{
    throw FieldError(path_, expected, description(value_));
}

std::uint64_t JsonValue::integer(std::uint64_t min, std::uint64_t max, std::uint64_t type_max) const
{
    const bool is_integer = value_ != nullptr && value_->is_number_integer();
    const bool negative = is_integer && !value_->is_number_unsigned() && value_->get<std::int64_t>() < 0;
    const auto found = is_integer && !negative ? value_->get<std::uint64_t>() : 0;
    if (is_integer && !negative && found >= min && found <= max) return found;

    if (max != type_max) complain("an integer from " + std::to_string(min) + " to " + std::to_string(max));
    const bool is_beyond = is_integer ? found > max
                                      : value_ != nullptr && value_->is_number() &&
                                            value_->get<double>() >= static_cast<double>(max);
    if (is_beyond) complain("an integer of at most " + std::to_string(max));
    complain("an integer of at least " + std::to_string(min));
}

std::uint32_t JsonValue::uint32(IntegerRange<std::uint32_t> range) const
{
    return static_cast<std::uint32_t>(
        integer(range.min, range.max, std::numeric_limits<std::uint32_t>::max()));
}

std::uint64_t JsonValue::uint64(IntegerRange<std::uint64_t> range) const
{
    return integer(range.min, range.max, std::numeric_limits<std::uint64_t>::max());
}

double JsonValue::number() const
{
    if (value_ == nullptr || !value_->is_number()) complain("a number");
    const auto number = value_->get<double>();
    if (!std::isfinite(number)) complain("a finite number");
    return number;
}

bool JsonValue::boolean() const
{
    if (value_ == nullptr || !value_->is_boolean()) complain("true or false");
    return value_->get<bool>();
}

const std::string& JsonValue::text() const
{
    if (value_ == nullptr || !value_->is_string()) complain("a string");
    return value_->get_ref<const std::string&>();
}

std::array<double, 3> JsonValue::point() const
{
    const auto numbers = elements(3, "an array of three numbers");
    return {numbers[0].number(), numbers[1].number(), numbers[2].number()};
}

const Json& JsonValue::object() const
{
    if (value_ == nullptr || !value_->is_object()) complain("an object");
    return *value_;
}

bool JsonValue::is(std::string_view text) const
{
    return value_ != nullptr && value_->is_string() && value_->get_ref<const std::string&>() == text;
}

std::vector<JsonValue> JsonValue::elements() const
{
    if (value_ == nullptr || !value_->is_array()) complain("an array");
    std::vector<JsonValue> found;
    found.reserve(value_->size());
    for (const auto& element : *value_)
        found.emplace_back(&element, path_ + "[" + std::to_string(found.size()) + "]");
    return found;
}

std::vector<JsonValue> JsonValue::elements(std::size_t count, const std::string& expected) const
{
    if (value_ == nullptr || !value_->is_array() || value_->size() != count) complain(expected);
    return elements();
}

std::size_t JsonValue::one_of(std::span<const char* const> names) const
{
    if (value_ != nullptr && value_->is_string()) {
        const auto found = std::find(names.begin(), names.end(), value_->get_ref<const std::string&>());
        if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    }
    std::string expected;
    for (const auto* name : names) expected += (expected.empty() ? "" : " or ") + quoted(name);
    complain(expected);
}

JsonFields::JsonFields(const JsonValue& value) : object_(value.object()), path_(value.path()) {}

JsonValue JsonFields::operator[](const char* name)
{
    known_.push_back(name);
    const auto found = object_.find(name);
    return {found == object_.end() ? nullptr : &*found, path_of(name)};
}

void JsonFields::refuse_others() const
{
    for (const auto& [name, value] : object_.items()) {
        if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
        std::string expected;
        for (const auto* known : known_) expected += (expected.empty() ? "" : ", ") + std::string(known);
        throw UnknownField(path_of(name.substr(0, max_found_chars)), expected);
    }
}

std::string JsonFields::path_of(const std::string& name) const
{
    return path_.empty() ? name : path_ + "." + name;
}

}  // namespace farfield::model
