#include "compute_node/support/formats/other_ways.h"

#include "compute_node/support/formats/file_kinds.h"
#include "compute_node/support/formats/openfoam_case.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>

#include <fstream>
#include <system_error>

namespace farfield {

namespace {

namespace fs = std::filesystem;

/// The first bytes of a file of Farfield's own, which tell its kind: its head may list inputs and data.
std::string head_of(const fs::path& file)
{
    constexpr std::size_t enough = 1U << 16U;
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return {};
    std::string bytes(enough, '\0');
    std::ifstream in{file, std::ios::binary};
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(in.gcount()));
    return bytes;
}

/// The folder above, as a user would type it.
fs::path above(const fs::path& folder)
{
    if (folder.empty() || folder == ".") return "..";
    if (folder.filename() == "..") return folder / "..";
    return folder.has_parent_path() ? folder.parent_path() : fs::path{"."};
}

/// The case that a file is in: beside its folders, in one of a time, or in one of a processor's times or
/// regions. Empty where there is none.
fs::path case_around(const fs::path& file)
{
    constexpr int most_up = 4;
    fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path{"."}, found;
    for (int up = 0; up < most_up; ++up, folder = above(folder))
        if (is_openfoam_case(folder)) found = folder;
    return found;
}

std::string way_of_case(const fs::path& file)
{
    if (!kind_of_file(file).may_be_of_a_folder) return {};
    const fs::path found = case_around(file);
    if (found.empty()) return {};
    return fmt::format(
        "it belongs to the OpenFOAM case '{0}', which is read whole, its packed files too; expected "
        "the case: farfield-node info '{0}', farfield '{0}'",
        found.string());
}

std::string way_of_recording(const std::string& name, const std::string& head)
{
    if (head.find("\"pictures_of\"") != std::string::npos)
        return fmt::format("it is a recording of entities; 'farfield --recording {0}' shows it, and "
                           "'farfield-relay replay {0} --to HOST' sends it",
                           name);
    return fmt::format(
        "it is a recording of a node's stream; 'farfield-node replay {0}' serves it, and 'farfield "
        "127.0.0.1' shows what that serves",
        name);
}

}  // namespace

std::string other_way(const fs::path& file)
{
    const std::string name = file.filename().string(), ending = lower_case(file.extension().string());
    const std::string head = head_of(file);
    if (head.starts_with("FFLD")) return way_of_recording(name, head);
    if (ending == ".toml")
        return fmt::format(
            "it is a script; 'farfield play {0}' plays it, and 'farfield --open {0}' shows it in "
            "a window",
            name);
    if (ending == ".farfield" || (head.starts_with('{') && head.find("\"farfield\":") != std::string::npos))
        return fmt::format(
            "it is a saved session; 'farfield --open {0}' opens it, and 'farfield play {0}' plays "
            "it",
            name);
    return way_of_case(file);
}

}  // namespace farfield
