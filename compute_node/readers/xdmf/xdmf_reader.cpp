#include "compute_node/readers/xdmf/xdmf_reader.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/text_number.h"
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
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
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

/// Finds grids of one piece at any depth. A grid of no stated kind with grids within is a collection.
void find_pieces(XdmfItems& items, Element& given, std::vector<Element*>& pieces, int depth = 0)
{
    constexpr int deepest = 16;
    Element& grid = items.referred(given);
    const std::string kind = kind_of(grid);
    if (kind != "uniform" && kind != "collection" && kind != "tree")
        items.fail(
            fmt::format("a Grid of type '{}' is not read; expected Uniform, Collection or Tree", kind));
    const auto within = items.within(grid, "Grid");
    const bool is_piece = kind == "uniform" && (within.empty() || !items.within(grid, "Topology").empty());
    if (is_piece || depth > deepest) {
        pieces.push_back(&grid);
        return;
    }
    for (Element* one : within) find_pieces(items, *one, pieces, depth + 1);
}

/// The number that a text is; NaN if it has anything else.
double number_in(const char* text)
{
    constexpr std::string_view space = " \t\r\n";
    std::string_view word = text == nullptr ? "" : text;
    word.remove_prefix(std::min(word.find_first_not_of(space), word.size()));
    word = word.substr(0, word.find_last_not_of(space) + 1);
    return whole_number(word).value_or(std::numeric_limits<double>::quiet_NaN());
}

/// The time of a grid: its single one, or the begin of a range.
double time_of(XdmfItems& items, Element& grid)
{
    for (Element* time : items.within(grid, "Time")) {
        const std::string kind = lower_case(xdmf_attribute(*time, "TimeType"));
        if (const char* value = time->GetAttribute("Value")) return number_in(value);
        const auto parts = items.within(*time, "DataItem");
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
    for (Element* time : items.within(collection, "Time")) {
        const auto parts = items.within(*time, "DataItem");
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
    const auto within = items.within(series, "Grid");
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

/// True for a grid that has no cells, or states none.
bool is_empty(XdmfItems& items, Element& grid)
{
    const auto topologies = items.within(grid, "Topology");
    if (topologies.empty()) return true;
    Element& topology = items.referred(*topologies.front());
    for (const char* length : {"NumberOfElements", "Dimensions"})
        if (const char* text = topology.GetAttribute(length); text != nullptr) {
            const std::vector<std::uint64_t> dims = XdmfItems::dims(text);
            return std::ranges::find(dims, 0U) != dims.end();
        }
    return false;
}

bool is_of_points(XdmfItems& items, Element& grid)
{
    const auto topologies = items.within(grid, "Topology");
    if (topologies.empty()) return false;
    Element& topology = items.referred(*topologies.front());
    std::string type = lower_case(xdmf_attribute(topology, "TopologyType"));
    if (type.empty()) type = lower_case(xdmf_attribute(topology, "Type"));
    return type == "polyvertex" || type == "polyline";
}

/// Removes a step's grids without cells, and those of points or lines, unless none would be left.
void leave_out_grids(XdmfItems& items, std::vector<Element*>& grids)
{
    const auto leave_out = [&](const auto& is_meant, const char* what) {
        if (std::ranges::all_of(grids, is_meant)) return;
        std::erase_if(grids, [&](Element* grid) {
            const bool is_one = is_meant(grid);
            if (is_one)
                items.note(fmt::format("Grid '{}' is left out: {}.", xdmf_attribute(*grid, "Name"), what));
            return is_one;
        });
    };
    leave_out([&](Element* grid) { return is_empty(items, *grid); }, "it has no cells");
    leave_out([&](Element* grid) { return is_of_points(items, *grid); }, "it is of points or lines");
}

/// Removes steps without cells, and steps without attributes, where others have them.
void leave_out_steps(XdmfItems& items, std::vector<Step>& steps)
{
    const auto leave_out = [&](const auto& is_meant, const char* what) {
        if (std::ranges::all_of(steps, is_meant)) return;
        std::erase_if(steps, [&](const Step& step) {
            const bool is_one = is_meant(step);
            if (is_one) items.note(fmt::format("The time {} is left out: {}.", step.seconds, what));
            return is_one;
        });
    };
    leave_out(
        [&](const Step& step) {
            return std::ranges::all_of(step.grids, [&](Element* grid) { return is_empty(items, *grid); });
        },
        "its grids have no cells");
    leave_out(
        [&](const Step& step) {
            return std::ranges::all_of(step.grids,
                                       [&](Element* g) { return items.within(*g, "Attribute").empty(); });
        },
        "its grids have no attributes");
}

/// Adds a remark with the names of attributes that some steps have and others lack.
void note_missing_attributes(XdmfItems& items, const std::vector<Step>& steps)
{
    std::map<std::string, std::set<const Step*>> steps_with;
    for (const Step& step : steps)
        for (Element* grid : step.grids)
            for (Element* attribute : items.within(*grid, "Attribute"))
                steps_with[xdmf_attribute(*attribute, "Name")].insert(&step);
    for (const auto& [name, those] : steps_with) {
        const auto lacks = [&those](const Step& step) { return !those.contains(&step); };
        if (const auto first = std::ranges::find_if(steps, lacks); first != steps.end())
            items.note(fmt::format("'{}' is missing at {} of {} times, the first of them {}.", name,
                                   steps.size() - those.size(), steps.size(), first->seconds));
    }
}

std::vector<Step> steps_of(XdmfItems& items)
{
    const auto domains = items.within(items.root(), "Domain");
    if (domains.empty()) items.fail("expected a Domain, found none");
    if (domains.size() > 1)
        items.note(fmt::format("{} Domains beside the first are left out.", domains.size() - 1));
    const auto grids = items.within(*domains.front(), "Grid");
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
    leave_out_steps(items, steps);
    for (Step& step : steps) leave_out_grids(items, step.grids);
    // Without times the first step is a steady field.
    const bool is_timed =
        std::ranges::none_of(steps, [](const Step& step) { return std::isnan(step.seconds); });
    if (!is_timed && steps.size() > 1)
        items.note(
            fmt::format("Not each of the {} grids in time has a time that is a number: the first is read "
                        "as a steady field.",
                        steps.size()));
    if (!is_timed) steps.resize(1);
    note_missing_attributes(items, steps);
    return steps;
}

GridData read_step(XdmfItems& items, std::uint64_t max_nodes, std::size_t time_step)
{
    const std::vector<Step> steps = steps_of(items);
    const Step& step = steps[std::min(time_step, steps.size() - 1)];
    vtkNew<vtkMultiBlockDataSet> parts;
    std::uint64_t nodes = 0;
    for (Element* grid : step.grids) {
        const auto part = xdmf_grid(items, *grid, max_nodes - nodes);
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
