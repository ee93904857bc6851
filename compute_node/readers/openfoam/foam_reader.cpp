#include "compute_node/readers/openfoam/foam_reader.h"

#include "compute_node/readers/common/block_choice.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/openfoam/foam_assembly.h"
#include "compute_node/readers/openfoam/foam_case.h"
#include "compute_node/readers/openfoam/foam_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace fs = std::filesystem;

namespace {

const std::string main_region = "main";  // which has no name

std::string folder_of(const std::string& region)
{
    return region == main_region ? std::string{} : region;
}

/// Removes regions of the case that are not asked for. Returns none where there is only one.
std::vector<BlockName> choose_regions(const fs::path& name, const std::vector<std::string>& asked,
                                      FoamCase& of)
{
    std::vector<std::string> names;
    for (const FoamPart& part : of.parts) {
        const std::string region = part.region.empty() ? main_region : part.region;
        if (std::ranges::find(names, region) == names.end()) names.push_back(region);
    }
    std::vector<BlockName> regions;
    try {
        regions = choose_blocks(names, asked);
    } catch (const std::runtime_error& error) {
        throw_reader_error(name, error.what());
    }
    std::set<std::string> kept;
    for (const BlockName& region : regions)
        if (region.is_read) kept.insert(folder_of(region.name));
    std::erase_if(of.parts, [&](const FoamPart& part) { return !kept.contains(part.region); });
    if (regions.size() < 2) regions.clear();
    return regions;
}

}  // namespace

GridData read_openfoam(const fs::path& name, std::uint64_t max_nodes, std::size_t time_step,
                       const std::optional<std::string>& only_scalar, const std::vector<std::string>& asked)
{
    FoamCase found = find_foam_case(name);
    std::vector<BlockName> regions = choose_regions(name, asked, found);
    if (time_step >= found.times.size())
        throw_reader_error(
            name, fmt::format("has {} time steps; expected one of number {}", found.times.size(), time_step));
    FoamAssembly assembly{found, time_step, max_nodes};
    GridData grid = assembly.assemble(only_scalar);
    for (BlockName& region : regions) region.is_read = assembly.has_region(folder_of(region.name));
    grid.blocks = std::move(regions);
    grid.format = "OpenFOAM";
    grid.position_units = std::string{"m"};  // an assignment of "m" alone makes GCC 12 warn of an overlap
    grid.time_steps = static_cast<std::uint32_t>(found.times.size());
    if (std::string changes = found.remark_on_changes(); !changes.empty())
        grid.remarks.push_back(std::move(changes));
    return grid;
}

FileHeading openfoam_heading(const fs::path& name)
{
    const FoamCase found = find_foam_case(name);
    FileHeading heading;
    heading.times.reserve(found.times.size());
    for (const FoamTime& time : found.times) heading.times.push_back(time.seconds);
    for (const FoamPart& part : found.parts)
        if (heading.units.empty() && !found.times.empty())
            heading.units = foam_units_of(part.at(found.times.back()) / "U");
    return heading;
}

}  // namespace farfield::compute
