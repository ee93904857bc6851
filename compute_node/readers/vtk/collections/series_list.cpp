#include "compute_node/readers/vtk/collections/series_list.h"

#include "compute_node/readers/common/reader_error.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace farfield::compute {

namespace {

using Json = nlohmann::json;

/// True for a text nested deeper than any list of files; parsing it would take a stack as deep.
bool is_deep(std::string_view text)
{
    constexpr int deepest = 16;
    int depth = 0, most = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string && c == '\\') {
            ++i;
            continue;
        }
        if (c == '"') in_string = !in_string;
        if (in_string) continue;
        if (c == '{' || c == '[') most = std::max(most, ++depth);
        if (c == '}' || c == ']') --depth;
    }
    return most > deepest;
}

}  // namespace

std::vector<std::pair<double, std::string>> files_in_series(const std::filesystem::path& file,
                                                            std::string_view text)
{
    const Json json = is_deep(text) ? Json{Json::value_t::discarded} : Json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("files") || !json["files"].is_array())
        throw_reader_error(file, "expected JSON with a list \"files\"; is it truncated?");
    std::vector<std::pair<double, std::string>> files;
    for (const Json& entry : json["files"]) {
        const bool is_one = entry.is_object() && entry.contains("name") && entry["name"].is_string() &&
                            entry.contains("time") && entry["time"].is_number();
        if (!is_one) throw_reader_error(file, "expected a \"name\" and a \"time\" of each of its files");
        files.emplace_back(entry["time"].get<double>(), entry["name"].get<std::string>());
    }
    return files;
}

}  // namespace farfield::compute
