#include "compute_node/readers/ensight/ensight_steps.h"

#include "compute_node/fields/velocity/velocity_choice.h"
#include "compute_node/readers/common/case_names.h"
#include "compute_node/readers/common/opened_paths.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/ensight/ensight_components.h"
#include "model/files/plain_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

/// The step of a set that holds at a time: the last one up to it, or else the first.
std::size_t step_of(const EnsightTimeSet& set, double time)
{
    std::size_t found = 0;
    for (std::size_t i = 0; i < set.times.size(); ++i)
        if (set.times[i] <= time && set.times[i] >= set.times[found]) found = i;
    return found;
}

/// The reason of an error without "cannot read 'FILE': ", as the end of a sentence.
std::string without_file(const std::string& error)
{
    const std::size_t at = error.starts_with("cannot read '") ? error.find("': ") : std::string::npos;
    const std::string reason = at == std::string::npos ? error : error.substr(at + 3);
    return reason.ends_with('?') ? reason : reason + ".";
}

std::vector<double> longest_times(const EnsightCase& of)
{
    std::vector<double> times{0.0};
    for (const EnsightTimeSet& set : of.time_sets)
        if (set.times.size() > times.size() || (&set == of.time_sets.data())) times = set.times;
    return times;
}

/// Adds a file to those of a step. Returns the name that VTK knows it by.
std::string add_file(NamedFile named, const fs::path& file, EnsightStep& step)
{
    step.files.push_back(std::move(named));
    const std::string name = "./" + step.files.back().name();
    step.names[name] = file.string();
    return name;
}

}  // namespace

EnsightSteps::EnsightSteps(const fs::path& case_file)
    : case_{read_ensight_case(case_file)}, times_{longest_times(case_)}, remarks_{case_.remarks}
{
    list_numbered_files();
    leave_out_variables();
    find_velocity();
    leave_out_times();
}

void EnsightSteps::list_numbered_files()
{
    std::vector<std::string> names{case_.model.file};
    for (const EnsightEntry& variable : case_.variables) names.push_back(variable.file);
    std::erase_if(names, [](const std::string& name) { return name.find('*') == std::string::npos; });
    numbered_ = numbered_files(case_.file, names);
}

EnsightSteps::File EnsightSteps::file_at(const EnsightEntry& entry, double time) const
{
    const EnsightTimeSet* set = case_.time_set(entry.time_set.value_or(1));
    if (set == nullptr && !case_.time_sets.empty()) set = case_.time_sets.data();
    const EnsightFileSet* files = entry.file_set ? case_.file_set(*entry.file_set) : nullptr;
    std::size_t step = set == nullptr ? 0 : step_of(*set, time);
    std::optional<long> number;
    if (set != nullptr && !set->numbers.empty()) number = set->numbers[step];
    File file;
    if (files != nullptr) {
        auto part = files->parts.begin();
        for (; step >= part->steps && part + 1 != files->parts.end(); ++part) step -= part->steps;
        if (part->index) number = part->index;
        file.step = EnsightFileStep{step, part->steps};
    }
    file.path = case_.file.parent_path() / (number ? numbered_name(entry.file, *number) : entry.file);
    const auto all = numbered_.find(entry.file);
    if (!number && all != numbered_.end() && !all->second.empty())
        file.path = all->second[std::min(step, all->second.size() - 1)];
    return file;
}

/// Finds out why the file of an entry cannot be read.
EnsightSteps::Lack EnsightSteps::lack_at(const EnsightEntry& entry, double time) const
{
    const File file = file_at(entry, time);
    std::error_code error;
    const bool is_refused = OpenedPaths::of_process().refuses(file.path);
    if (!is_refused && fs::is_regular_file(file.path, error)) return {};
    const std::string kind = is_refused ? "" : model::kind_other_than_file(file.path);
    return {file.path.lexically_relative(case_.file.parent_path()).string(), kind.empty() ? "none" : kind};
}

std::string EnsightSteps::Lack::phrase() const
{
    return found == "none" ? fmt::format("'{}' is not there", file)
                           : fmt::format("'{}' is {}, not a file", file, found);
}

/// Throws the error for a case of which nothing can be shown for the lack of a file.
void EnsightSteps::fail(const Lack& lack) const
{
    throw_reader_error(case_.file,
                       fmt::format("expected the file '{}' beside it, found {}", lack.file, lack.found));
}

/// Leaves out tensors, values of measured particles and variables without files.
void EnsightSteps::leave_out_variables()
{
    std::vector<std::string> tensors, measured;
    Lack first_lack;
    std::erase_if(case_.variables, [&](const EnsightEntry& variable) {
        if (variable.is_measured()) measured.push_back(variable.name);
        if (variable.is_tensor()) tensors.push_back(variable.name);
        if (variable.is_measured() || variable.is_tensor()) return true;
        Lack first;
        const bool is_nowhere = std::ranges::all_of(times_, [&](double time) {
            const Lack lack = lack_at(variable, time);
            if (!first) first = lack;
            return static_cast<bool>(lack);
        });
        if (!is_nowhere) return false;
        if (!first_lack) first_lack = first;
        remarks_.push_back(
            fmt::format("Variable '{}' is left out: its file {}.", variable.name, first.phrase()));
        return true;
    });
    if (!tensors.empty())
        remarks_.push_back(fmt::format("Tensors are left out: {}.", fmt::join(tensors, ", ")));
    if (!measured.empty())
        remarks_.push_back(
            fmt::format("Values of measured particles are left out: {}.", fmt::join(measured, ", ")));
    if (case_.variables.empty() && first_lack) fail(first_lack);
}

