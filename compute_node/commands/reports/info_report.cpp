#include "compute_node/commands/reports/info_report.h"

#include "compute_node/commands/reports/utc_text.h"
#include "compute_node/seeding/suggestions.h"
#include "net/message/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace farfield::node {

namespace {

using Json = nlohmann::json;

/// Largest number of bytes of a line of text, a part of which may come from a file.
constexpr std::size_t longest = 10'000;

std::string dims_text(const compute::DatasetInfo& info)
{
    if (info.kind == compute::GridKind::Analytic) return "exact function";
    if (!info.cells.empty()) return fmt::format("{}", info.nodes);
    std::string text;
    for (const glm::uvec3& d : info.dims)
        text += fmt::format("{}{} x {} x {}", text.empty() ? "" : ", ", d.x, d.y, d.z);
    if (info.dims.size() > 1) text = fmt::format("{} blocks: {}", info.dims.size(), text);
    return fmt::format("{} ({} nodes)", text, info.nodes);
}

std::string cells_text(const compute::DatasetInfo& info)
{
    std::string text;
    for (const compute::CellCount& count : info.cells)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count.cells,
                            compute::traits_of(count.kind).plural);
    return text;
}

/// Text of units behind a number.
std::string unit_text(const std::string& units)
{
    return units.empty() ? std::string{} : fmt::format(" {}", net::printable(units));
}

std::string bounds_text(const compute::DatasetInfo& info, int axis)
{
    const double lo = info.bounds.lo[axis], hi = info.bounds.hi[axis];
    if (lo == hi) return fmt::format("  bounds {}   one layer at {:.9g}\n", "xyz"[axis], lo);
    return fmt::format("  bounds {}   {:.9g} to {:.9g}{}\n", "xyz"[axis], lo, hi,
                       unit_text(axis < 2 ? info.position_units : info.z_units));
}

/// True for an array that was read and has a value at no node; false while its range is not known.
bool is_empty(const compute::ArrayInfo& array)
{
    return std::isnan(array.min) && array.invalid_nodes > 0;
}

std::string array_text(const compute::ArrayInfo& array)
{
    if (is_empty(array))
        return fmt::format("{:<9}{:<24} no value{}\n", array.components == 3 ? "vector" : "scalar",
                           net::printable(array.name), array.of_cells ? ", of cells" : "");
    return fmt::format(
        "{:<9}{:<24} {:.6g} to {:.6g}{}{}{}{}\n", array.components == 3 ? "vector" : "scalar",
        net::printable(array.name), array.min, array.max, array.components == 3 ? " (magnitude)" : "",
        unit_text(array.units), array.of_cells ? ", of cells" : "",
        array.invalid_nodes == 0 ? "" : fmt::format(", {} invalid nodes", array.invalid_nodes));
}

