#include "compute_node/support/redact_paths.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace farfield {

namespace {

/// True for a byte that may be in the middle of a path that is written without quotes.
bool continues_name(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view{"/._-"}.find(c) != std::string_view::npos;
}

void shorten(const std::filesystem::path& folder, std::string& text)
{
    const std::filesystem::path bare = (folder / "x").parent_path();  // without a slash at its end
    const std::string path = bare.string(), name = bare.filename().string();
    for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at)) {
        const std::size_t end = at + path.size();
        const bool begins = at == 0 || !continues_name(text[at - 1]);
        if (begins && end < text.size() && text[end] == '/') {
            text.erase(at, path.size() + 1);
        } else if (begins && (end == text.size() || !continues_name(text[end]))) {
            text.replace(at, path.size(), name);
            at += name.size();
        } else {
            at = end;
        }
    }
}

}  // namespace

bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder)
{
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

std::string redact_paths(std::span<const std::filesystem::path> folders, std::string text)
{
    for (const std::filesystem::path& folder : folders)
        if (folder.has_relative_path()) shorten(folder, text);
    return text;
}

}  // namespace farfield
