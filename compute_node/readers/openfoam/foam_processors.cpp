#include "compute_node/readers/openfoam/foam_processors.h"

#include "compute_node/readers/common/opened_paths.h"
#include "compute_node/readers/common/reader_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view own_folder = "processor", shared_folder = "processors";

/// Largest number of processors, more than any machine has, as names can claim any number of them.
constexpr std::size_t most_processors = 1'000'000;

std::optional<std::size_t> take_count(std::string_view& text)
{
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || value > most_processors) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

bool take(std::string_view& text, char c)
{
    if (!text.starts_with(c)) return false;
    text.remove_prefix(1);
    return true;
}

/// Numbers of the processors in a folder, of `of` in all; `of` is 0 for a processor's own folder.
struct Named {
    std::size_t of = 0, first = 0, last = 0;
};

std::optional<Named> processors_named(std::string_view name)
{
    const bool is_shared = name.starts_with(shared_folder);
    if (!is_shared && !name.starts_with(own_folder)) return std::nullopt;
    name.remove_prefix(is_shared ? shared_folder.size() : own_folder.size());
    const auto number = take_count(name);
    if (!number) return std::nullopt;
    if (name.empty()) {
        if (!is_shared) return Named{0, *number, *number};
        return *number > 0 ? std::optional{Named{*number, 0, *number - 1}} : std::nullopt;
    }
    if (!is_shared || !take(name, '_')) return std::nullopt;
    const auto first = take_count(name);
    if (!first || !take(name, '-')) return std::nullopt;
    const auto last = take_count(name);
    if (!last || !name.empty() || *last < *first || *last >= *number) return std::nullopt;
    return Named{*number, *first, *last};
}

void check_complete(const fs::path& case_folder, std::size_t of,
                    const std::map<std::size_t, FoamProcessor>& processors)
{
    const std::size_t last = of > 0 ? of - 1 : processors.rbegin()->first;
    if (processors.size() == last + 1) return;
    if (of == 0)
        throw_reader_error(case_folder,
                           fmt::format("expected the folders processor0 to processor{}, found {} of {}", last,
                                       processors.size(), last + 1));
    throw_reader_error(case_folder,
                       fmt::format("expected folders processors{0}_... with all of {0} processors, found {1}",
                                   of, processors.size()));
}

}  // namespace

std::vector<std::string> folders_in(const fs::path& folder)
{
    std::vector<std::string> names;
    if (OpenedPaths::of_process().refuses(folder)) return names;
    std::error_code error;
    for (fs::directory_iterator it{folder, error}, end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        if (it->is_directory(ignored)) names.push_back(it->path().filename().string());
    }
    std::ranges::sort(names);
    return names;
}

std::vector<std::vector<FoamProcessor>> foam_decompositions(const fs::path& case_folder)
{
    std::map<std::size_t, std::map<std::size_t, FoamProcessor>> by_count;
    for (const std::string& name : folders_in(case_folder)) {
        const auto named = processors_named(name);
        if (!named) continue;
        for (std::size_t n = named->first; n <= named->last; ++n)
            by_count[named->of].try_emplace(n, FoamProcessor{case_folder / name, n - named->first});
    }
    std::vector<std::vector<FoamProcessor>> found;
    for (auto& [of, processors] : by_count) {
        check_complete(case_folder, of, processors);
        std::vector<FoamProcessor>& all = found.emplace_back();
        for (auto& [number, processor] : processors) all.push_back(std::move(processor));
    }
    return found;
}

}  // namespace farfield::compute
