#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "app/document/document_file.h"
#include "app/document/shorthand.h"
#include "app/document/toml_json.h"
#include "model/data/near_names.h"

namespace farfield::app {
namespace {

constexpr std::size_t most_parts_of_a_key = 200;

/// Refuses keys with too many dotted parts: the parser recurses once for each part.
void check_parts_of_keys(std::string_view text, const std::string& file)
{
    constexpr std::string_view ends_a_key = "\n,=[]{}";
    std::size_t dots = 0;
    for (const char c : text) {
        dots = ends_a_key.find(c) != std::string_view::npos ? 0 : dots + (c == '.' ? 1 : 0);
        if (dots > most_parts_of_a_key)
            throw std::runtime_error(fmt::format("{}: not TOML of a script: a key has more than {} parts",
                                                 file, most_parts_of_a_key));
    }
}

std::vector<std::string> words_of(std::string_view list)
{
    std::vector<std::string> words;
    while (!list.empty()) {
        const auto end = std::min(list.find(", "), list.size());
        words.emplace_back(list.substr(0, end));
        list.remove_prefix(std::min(end + 2, list.size()));
    }
    return words;
}

/// Name of a table in errors: "the script", "[view]" or "[[rake]]".
std::string table_name(std::string_view path)
{
    if (path.empty()) return "the script";
    if (!path.ends_with(']')) return fmt::format("[{}]", path);
    return fmt::format("[[{}]]", path.substr(0, path.rfind('[')));
}

std::string unknown_key(const std::string& path, const std::vector<std::string>& known)
{
    const auto dot = path.rfind('.');
    const std::string key = dot == std::string::npos ? path : path.substr(dot + 1);
    const auto text = fmt::format("unknown key '{}' in {}", key,
                                  table_name(dot == std::string::npos ? "" : path.substr(0, dot)));
    return known.empty() ? text : fmt::format("{}; did you mean '{}'?", text, model::closest(key, known));
}

/// Replaces JSON's words by TOML's: "an object" by "a table".
std::string in_toml(std::string text)
{
    for (auto at = text.find("an object"); at != std::string::npos; at = text.find("an object", at))
        text.replace(at, std::string_view("an object").size(), "a table");
    return text;
}

[[noreturn]] void fail(const std::string& file, const toml::source_position& at, const std::string& what)
{
    throw std::runtime_error(fmt::format("{}:{}:{}: {}", file, at.line, at.column, what));
}

/// Reads a script from its TOML table.
class TomlReader {
public:
    TomlReader(const toml::table& table, const std::string& file) : table_(table), file_(file) {}

    model::Document read(std::span<const model::LayerKind> kinds)
    {
        Expanded script;
        try {
            expand(json_of(table_), std::filesystem::path(file_).parent_path(), kinds, script);
            return model::read_document(script.document, kinds);
        } catch (const model::UnknownField& error) {
            const auto path = script.as_written(error.path);
            fail(file_, place_of(table_, path).key, unknown_key(path, words_of(error.expected)));
        } catch (const model::FieldError& error) {
            const auto path = script.as_written(error.path);
            fail(file_, place_of(table_, path).value,
                 fmt::format("'{}': {}", path.empty() ? "the script" : path, in_toml(error.reason)));
        } catch (const model::LimitError& error) {
            throw std::runtime_error(fmt::format("{}: {}", file_, error.what()));
        }
    }

private:
    const toml::table& table_;
    const std::string& file_;
};

}  // namespace

model::Document read_toml(std::string_view text, const std::string& file,
                          std::span<const model::LayerKind> kinds)
{
    check_parts_of_keys(text, file);
    try {
        const toml::table table = toml::parse(text, file);
        return TomlReader(table, file).read(kinds);
    } catch (const toml::parse_error& error) {
        fail(file, error.source().begin, fmt::format("not TOML: {}", error.description()));
    }
}

}  // namespace farfield::app