void EnsightSteps::find_velocity()
{
    std::vector<ArrayHead> heads;
    for (const EnsightEntry& variable : case_.variables)
        heads.push_back({variable.name, variable.is_vector() ? 3 : 1, {}, false, {}});
    const auto candidates = vector_candidates(heads);
    if (candidates.empty()) return;
    velocity_ = candidates.front().arrays;
    if (candidates.front().density) velocity_.push_back(*candidates.front().density);
}

void EnsightSteps::leave_out_times()
{
    constexpr std::size_t most_named = 10;
    std::vector<double> kept;
    std::vector<std::string> remarks;
    Lack first_lack;
    for (const double time : times_) {
        Lack lack = lack_at(case_.model, time);
        for (const std::size_t n : velocity_)
            if (!lack) lack = lack_at(case_.variables[n], time);
        if (!lack)
            kept.push_back(time);
        else if (remarks.size() < most_named)
            remarks.push_back(fmt::format("The time {} is left out: {}.", time, lack.phrase()));
        if (!first_lack) first_lack = lack;
    }
    if (kept.empty()) fail(first_lack);
    if (const std::size_t more = times_.size() - kept.size() - remarks.size(); more > 0)
        remarks.push_back(fmt::format("{} further times are left out likewise.", more));
    times_ = std::move(kept);
    remarks_.insert(remarks_.end(), remarks.begin(), remarks.end());
}

void EnsightSteps::check_steps_of_files() const
{
    std::map<fs::path, EnsightFileStep> last;
    const auto add = [&](const EnsightEntry& entry, double time) {
        const File file = file_at(entry, time);
        if (!file.step) return;
        EnsightFileStep& step = last.try_emplace(file.path, *file.step).first->second;
        if (file.step->number > step.number) step = *file.step;
    };
    for (const double time : times_) {
        add(case_.model, time);
        for (const std::size_t n : velocity_) add(case_.variables[n], time);
    }
    for (const auto& [path, step] : last) check_ensight_step(path, step);
}

std::string EnsightSteps::geometry_line(double time, EnsightStep& step, EnsightParts& found) const
{
    const File file = file_at(case_.model, time);
    EnsightText text{file.path, file.step};
    found = check_ensight_geometry(file.path, text.bytes(), case_.is_gold);
    step.points = found.points;
    if (found.form == EnsightParts::Form::Text) text.make_numbers_plain();
    return fmt::format("model: {}\n", add_file(text.named(), file.path, step));
}

std::string EnsightSteps::variable_lines(const EnsightEntry& variable, double time,
                                         const EnsightParts& geometry, EnsightStep& step) const
{
    const File file = file_at(variable, time);
    EnsightText text{file.path, file.step};
    check_ensight_variable(file.path, text.bytes(), variable, geometry, case_.is_gold);
    if (geometry.form == EnsightParts::Form::Text) {
        text.leave_out_ghosts();
        text.make_numbers_plain();
    }
    const auto line = [&](std::string_view kind, const std::string& name, NamedFile named) {
        return fmt::format("{} {} {}\n", kind, name, add_file(std::move(named), file.path, step));
    };
    if (!case_.is_gold || !is_read_by_components(variable, geometry))
        return line(variable.kind, variable.name, text.named());
    std::string lines;
    const auto texts = ensight_components(text.bytes(), geometry);
    for (std::size_t c = 0; c < texts.size(); ++c)
        lines += line("scalar per element:", component_name(variable.name, c),
                      NamedFile{std::string_view{texts[c]}});
    step.in_components.push_back(variable.name);
    return lines;
}

EnsightStep EnsightSteps::step(std::size_t time_step) const
{
    const double time = times_.at(time_step);
    EnsightStep step;
    step.remarks = remarks_;
    EnsightParts geometry;
    std::string text = case_.is_gold ? "FORMAT\ntype: ensight gold\n" : "FORMAT\ntype: ensight\n";
    text += "GEOMETRY\n" + geometry_line(time, step, geometry);
    std::string variables, first_fault;
    for (std::size_t n = 0; n < case_.variables.size(); ++n) {
        const EnsightEntry& variable = case_.variables[n];
        try {
            variables += variable_lines(variable, time, geometry, step);
        } catch (const std::runtime_error& fault) {
            if (std::ranges::find(velocity_, n) != velocity_.end()) throw;
            if (first_fault.empty()) first_fault = fault.what();
            step.remarks.push_back(
                fmt::format("Variable '{}' is left out: {}", variable.name, without_file(fault.what())));
        }
    }
    if (variables.empty() && !first_fault.empty()) throw std::runtime_error(first_fault);
    if (!variables.empty()) text += "VARIABLE\n" + variables;
    step.files.emplace_back(std::string_view{text});
    return step;
}

}  // namespace farfield::compute
