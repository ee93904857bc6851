#include "compute_node/readers/xdmf/xdmf_reader.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/vtk/vtk_errors.h"
#include "compute_node/readers/vtk/vtk_grid.h"
#include "compute_node/readers/vtk/vtk_mesh.h"
#include "compute_node/readers/xdmf/xdmf_grids.h"
#include "compute_node/readers/xdmf/xdmf_items.h"
#include "compute_node/support/lower_case.h"

#include <vtkMultiBlockDataSet.h>
#include <vtkNew.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;
using Element = vtkXMLDataElement;

/// The grids of one time.
struct Step {
    double seconds = 0.0;
    std::vector<Element*> grids;
};

std::string kind_of(Element& grid)
{
    const std::string kind = lower_case(xdmf_attribute(grid, "GridType"));
    return kind.empty() ? "uniform" : kind;
}

/// Grids of one piece, however deep.
void find_pieces(Element& grid, std::vector<Element*>& pieces, int depth = 0)
{
    constexpr int deepest = 16;
    if (kind_of(grid) == "uniform" || depth > deepest) {
        pieces.push_back(&grid);
        return;
    }
    for (Element* within : xdmf_within(grid, "Grid")) find_pieces(*within, pieces, depth + 1);
}

double time_of(Element& grid)
{
    for (Element* time : xdmf_within(grid, "Time"))
        if (const char* value = time->GetAttribute("Value")) return std::strtod(value, nullptr);
    return std::numeric_limits<double>::quiet_NaN();
}

/// Times that a collection lists for its grids; empty where these have their own.
std::vector<double> listed_times(XdmfItems& items, Element& collection, std::size_t grids)
{
    for (Element* time : xdmf_within(collection, "Time")) {
        const auto parts = xdmf_within(*time, "DataItem");
        const std::string kind = lower_case(xdmf_attribute(*time, "TimeType"));
        if (parts.empty()) continue;
        std::vector<double> numbers = items.numbers(*parts.front());
        if (kind == "list" && numbers.size() >= grids) return numbers;
        if (kind != "hyperslab" || numbers.size() < 2) continue;
        std::vector<double> times;  // the first, and the step
        for (std::size_t i = 0; i < grids; ++i)
            times.push_back(numbers[0] + numbers[1] * static_cast<double>(i));
        return times;
    }
    return {};
}

std::vector<Step> steps_of(XdmfItems& items)
{
    const auto domains = xdmf_within(items.root(), "Domain");
    if (domains.empty()) items.fail("expected a Domain, found none");
    const auto grids = xdmf_within(*domains.front(), "Grid");
    std::vector<Step> steps;
    for (Element* grid : grids) {
        const bool is_temporal = kind_of(*grid) == "collection" &&
                                 lower_case(xdmf_attribute(*grid, "CollectionType")) == "temporal";
        if (!is_temporal) continue;
        const auto within = xdmf_within(*grid, "Grid");
        const std::vector<double> listed = listed_times(items, *grid, within.size());
        for (std::size_t i = 0; i < within.size(); ++i) {
            Step step{listed.empty() ? time_of(*within[i]) : listed[i], {}};
            find_pieces(*within[i], step.grids);
            if (std::isnan(step.seconds) && !step.grids.empty()) step.seconds = time_of(*step.grids.front());
            steps.push_back(std::move(step));
        }
        break;
    }
    if (steps.empty()) {
        Step all;
        for (Element* grid : grids) find_pieces(*grid, all.grids);
        steps.push_back(std::move(all));
    }
    if (steps.front().grids.empty()) items.fail("expected a Grid, found none");
    // Without times the first step is a steady field.
    const bool is_timed =
        std::ranges::none_of(steps, [](const Step& step) { return std::isnan(step.seconds); });
    if (!is_timed) steps.resize(1);
    return steps;
}

}  // namespace

GridData read_xdmf(const fs::path& file, std::uint64_t max_nodes, std::size_t time_step)
{
    const std::lock_guard turn{Hdf5File::turn()};
    const VtkErrors errors;
    XdmfItems items{file};
    const std::vector<Step> steps = steps_of(items);
    const Step& step = steps[std::min(time_step, steps.size() - 1)];
    Element& first = *steps.front().grids.front();
    vtkNew<vtkMultiBlockDataSet> parts;
    std::uint64_t nodes = 0;
    for (Element* grid : step.grids) {
        const auto part = xdmf_grid(items, *grid, first, max_nodes - nodes);
        nodes += static_cast<std::uint64_t>(part->GetNumberOfPoints());
        parts->SetBlock(parts->GetNumberOfBlocks(), part);
    }
    try {
        GridData data = grid_from_parts(*parts);
        data.format = "XDMF";
        data.time_steps = static_cast<std::uint32_t>(steps.size());
        return data;
    } catch (const std::runtime_error& error) {
        throw_reader_error(file, error.what());
    }
}

std::vector<double> xdmf_times(const fs::path& file)
{
    const std::lock_guard turn{Hdf5File::turn()};
    const VtkErrors errors;
    XdmfItems items{file};
    std::vector<double> times;
    for (const Step& step : steps_of(items)) times.push_back(std::isnan(step.seconds) ? 0.0 : step.seconds);
    return times;
}

}  // namespace farfield::compute