/// JSON has no NaN: a range without a valid node is null.
Json number(float value)
{
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

std::string derived_text(const compute::ArrayInfo& array)
{
    if (std::isfinite(array.min) || is_empty(array)) return array_text(array);
    return fmt::format("scalar   {:<24}{} (its range: --derived)\n", array.name, unit_text(array.units));
}

/// The meaning of derived scalars where there is no node.
constexpr const char* derived_between_nodes =
    "speed is the length of the interpolated velocity, other derived scalars are interpolated from the "
    "nodes";

/// The derived scalars; with the ranges of their fields where the report has them.
std::vector<compute::ArrayInfo> derived_scalars_of(const DatasetReport& report)
{
    const compute::DatasetInfo& info = report.dataset.info();
    std::vector<compute::ArrayInfo> scalars = info.derived;
    const auto velocity = std::ranges::find(info.arrays, info.default_vector, &compute::ArrayInfo::name);
    if (velocity != info.arrays.end() && is_empty(*velocity))
        for (compute::ArrayInfo& scalar : scalars) scalar.invalid_nodes = velocity->invalid_nodes;
    if (!report.has_derived_ranges) return scalars;
    for (compute::ArrayInfo& scalar : scalars) {
        if (is_empty(scalar)) continue;
        const auto field = report.dataset.field({.vector = {}, .scalar = scalar.name});
        scalar.min = field->info().scalar_min;
        scalar.max = field->info().scalar_max;
    }
    return scalars;
}

const char* association(bool of_cells)
{
    return of_cells ? "cells" : "points";
}

Json array_json(const compute::ArrayInfo& array)
{
    Json json{{"name", array.name},
              {"components", array.components},
              {"range", {number(array.min), number(array.max)}},
              {"units", array.units},
              {"association", association(array.of_cells)},
              {"invalid_nodes", array.invalid_nodes}};
    if (is_empty(array)) json.erase("range");
    return json;
}

/// The scalars and velocities that can be named beside the arrays.
std::string others_text(const compute::DatasetInfo& info)
{
    std::string text;
    for (const compute::VectorName& other : info.other_vectors)
        text += fmt::format("  {:<11}{:<9}{}{}{}\n", "not read", "vector", net::printable(other.name),
                            unit_text(other.units), other.of_cells ? ", of cells" : "");
    return text;
}

std::string velocity_text(const compute::DatasetInfo& info)
{
    if (info.default_vector.empty()) return fmt::format("  {:<11}none\n", "velocity");
    return fmt::format("  {:<11}{}\n  {:<11}{}.\n", "velocity", net::printable(info.default_vector),
                       "because", net::printable(info.velocity_reason, longest));
}

/// A value of the velocity as JSON; null without a velocity.
template <class Value>
Json of_velocity(const compute::DatasetInfo& info, const Value& value)
{
    return info.default_vector.empty() ? Json(nullptr) : Json(value);
}

Json others_json(const compute::DatasetInfo& info)
{
    Json others = Json::array();
    for (const compute::VectorName& other : info.other_vectors)
        others.push_back(
            {{"name", other.name}, {"units", other.units}, {"association", association(other.of_cells)}});
    return others;
}

bool are_known(const std::vector<double>& times)
{
    return std::ranges::all_of(times, [](double time) { return std::isfinite(time); });
}

/// Text of the times; of many, the first and the last.
std::string times_text(const std::vector<double>& times)
{
    constexpr std::size_t most = 8, first = 4;
    if (!are_known(times)) return "not known";
    std::string text;
    for (std::size_t n = 0; n < times.size(); ++n) {
        if (times.size() > most && n >= first && n + 1 < times.size()) continue;
        const bool is_last_of_many = times.size() > most && n + 1 == times.size();
        text += fmt::format("{}{:.9g}", text.empty() ? "" : is_last_of_many ? " ... " : " ", times[n]);
    }
    return text + " s";
}

Json blocks_json(const compute::DatasetInfo& info)
{
    Json blocks = Json::array();
    for (const compute::BlockName& block : info.blocks)
        blocks.push_back({{"name", block.name}, {"read", block.is_read}});
    return blocks;
}

/// Date of a step, by the dataset's own calendar; empty for a step that has none.
std::string date_of(const DatasetReport& report, std::size_t step)
{
    const std::string& calendar = report.dataset.info().calendar;
    const double date = report.dates[step];
    if (!std::isfinite(date)) return "";
    return calendar.empty() ? utc_text(date) : date_text(date, model::calendar_named(calendar));
}

/// Line of a terminal with the first date and the last.
std::string dates_text(const DatasetReport& report)
{
    if (report.dates.empty()) return {};
    const std::string& calendar = report.dataset.info().calendar;
    const std::string behind = calendar.empty() ? "" : fmt::format(", calendar {}", net::printable(calendar));
    if (report.dates.size() < 2) return fmt::format("  {:<11}{}{}\n", "date", date_of(report, 0), behind);
    return fmt::format("  {:<11}{} to {}{}\n", "dates", date_of(report, 0),
                       date_of(report, report.dates.size() - 1), behind);
}

/// A line for each time step: its number as --time-step takes it, its time after the first, and its date.
std::string all_times_text(const DatasetReport& report)
{
    if (!are_known(report.times)) return {};
    std::string text;
    for (std::size_t step = 0; step < report.times.size(); ++step)
        text += fmt::format("  {:<11}{:<8} {:>14.9g} s{}{}\n", "time", step + 1,
                            report.times[step] - report.begin.value_or(report.times.front()),
                            report.dates.empty() ? "" : "  ",
                            report.dates.empty() ? std::string{} : date_of(report, step));
    return text;
}

/// Dates of the steps; null where the file has none.
Json dates_json(const DatasetReport& report)
{
    if (report.dates.empty()) return nullptr;
    Json dates = Json::array();
    for (std::size_t step = 0; step < report.dates.size(); ++step) {
        const std::string date = date_of(report, step);
        dates.push_back(date.empty() ? Json(nullptr) : Json(date));
    }
    return dates;
}

Json times_json(const std::vector<double>& times)
{
    Json list = Json::array();
    for (const double time : times) list.push_back(std::isfinite(time) ? Json(time) : Json(nullptr));
    return list;
}

Json vec(glm::dvec3 v)
{
    return Json::array({v.x, v.y, v.z});
}

}  // namespace

