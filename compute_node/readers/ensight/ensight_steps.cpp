#include "compute_node/readers/ensight/ensight_steps.h"

#include "compute_node/fields/velocity/velocity_choice.h"
#include "compute_node/readers/common/case_names.h"
#include "compute_node/readers/common/opened_paths.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/text_number.h"
#include "compute_node/readers/ensight/ensight_components.h"
#include "compute_node/readers/ensight/ensight_marks.h"
#include "compute_node/readers/ensight/ensight_text.h"

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

/// Which step of a set holds at a time: the last one up to it, or else the first.
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

bool is_there(const fs::path& file)
{
    std::error_code error;
    return !OpenedPaths::of_process().refuses(file) && fs::is_regular_file(file, error);
}

std::vector<double> longest_times(const EnsightCase& of)
{
    std::vector<double> times{0.0};
    for (const EnsightTimeSet& set : of.time_sets)
        if (set.times.size() > times.size() || (&set == of.time_sets.data())) times = set.times;
    return times;
}

}  // namespace

EnsightSteps::EnsightSteps(const fs::path& case_file)
    : case_{read_ensight_case(case_file)}, times_{longest_times(case_)}, remarks_{case_.remarks}
{
    leave_out_variables();
    find_velocity();
    leave_out_times();
    check_marks();
}

EnsightSteps::File EnsightSteps::file_at(const EnsightEntry& entry, const std::string& name,
                                         double time) const
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
        file.step = step;
    }
    const std::string found = number ? numbered_name(name, *number) : name;
    file.path = file_named_in(case_.file, found, step).value_or(case_.file.parent_path() / found);
    return file;
}

/// The first file of an entry that is not there; "" where all are.
std::string EnsightSteps::missing_at(const EnsightEntry& entry, double time) const
{
    for (const std::string& name : entry.files)
        if (const File file = file_at(entry, name, time); !is_there(file.path))
            return file.path.lexically_relative(case_.file.parent_path()).string();
    return {};
}

/// Tensors, values of measured particles and variables without files do not count.
void EnsightSteps::leave_out_variables()
{
    std::vector<std::string> tensors, measured;
    std::string first_missing;
    std::erase_if(case_.variables, [&](const EnsightEntry& variable) {
        if (variable.is_measured()) measured.push_back(variable.name);
        if (variable.is_tensor()) tensors.push_back(variable.name);
        if (variable.is_measured() || variable.is_tensor()) return true;
        std::string missing;
        const bool is_nowhere = std::ranges::all_of(times_, [&](double time) {
            const std::string name = missing_at(variable, time);
            if (missing.empty()) missing = name;
            return !name.empty();
        });
        if (!is_nowhere) return false;
        if (first_missing.empty()) first_missing = missing;
        remarks_.push_back(
            fmt::format("Variable '{}' is left out: its file '{}' is not there.", variable.name, missing));
        return true;
    });
    if (!tensors.empty())
        remarks_.push_back(fmt::format("Tensors are left out: {}.", fmt::join(tensors, ", ")));
    if (!measured.empty())
        remarks_.push_back(
            fmt::format("Values of measured particles are left out: {}.", fmt::join(measured, ", ")));
    if (case_.variables.empty() && !first_missing.empty())
        throw_reader_error(case_.file, fmt::format("expected '{}' beside it, found none", first_missing));
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
    std::string first_missing;
    for (const double time : times_) {
        std::string missing = missing_at(case_.model, time);
        for (const std::size_t n : velocity_)
            if (missing.empty()) missing = missing_at(case_.variables[n], time);
        if (missing.empty())
            kept.push_back(time);
        else if (remarks.size() < most_named)
            remarks.push_back(fmt::format("The time {} is left out: '{}' is not there.", time, missing));
        if (first_missing.empty()) first_missing = missing;
    }
    if (kept.empty())
        throw_reader_error(case_.file, fmt::format("expected '{}' beside it, found none", first_missing));
    if (const std::size_t more = times_.size() - kept.size() - remarks.size(); more > 0)
        remarks.push_back(fmt::format("{} further times are left out likewise.", more));
    times_ = std::move(kept);
    remarks_.insert(remarks_.end(), remarks.begin(), remarks.end());
}

/// Of the geometry and the velocity.
void EnsightSteps::check_marks() const
{
    const auto check = [&](const EnsightEntry& entry) {
        const EnsightFileSet* set = entry.file_set ? case_.file_set(*entry.file_set) : nullptr;
        if (set == nullptr) return;
        for (const EnsightFileSet::Part& part : set->parts)
            for (const std::string& name : entry.files)
                if (const auto file =
                        file_named_in(case_.file, part.index ? numbered_name(name, *part.index) : name))
                    check_ensight_marks(*file, static_cast<long>(part.steps));
    };
    check(case_.model);
    for (const std::size_t n : velocity_) check(case_.variables[n]);
}

void EnsightSteps::add_file(const File& file, const std::string& text, bool is_changed,
                            EnsightStep& step) const
{
    if (is_changed)
        step.files.emplace_back(std::string_view{text});
    else
        step.files.emplace_back(file.path);
    step.names["./" + step.files.back().name()] = file.path.string();
}

std::string EnsightSteps::geometry_line(double time, EnsightStep& step, EnsightParts& found) const
{
    const File file = file_at(case_.model, case_.model.files.front(), time);
    const EnsightText text{file.path};
    std::string own = file.step ? text.step(*file.step) : std::string{};
    found = check_ensight_geometry(file.path, file.step ? std::string_view{own} : text.all(), case_.is_gold);
    step.points = found.points;
    bool is_changed = file.step.has_value();
    if (found.form == EnsightParts::Form::Text)
        if (auto plain = with_plain_numbers(is_changed ? std::string_view{own} : text.all())) {
            own = std::move(*plain);
            is_changed = true;
        }
    add_file(file, own, is_changed, step);
    return fmt::format("model: ./{}\n", step.files.back().name());
}

std::string EnsightSteps::component_lines(const EnsightEntry& variable, const File& file,
                                          std::string_view text, const EnsightParts& geometry,
                                          EnsightStep& step) const
{
    const auto texts = ensight_components(text, geometry);
    std::string lines;
    for (std::size_t c = 0; c < texts.size(); ++c) {
        add_file(file, texts[c], true, step);
        lines += fmt::format("scalar per element: {} ./{}\n", component_name(variable.name, c),
                             step.files.back().name());
    }
    step.in_components.push_back(variable.name);
    return lines;
}

std::string EnsightSteps::variable_lines(const EnsightEntry& variable, double time,
                                         const EnsightParts& geometry, EnsightStep& step) const
{
    std::string line = fmt::format("{} {}", variable.kind, variable.name);
    for (const std::string& name : variable.files) {
        const File file = file_at(variable, name, time);
        const EnsightText text{file.path};
        std::string own = file.step ? text.step(*file.step) : std::string{};
        bool is_changed = file.step.has_value();
        check_ensight_variable(file.path, is_changed ? std::string_view{own} : text.all(), variable, geometry,
                               case_.is_gold);
        if (geometry.form == EnsightParts::Form::Text)
            if (auto plain = with_plain_numbers(is_changed ? std::string_view{own} : text.all())) {
                own = std::move(*plain);
                is_changed = true;
            }
        if (case_.is_gold && is_read_by_components(variable, geometry))
            return component_lines(variable, file, is_changed ? std::string_view{own} : text.all(), geometry,
                                   step);
        add_file(file, own, is_changed, step);
        line += fmt::format(" ./{}", step.files.back().name());
    }
    for (const std::string& word : variable.more) line += " " + word;
    return line + "\n";
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
