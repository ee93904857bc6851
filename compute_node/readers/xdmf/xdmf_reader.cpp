#include "compute_node/readers/xdmf/xdmf_reader.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/vtk/vtk_blocks.h"
#include "compute_node/readers/vtk/vtk_errors.h"
#include "compute_node/readers/vtk/vtk_grid.h"
#include "compute_node/readers/vtk/vtk_mesh.h"
#include "compute_node/readers/xdmf/xdmf_grids.h"
#include "compute_node/readers/xdmf/xdmf_items.h"
#include "compute_node/support/lower_case.h"

#include <vtkCompositeDataSet.h>
#include <vtkInformation.h>
#include <vtkInformationStringKey.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkNew.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <string_view>
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

/// Grids of one piece, however deep. One that says nothing of its kind but has grids within is a collection.
void find_pieces(XdmfItems& items, Element& given, std::vector<Element*>& pieces, int depth = 0)
{
    constexpr int deepest = 16;
    Element& grid = items.referred(given);
    const std::string kind = kind_of(grid);
    if (kind != "uniform" && kind != "collection" && kind != "tree")
        items.fail(
            fmt::format("a Grid of type '{}' is not read; expected Uniform, Collection or Tree", kind));
    const auto within = xdmf_within(grid, "Grid");
    const bool is_piece = kind == "uniform" && (within.empty() || !xdmf_within(grid, "Topology").empty());
    if (is_piece || depth > deepest) {
        pieces.push_back(&grid);
        return;
    }
    for (Element* one : within) find_pieces(items, *one, pieces, depth + 1);
}

/// A number and nothing else; NaN of anything else.
double number_in(const char* text)
{
    char* end = nullptr;
    const double value = text == nullptr ? 0.0 : std::strtod(text, &end);
    const bool is_number = end != nullptr && end != text &&
                           std::string_view{end}.find_first_not_of(" \t\r\n") == std::string_view::npos;
    return is_number ? value : std::numeric_limits<double>::quiet_NaN();
}

/// A single one; of a range its begin.
double time_of(XdmfItems& items, Element& grid)
{
    for (Element* time : xdmf_within(grid, "Time")) {
        const std::string kind = lower_case(xdmf_attribute(*time, "TimeType"));
        if (const char* value = time->GetAttribute("Value")) return number_in(value);
        const auto parts = xdmf_within(*time, "DataItem");
        if (parts.empty() || (kind != "range" && kind != "single")) continue;
        const std::vector<double> numbers = items.numbers(*parts.front());
        if (kind == "range") items.note("Times are ranges: each step's is the begin of its range.");
        if (!numbers.empty()) return numbers.front();
    }
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
        if (kind == "list")
            items.note(
                fmt::format("{} times are listed for {} grids and do not count.", numbers.size(), grids));
        else if (kind != "hyperslab" || numbers.size() < 2)
            items.note(fmt::format("Times of TimeType '{}' for a collection are not read.", kind));
        if (kind != "hyperslab" || numbers.size() < 2) continue;
        std::vector<double> times;  // the first, and the step
        for (std::size_t i = 0; i < grids; ++i)
            times.push_back(numbers[0] + numbers[1] * static_cast<double>(i));
        return times;
    }
    return {};
}

bool is_series(XdmfItems& items, Element* grid)
{
    Element& meant = items.referred(*grid);
    return kind_of(meant) == "collection" &&
           lower_case(xdmf_attribute(meant, "CollectionType")) == "temporal";
}

std::vector<Step> steps_in(XdmfItems& items, Element& series)
{
    std::vector<Step> steps;
    const auto within = xdmf_within(series, "Grid");
    const std::vector<double> listed = listed_times(items, series, within.size());
    for (std::size_t i = 0; i < within.size(); ++i) {
        Step step{listed.empty() ? time_of(items, *within[i]) : listed[i], {}};
        find_pieces(items, *within[i], step.grids);
        if (std::isnan(step.seconds) && !step.grids.empty())
            step.seconds = time_of(items, *step.grids.front());
        steps.push_back(std::move(step));
    }
    return steps;
}