std::string info_text(const DatasetReport& report)
{
    const compute::Dataset& dataset = report.dataset;
    const compute::DatasetInfo& info = dataset.info();
    std::string text =
        fmt::format("{}\n  {:<11}{}, {}\n  {:<11}{}\n", net::printable(info.name, longest), "kind",
                    compute::to_string(info.kind), info.format, "nodes", dims_text(info));
    if (!info.cells.empty()) text += fmt::format("  {:<11}{}\n", "cells", cells_text(info));
    for (int axis = 0; axis < 3; ++axis) text += bounds_text(info, axis);
    if (info.origin != glm::dvec3{0.0})
        text += fmt::format("  {:<11}{:.15g} {:.15g} {:.15g}, from which positions are counted in binary32\n",
                            "origin", info.origin.x, info.origin.y, info.origin.z);
    for (const compute::ArrayInfo& array : info.arrays)
        text += "  " + fmt::format("{:<11}", "array") + array_text(array);
    for (const compute::ArrayInfo& array : derived_scalars_of(report))
        text += "  " + fmt::format("{:<11}", "derived") + derived_text(array);
    if (!info.derived.empty())
        text += fmt::format("  {:<11}between nodes {}.\n", "derived", derived_between_nodes);
    text += others_text(info);
    text += velocity_text(info);
    text += fmt::format("  {:<11}{}\n", "blanked", info.blanked_nodes);
    if (!info.default_vector.empty())
        text += fmt::format("  {:<11}{:.6g}\n", "step", compute::suggested_step(*dataset.field()));
    if (info.time_steps > 1) text += fmt::format("  {:<11}{}\n", "time steps", info.time_steps);
    if (info.time_steps > 1 && !report.times.empty())
        text += fmt::format("  {:<11}{}\n", "times", times_text(report.times));
    text += dates_text(report);
    if (report.lists_times) text += all_times_text(report);
    for (std::size_t n = 0; n < info.blocks.size(); ++n)
        text += fmt::format("  {:<11}{:<8} {}{}\n", "block", n + 1, net::printable(info.blocks[n].name),
                            info.blocks[n].is_read ? "" : " (not read)");
    for (const std::string& remark : info.remarks)
        text += fmt::format("  {:<11}{}\n", "remark", net::printable(remark, longest));
    return text;
}

Json info_json(const DatasetReport& report)
{
    const compute::Dataset& dataset = report.dataset;
    const compute::DatasetInfo& info = dataset.info();
    Json dims = Json::array(), cells = Json::object(), arrays = Json::array(), derived = Json::array();
    for (const glm::uvec3& d : info.dims) dims.push_back({d.x, d.y, d.z});
    for (const compute::CellCount& count : info.cells)
        cells[compute::traits_of(count.kind).plural] = count.cells;
    for (const compute::ArrayInfo& array : info.arrays) arrays.push_back(array_json(array));
    for (const compute::ArrayInfo& array : derived_scalars_of(report)) derived.push_back(array_json(array));
    return {{"name", info.name},
            {"kind", compute::to_string(info.kind)},
            {"format", info.format},
            {"dims", dims},
            {"nodes", info.nodes},
            {"cells", cells},
            {"bounds", {{"min", vec(info.bounds.lo)}, {"max", vec(info.bounds.hi)}}},
            {"origin", vec(info.origin)},
            {"position_units", info.position_units},
            {"z_units", info.z_units},
            {"arrays", arrays},
            {"derived", derived},
            {"derived_between_nodes", info.derived.empty() ? Json(nullptr) : Json(derived_between_nodes)},
            {"velocity", of_velocity(info, info.default_vector)},
            {"velocity_reason", of_velocity(info, info.velocity_reason + ".")},
            {"other_vectors", others_json(info)},
            {"scalar", info.default_scalar},
            {"blanked_nodes", info.blanked_nodes},
            {"time_steps", info.time_steps},
            {"blocks", blocks_json(info)},
            {"times", times_json(report.times)},
            {"dates", dates_json(report)},
            {"calendar", info.calendar.empty() ? Json(nullptr) : Json(info.calendar)},
            {"suggested_step", of_velocity(info, compute::suggested_step(*dataset.field()))},
            {"remarks", info.remarks}};
}

}  // namespace farfield::node
