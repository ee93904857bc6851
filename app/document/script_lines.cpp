#include "app/document/script_lines.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace farfield::app {
namespace {

constexpr double most_of_lines = 1e30;  // beyond it binary32 arithmetic on the node overflows

template <typename Enum>
void read_choice(ScriptTable& table, const char* key, std::span<const char* const> names, Enum& value)
{
    const std::vector<std::string> allowed(names.begin(), names.end());
    if (const auto chosen = table.choice(key, allowed))
        value = static_cast<Enum>(std::ranges::find(allowed, *chosen) - allowed.begin());
}

template <typename T>
void read_above_zero(ScriptTable& table, const char* key, T& value)
{
    const auto found = table.number(key, 0.0, most_of_lines);
    if (found == 0.0) table.fail_at(key, std::string("'") + key + "' must be above 0");
    set(value, found);
}

}  // namespace

std::optional<model::LineParams> read_lines(ScriptTable& root)
{
    auto table = root.table("lines");
    if (!table) return std::nullopt;
    model::LineParams lines;
    read_choice(*table, "kind", model::line_kind_names, lines.kind);
    read_choice(*table, "direction", model::line_direction_names, lines.direction);
    read_choice(*table, "integrator", model::line_integrator_names, lines.integrator);
    read_choice(*table, "step_unit", model::line_step_unit_names, lines.step_unit);
    read_above_zero(*table, "step", lines.step);
    read_above_zero(*table, "max_step", lines.max_step);
    read_above_zero(*table, "absolute_tolerance", lines.absolute_tolerance);
    set(lines.relative_tolerance, table->number("relative_tolerance", 0.0, most_of_lines));
    set(lines.steps, table->count("steps", 1, model::max_steps_of_line));
    read_above_zero(*table, "max_time", lines.max_time);
    read_above_zero(*table, "max_length", lines.max_length);
    set(lines.stagnant_speed, table->number("stagnant_speed", 0.0, most_of_lines));
    set(lines.release_steps, table->count("release_steps", 1, model::max_steps_of_line));
    lines.scalar = table->text("scalar");
    lines.time = table->number("time", -most_of_lines, most_of_lines);
    set(lines.time_step, table->number("time_step", -most_of_lines, most_of_lines));
    table->finish();
    return lines;
}

}  // namespace farfield::app