std::vector<Step> steps_of(XdmfItems& items)
{
    const auto domains = xdmf_within(items.root(), "Domain");
    if (domains.empty()) items.fail("expected a Domain, found none");
    if (domains.size() > 1)
        items.note(fmt::format("{} Domains beside the first are left out.", domains.size() - 1));
    const auto grids = xdmf_within(*domains.front(), "Grid");
    const auto series = std::ranges::find_if(grids, [&](Element* grid) { return is_series(items, grid); });
    std::vector<Step> steps;
    if (series != grids.end()) steps = steps_in(items, items.referred(**series));
    if (!steps.empty() && grids.size() > 1)
        items.note(fmt::format("{} grids beside the series '{}' are left out.", grids.size() - 1,
                               xdmf_attribute(**series, "Name")));
    if (steps.empty()) {
        Step all;
        for (Element* grid : grids) find_pieces(items, *grid, all.grids);
        steps.push_back(std::move(all));
    }
    if (steps.front().grids.empty()) items.fail("expected a Grid, found none");
    // Without times the first step is a steady field.
    const bool is_timed =
        std::ranges::none_of(steps, [](const Step& step) { return std::isnan(step.seconds); });
    if (!is_timed && steps.size() > 1)
        items.note(
            fmt::format("Not each of the {} grids in time has a time that is a number: the first is read "
                        "as a steady field.",
                        steps.size()));
    if (!is_timed) steps.resize(1);
    return steps;
}

GridData read_step(XdmfItems& items, std::uint64_t max_nodes, std::size_t time_step)
{
    const std::vector<Step> steps = steps_of(items);
    const Step& step = steps[std::min(time_step, steps.size() - 1)];
    Element& first = *steps.front().grids.front();
    vtkNew<vtkMultiBlockDataSet> parts;
    std::uint64_t nodes = 0;
    for (Element* grid : step.grids) {
        const auto part = xdmf_grid(items, *grid, first, max_nodes - nodes);
        nodes += static_cast<std::uint64_t>(part->GetNumberOfPoints());
        const unsigned number = parts->GetNumberOfBlocks();
        parts->SetBlock(number, part);
        parts->GetMetaData(number)->Set(vtkCompositeDataSet::NAME(), xdmf_attribute(*grid, "Name").c_str());
    }
    std::vector<BlockName> no_choice;
    const std::vector<std::string> left_out = leave_out_parts_without_velocity(*parts, no_choice);
    GridData data = grid_from_parts(*parts);
    data.format = "XDMF";
    data.time_steps = static_cast<std::uint32_t>(steps.size());
    for (const auto* more : {&left_out, &items.remarks()})
        data.remarks.insert(data.remarks.end(), more->begin(), more->end());
    return data;
}

}  // namespace

GridData read_xdmf(const fs::path& file, std::uint64_t max_nodes, std::size_t time_step)
{
    const std::lock_guard turn{Hdf5File::turn()};
    const VtkErrors errors;
    try {
        XdmfItems items{file};
        return read_step(items, max_nodes, time_step);
    } catch (const std::runtime_error& error) {
        if (std::string_view{error.what()}.starts_with("cannot read '")) throw;  // it names a file
        throw_reader_error(file, error.what());
    }
}

std::vector<double> xdmf_times(const fs::path& file)
{
    const std::lock_guard turn{Hdf5File::turn()};
    const VtkErrors errors;
    try {
        XdmfItems items{file};
        std::vector<double> times;
        for (const Step& step : steps_of(items))
            times.push_back(std::isnan(step.seconds) ? 0.0 : step.seconds);
        return times;
    } catch (const XdmfError& error) {
        throw_reader_error(file, error.what());
    }
}

}  // namespace farfield::compute
