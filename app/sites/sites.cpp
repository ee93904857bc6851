#include "app/sites/sites.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fmt/format.h>
#include <stdexcept>

#include "app/document/toml_json.h"
#include "model/fields/json_fields.h"
#include "model/files/plain_file.h"

namespace farfield::app {
namespace {

constexpr const char* file_name = "sites.toml";
constexpr std::uint64_t max_sites_bytes = 1 << 20;

/// True for letters, digits, '-', '_' and '.' alone: such a name is no address with a port, and no way.
bool can_be_site(const std::string& name)
{
    return !name.empty() && std::ranges::all_of(name, [](unsigned char letter) {
        return std::isalnum(letter) != 0 || letter == '-' || letter == '_' || letter == '.';
    });
}

/// Reads the table of a site. Throws model::FieldError.
net::Target read_site(const model::Json& site, const std::string& name)
{
    model::JsonFields fields({&site, name});
    const auto target_text = fields["target"];
    net::Target target;
    try {
        target = net::parse_target(target_text.text());
    } catch (const std::invalid_argument& error) {
        throw model::FieldError(name + ".target", error.what());
    }
    const bool is_by_ssh = target.way && target.way->kind == net::Way::Kind::Ssh;
    net::Way by_ssh = is_by_ssh ? *target.way : net::Way{};
    const auto of_ssh = [is_by_ssh](const model::JsonValue& value) {
        if (!is_by_ssh) value.complain("a target of ssh://HOST beside it");
    };
    if (const auto program = fields["program"]) {
        of_ssh(program);
        by_ssh.program = program.text();
    }
    if (const auto arguments = fields["node"]) {
        of_ssh(arguments);
        for (const auto& argument : arguments.elements()) by_ssh.arguments.push_back(argument.text());
    }
    if (const auto slurm = fields["slurm"]) {
        of_ssh(slurm);
        by_ssh.slurm = slurm.text();
    }
    fields.refuse_others();
    if (is_by_ssh) target.way = by_ssh;
    return target;
}

std::optional<net::Target> find_in(const std::filesystem::path& file, const std::string& name)
{
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return std::nullopt;
    const std::string text = model::PlainFile(file, "sites", max_sites_bytes).text();
    const auto fail = [&file](const toml::source_position& at, const std::string& what) {
        throw std::runtime_error(fmt::format("{}:{}:{}: {}", file.string(), at.line, at.column, what));
    };
    toml::table table;
    try {
        table = toml::parse(text, file.string());
        const model::Json sites = json_of(table);
        const auto found = sites.find(name);
        return found == sites.end() ? std::nullopt : std::optional(read_site(*found, name));
    } catch (const toml::parse_error& error) {
        fail(error.source().begin, fmt::format("not TOML: {}", error.description()));
    } catch (const model::FieldError& error) {
        fail(place_of(table, error.path).value, error.what());
    }
    return std::nullopt;
}

}  // namespace

std::vector<std::filesystem::path> site_files()
{
    std::vector<std::filesystem::path> files;
    const auto set = [](const char* variable) {
        const char* const value = std::getenv(variable);
        return value != nullptr && *value != '\0' ? value : nullptr;
    };
    if (const char* const folder = set("XDG_CONFIG_HOME"))
        files.push_back(std::filesystem::path(folder) / "farfield" / file_name);
    else if (const char* const home = set("HOME"))
        files.push_back(std::filesystem::path(home) / ".config" / "farfield" / file_name);
    files.push_back(std::filesystem::path("/etc/farfield") / file_name);
    return files;
}

std::optional<net::Target> find_site(const std::string& name, const std::vector<std::filesystem::path>& files)
{
    if (!can_be_site(name)) return std::nullopt;
    for (const auto& file : files)
        if (auto site = find_in(file, name)) return site;
    return std::nullopt;
}

net::Target named_target(const std::string& text)
{
    if (auto site = find_site(text)) return *site;
    std::error_code ignored;
    if (net::is_way(text) && std::filesystem::exists(text, ignored))
        throw std::invalid_argument(fmt::format("'{}' is a file here, and so it is no node", text));
    return net::parse_target(text);
}

}  // namespace farfield::app
