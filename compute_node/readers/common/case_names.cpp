#include "compute_node/readers/common/case_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <system_error>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> sorted_files_in(const fs::path& folder)
{
    std::vector<fs::path> all;
    std::error_code error;
    for (fs::directory_iterator it{folder, error}, end; !error && it != end; it.increment(error))
        all.push_back(it->path());
    std::ranges::sort(all);
    return all;
}

/// The files that a name with a run of asterisks stands for.
std::vector<fs::path> those_named(const std::vector<fs::path>& files, const std::string& name)
{
    const std::string before = name.substr(0, name.find('*')), after = name.substr(name.rfind('*') + 1);
    std::vector<fs::path> those;
    std::ranges::copy_if(files, std::back_inserter(those), [&](const fs::path& file) {
        const std::string found = file.filename().string();
        return found.size() == name.size() && found.starts_with(before) && found.ends_with(after);
    });
    return those;
}

}  // namespace

std::optional<fs::path> file_named_in(const fs::path& case_file, const std::string& word)
{
    if (word.find('*') != std::string::npos) {
        const std::vector<fs::path> all = numbered_files(case_file, {word}).at(word);
        return all.empty() ? std::nullopt : std::optional{all.front()};
    }
    const fs::path named = case_file.parent_path() / word;
    std::error_code error;
    return fs::is_regular_file(named, error) ? std::optional{named} : std::nullopt;
}

std::map<std::string, std::vector<fs::path>> numbered_files(const fs::path& case_file,
                                                            const std::vector<std::string>& names)
{
    std::map<fs::path, std::vector<fs::path>> folders;
    std::map<std::string, std::vector<fs::path>> found;
    for (const std::string& name : names) {
        const fs::path named = case_file.parent_path() / name;
        const auto [folder, is_new] = folders.try_emplace(named.parent_path());
        if (is_new) folder->second = sorted_files_in(folder->first);
        found[name] = those_named(folder->second, named.filename().string());
    }
    return found;
}

std::string numbered_name(std::string name, long number)
{
    const std::size_t begin = name.find('*');
    if (begin == std::string::npos) return name;
    const std::size_t digits = std::min(name.find_first_not_of('*', begin), name.size()) - begin;
    return name.replace(begin, digits, fmt::format("{:0{}}", number, digits));
}

}  // namespace farfield::compute
