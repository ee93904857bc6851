#include "app/document/toml_json.h"

#include <charconv>
#include <cmath>
#include <string>

#include "model/fields/errors.h"

namespace farfield::app {
namespace {

model::Json json_of(const toml::node& node, const std::string& path);

model::Json number_of(double number, const std::string& path)
{
    if (std::isfinite(number)) return number;
    throw model::FieldError(path, "a finite number", std::isnan(number) ? "nan" : "inf");
}

model::Json array_of(const toml::array& array, const std::string& path)
{
    model::Json json = model::Json::array();
    for (const auto& element : array)
        json.push_back(json_of(element, path + "[" + std::to_string(json.size()) + "]"));
    return json;
}

model::Json object_of(const toml::table& table, const std::string& path)
{
    model::Json json = model::Json::object();
    for (const auto& [key, value] : table) {
        const std::string name(key.str());
        json[name] = json_of(value, path.empty() ? name : path + "." + name);
    }
    return json;
}

model::Json json_of(const toml::node& node, const std::string& path)
{
    if (const auto* table = node.as_table()) return object_of(*table, path);
    if (const auto* array = node.as_array()) return array_of(*array, path);
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* truth = node.as_boolean()) return truth->get();
    if (const auto* number = node.as_floating_point()) return number_of(number->get(), path);
    const auto* integer = node.as_integer();
    if (integer == nullptr)
        throw model::FieldError(path, "text, a number, true or false, an array or a table", "a date or time");
    return integer->get() < 0 ? model::Json(integer->get()) : model::Json(std::uint64_t(integer->get()));
}

/// Removes and returns the first step of a path: "rake", "[2]" or "at".
std::string_view take_step(std::string_view& path)
{
    if (path.starts_with('.')) path.remove_prefix(1);
    const auto end = path.find_first_of(".[", 1);
    const std::string_view step = path.substr(0, end);
    path.remove_prefix(step.size());
    return step;
}

const toml::node* element_of(const toml::node& node, std::string_view step)
{
    std::size_t index = 0;
    std::from_chars(step.data() + 1, step.data() + step.size(), index);
    const auto* array = node.as_array();
    return array == nullptr ? nullptr : array->get(index);
}

}  // namespace

model::Json json_of(const toml::table& table)
{
    return object_of(table, "");
}

TomlPlace place_of(const toml::table& table, std::string_view path)
{
    const toml::node* node = &table;
    TomlPlace place{table.source().begin, table.source().begin};
    while (!path.empty()) {
        const auto step = take_step(path);
        const auto* inside = node->as_table();
        if (inside != nullptr && inside->contains(step)) place.key = inside->find(step)->first.source().begin;
        node = step.starts_with('[') ? element_of(*node, step)
               : inside != nullptr   ? inside->get(step)
                                     : nullptr;
        if (node == nullptr) break;
        place.value = node->source().begin;
        if (step.starts_with('[')) place.key = place.value;
    }
    return place;
}

}  // namespace farfield::app
