#include "app/document/script_table.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/document/closest.h"

namespace farfield::app {
namespace {

std::string_view type_name(const toml::node& node)
{
    switch (node.type()) {
    case toml::node_type::table:
        return "a table";
    case toml::node_type::array:
        return "an array";
    case toml::node_type::string:
        return "text";
    case toml::node_type::integer:
        return "an integer";
    case toml::node_type::floating_point:
        return "a number";
    case toml::node_type::boolean:
        return "true or false";
    default:
        return "a date or time";
    }
}

}  // namespace

ScriptTable::ScriptTable(const toml::table& table, std::string file, std::string name)
    : table_(&table), file_(std::move(file)), name_(std::move(name))
{}

bool ScriptTable::has(std::string_view key)
{
    return find(key) != nullptr;
}

std::optional<std::string> ScriptTable::text(std::string_view key)
{
    const auto* node = find(key);
    if (node == nullptr) return std::nullopt;
    if (const auto* value = node->as_string()) return value->get();
    mistyped(key, *node, "text");
}

std::optional<bool> ScriptTable::truth(std::string_view key)
{
    const auto* node = find(key);
    if (node == nullptr) return std::nullopt;
    if (const auto* value = node->as_boolean()) return value->get();
    mistyped(key, *node, "true or false");
}

std::optional<double> ScriptTable::number(std::string_view key)
{
    const auto* node = find(key);
    if (node == nullptr) return std::nullopt;
    const auto value = node->is_number() ? node->value<double>() : std::nullopt;
    if (value && std::isfinite(*value)) return value;
    mistyped(key, *node, "a finite number");
}

std::optional<double> ScriptTable::number(std::string_view key, double low, double high)
{
    const auto value = number(key);
    if (value && (*value < low || *value > high))
        fail_at(key, fmt::format("'{}' must be from {} to {}, found {}", key, low, high, *value));
    return value;
}

std::optional<std::uint64_t> ScriptTable::count(std::string_view key, std::uint64_t low, std::uint64_t high)
{
    const auto* node = find(key);
    if (node == nullptr) return std::nullopt;
    const auto* value = node->as_integer();
    if (value == nullptr) mistyped(key, *node, "a whole number");
    if (value->get() < static_cast<std::int64_t>(low) || static_cast<std::uint64_t>(value->get()) > high)
        fail_at(key, fmt::format("'{}' must be from {} to {}, found {}", key, low, high, value->get()));
    return static_cast<std::uint64_t>(value->get());
}

std::optional<std::vector<double>> ScriptTable::numbers(std::string_view key, std::size_t how_many)
{
    const auto expected = fmt::format("an array of {} finite numbers", how_many);
    const auto* array = find_array(key, expected);
    if (array == nullptr) return std::nullopt;
    return numbers_in(key, *array, how_many, expected);
}

std::vector<double> ScriptTable::numbers_in(std::string_view key, const toml::array& array,
                                            std::size_t how_many, std::string_view expected) const
{
    std::vector<double> values;
    for (const auto& element : array) {
        const auto value = element.is_number() ? element.value<double>() : std::nullopt;
        if (!value || !std::isfinite(*value)) mistyped(key, element, expected);
        values.push_back(*value);
    }
    if (values.size() != how_many)
        fail_at(array.source(),
                fmt::format("'{}' must be {}, found {} of them", key, expected, values.size()));
    return values;
}

std::optional<model::Point> ScriptTable::point(std::string_view key)
{
    const auto values = numbers(key, 3);
    if (!values) return std::nullopt;
    return model::Point{(*values)[0], (*values)[1], (*values)[2]};
}

std::optional<std::vector<model::Point>> ScriptTable::points(std::string_view key)
{
    const std::string_view expected = "an array of arrays of 3 finite numbers";
    const auto* array = find_array(key, expected);
    if (array == nullptr) return std::nullopt;
    std::vector<model::Point> points;
    for (const auto& element : *array) {
        const auto* numbers = element.as_array();
        if (numbers == nullptr) mistyped(key, element, expected);
        const auto values = numbers_in(key, *numbers, 3, expected);
        points.push_back({values[0], values[1], values[2]});
    }
    return points;
}

std::optional<std::vector<std::uint64_t>> ScriptTable::counts(std::string_view key, std::uint64_t low,
                                                              std::uint64_t high)
{
    const auto* array = find_array(key, "an array of whole numbers");
    if (array == nullptr) return std::nullopt;
    std::vector<std::uint64_t> values;
    for (const auto& element : *array) {
        const auto* value = element.as_integer();
        if (value == nullptr) mistyped(key, element, "an array of whole numbers");
        if (value->get() < static_cast<std::int64_t>(low) || static_cast<std::uint64_t>(value->get()) > high)
            fail_at(element.source(), fmt::format("'{}' must be whole numbers from {} to {}, found {}", key,
                                                  low, high, value->get()));
        values.push_back(static_cast<std::uint64_t>(value->get()));
    }
    return values;
}

std::optional<std::string> ScriptTable::choice(std::string_view key, const std::vector<std::string>& words)
{
    auto value = text(key);
    if (value && std::ranges::find(words, *value) == words.end())
        fail_at(key, fmt::format("'{}' must be one of {}, found '{}'; did you mean '{}'?", key,
                                 fmt::join(words, ", "), *value, closest(*value, words)));
    return value;
}

std::optional<ScriptTable> ScriptTable::table(std::string_view key)
{
    const auto* node = find(key);
    if (node == nullptr) return std::nullopt;
    const auto* table = node->as_table();
    if (table == nullptr) mistyped(key, *node, "a table");
    return ScriptTable(*table, file_, fmt::format("[{}]", key));
}

std::vector<ScriptTable> ScriptTable::tables(std::string_view key)
{
    const auto expected = fmt::format("an array of tables, each beginning with [[{}]]", key);
    std::vector<ScriptTable> found;
    const auto* array = find_array(key, expected);
    if (array == nullptr) return found;
    for (const auto& element : *array) {
        const auto* table = element.as_table();
        if (table == nullptr) mistyped(key, element, expected);
        found.emplace_back(*table, file_, fmt::format("[[{}]]", key));
    }
    return found;
}

void ScriptTable::finish() const
{
    for (const auto& [key, value] : *table_) {
        if (std::ranges::find(known_, key.str()) != known_.end()) continue;
        fail_at(key.source(), fmt::format("unknown key '{}' in {}; did you mean '{}'?", key.str(), name_,
                                          closest(key.str(), known_)));
    }
}

/// Most likely it is there, and misspelt.
void ScriptTable::fail_missing(std::string_view key) const
{
    for (const auto& [there, value] : *table_) {
        const bool is_known = std::ranges::find(known_, there.str()) != known_.end();
        if (is_known || 2 * edit_distance(there.str(), key) > key.size()) continue;
        fail_at(there.source(),
                fmt::format("unknown key '{}' in {}; did you mean '{}'?", there.str(), name_, key));
    }
    fail(fmt::format("key '{}' is missing", key));
}

void ScriptTable::fail(const std::string& what) const
{
    fail_at(table_->source(), fmt::format("{}: {}", name_, what));
}

void ScriptTable::fail_at(std::string_view key, const std::string& what) const
{
    const auto* node = table_->get(key);
    fail_at(node == nullptr ? table_->source() : node->source(), what);
}

const toml::node* ScriptTable::find(std::string_view key)
{
    if (std::ranges::find(known_, key) == known_.end()) known_.emplace_back(key);
    return table_->get(key);
}

const toml::array* ScriptTable::find_array(std::string_view key, std::string_view expected)
{
    const auto* node = find(key);
    if (node == nullptr) return nullptr;
    if (!node->is_array()) mistyped(key, *node, expected);
    return node->as_array();
}

void ScriptTable::fail_at(const toml::source_region& where, const std::string& what) const
{
    throw ScriptError(fmt::format("{}:{}:{}: {}", file_, where.begin.line, where.begin.column, what));
}

void ScriptTable::mistyped(std::string_view key, const toml::node& found, std::string_view expected) const
{
    fail_at(found.source(), fmt::format("'{}' must be {}, found {}", key, expected, type_name(found)));
}

}  // namespace farfield::app
