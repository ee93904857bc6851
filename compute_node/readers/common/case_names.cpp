#include "compute_node/readers/common/case_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <vector>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

/// The files in a folder that a name with a run of asterisks stands for, by name.
std::vector<fs::path> all_of(const fs::path& pattern)
{
    const std::string name = pattern.filename().string();
    const std::string before = name.substr(0, name.find('*')), after = name.substr(name.rfind('*') + 1);
    std::vector<fs::path> all;
    std::error_code error;
    for (fs::directory_iterator it{pattern.parent_path(), error}, end; !error && it != end;
         it.increment(error)) {
        const std::string found = it->path().filename().string();
        if (found.size() == name.size() && found.starts_with(before) && found.ends_with(after))
            all.push_back(it->path());
    }
    std::sort(all.begin(), all.end());
    return all;
}

}  // namespace

std::optional<fs::path> file_named_in(const fs::path& case_file, const std::string& word, std::size_t step)
{
    const fs::path named = case_file.parent_path() / word;
    if (word.find('*') != std::string::npos) {
        const std::vector<fs::path> all = all_of(named);
        return all.empty() ? std::nullopt : std::optional{all[std::min(step, all.size() - 1)]};
    }
    std::error_code error;
    return fs::is_regular_file(named, error) ? std::optional{named} : std::nullopt;
}

std::string numbered_name(std::string name, long number)
{
    const std::size_t begin = name.find('*');
    if (begin == std::string::npos) return name;
    const std::size_t digits = std::min(name.find_first_not_of('*', begin), name.size()) - begin;
    return name.replace(begin, digits, fmt::format("{:0{}}", number, digits));
}

}  // namespace farfield::compute
