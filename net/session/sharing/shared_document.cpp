#include "net/session/sharing/shared_document.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "net/message/printable.h"

namespace farfield::net {
namespace {

constexpr std::array<std::string_view, 5> sections{"data", "rakes", "layers", "scene", "clock"};

void check_sections(const Json& patch)
{
    if (!patch.is_object())
        throw RpcError(RpcCode::InvalidParams, "parameter 'patch': expected an object of sections");
    for (const auto& [name, value] : patch.items())
        if (std::ranges::find(sections, name) == sections.end())
            throw RpcError(RpcCode::InvalidParams, "parameter 'patch." + printable(name, 60) +
                                                       "': members of a session share data, rakes, layers, "
                                                       "scene and clock");
}

}  // namespace

bool SharedDocument::patch(const Json& patch, std::optional<std::uint64_t> based_on, const Check& check)
{
    if (based_on && *based_on != version_)
        throw RpcError(RpcCode::Failed,
                       "the document has version " + std::to_string(version_) + ", and the patch is for " +
                           std::to_string(*based_on),
                       {{"version", version_}});
    check_sections(patch);
    // The other members get the patch in one Control message.
    if (const std::size_t bytes = patch.dump().size(); bytes > max_bytes)
        throw limit_error("max_document_bytes", max_bytes, bytes);
    Json next = document_;
    next.merge_patch(patch);
    if (next == document_) return false;
    const std::size_t bytes = next.dump().size();
    if (bytes > max_bytes) throw limit_error("max_document_bytes", max_bytes, bytes);
    check(next);
    document_ = std::move(next);
    ++version_;
    return true;
}

bool is_path_of_thing(std::string_view path) noexcept
{
    const std::size_t slash = path.find('/');
    return std::ranges::find(sections, path.substr(0, slash)) != sections.end() &&
           slash != std::string_view::npos && !path.ends_with('/') &&
           path.find("//") == std::string_view::npos;
}

bool touches(const Json& patch, const std::string& path)
{
    const Json* part = &patch;
    for (std::size_t begin = 0; begin <= path.size();) {
        if (!part->is_object()) return true;  // the patch removes or replaces everything below
        const std::size_t end = std::min(path.find('/', begin), path.size());
        const auto found = part->find(path.substr(begin, end - begin));
        if (found == part->end()) return false;
        part = &*found;
        begin = end + 1;
    }
    return true;
}

}  // namespace farfield::net
