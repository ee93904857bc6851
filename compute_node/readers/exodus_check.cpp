#include "compute_node/readers/exodus_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

namespace {

/// A variable and its dimensions. # stands for a number, the same in the variable and its dimensions.
struct Rule {
    std::string_view variable;
    std::array<std::string_view, 3> dimensions;  ///< "" = no further one; "*" = any
};

constexpr std::array rules{
    Rule{"time_whole", {"time_step"}},
    Rule{"coord", {"num_dim", "num_nodes"}},
    Rule{"coordx", {"num_nodes"}},
    Rule{"coordy", {"num_nodes"}},
    Rule{"coordz", {"num_nodes"}},
    Rule{"coor_names", {"num_dim", "*"}},
    Rule{"node_num_map", {"num_nodes"}},
    Rule{"elem_num_map", {"num_elem"}},
    Rule{"elem_map", {"num_elem"}},
    Rule{"eb_status", {"num_el_blk"}},
    Rule{"eb_prop#", {"num_el_blk"}},
    Rule{"eb_names", {"num_el_blk", "*"}},
    Rule{"ns_status", {"num_node_sets"}},
    Rule{"ns_prop#", {"num_node_sets"}},
    Rule{"ns_names", {"num_node_sets", "*"}},
    Rule{"ss_status", {"num_side_sets"}},
    Rule{"ss_prop#", {"num_side_sets"}},
    Rule{"ss_names", {"num_side_sets", "*"}},
    Rule{"connect#", {"num_el_in_blk#", "num_nod_per_el#"}},
    Rule{"attrib#", {"num_el_in_blk#", "num_att_in_blk#"}},
    Rule{"node_ns#", {"num_nod_ns#"}},
    Rule{"dist_fact_ns#", {"*"}},
    Rule{"elem_ss#", {"num_side_ss#"}},
    Rule{"side_ss#", {"num_side_ss#"}},
    Rule{"dist_fact_ss#", {"num_df_ss#"}},
    Rule{"vals_nod_var", {"time_step", "num_nod_var", "num_nodes"}},
    Rule{"vals_nod_var#", {"time_step", "num_nodes"}},
    Rule{"name_nod_var", {"num_nod_var", "*"}},
    Rule{"name_elem_var", {"num_elem_var", "*"}},
    Rule{"elem_var_tab", {"num_el_blk", "num_elem_var"}},
};

[[noreturn]] void fail(const NetcdfFile& file, const std::string& what)
{
    throw std::runtime_error(fmt::format("cannot read '{}': {}; is it damaged?", file.path().string(), what));
}

std::string with_number(std::string_view pattern, std::string_view number)
{
    std::string text{pattern};
    if (const std::size_t at = text.find('#'); at != std::string::npos) text.replace(at, 1, number);
    return text;
}

/// The digits at a name's end.
std::string_view number_of(std::string_view name)
{
    std::size_t begin = name.size();
    while (begin > 0 && std::isdigit(static_cast<unsigned char>(name[begin - 1])) != 0) --begin;
    return name.substr(begin);
}

bool is_of(const Rule& rule, const NetcdfVariable& variable)
{
    const std::string_view number = number_of(variable.name);
    if (number.empty() && rule.variable.ends_with('#')) return false;
    return with_number(rule.variable, number) == variable.name;
}

std::size_t need_length(const NetcdfFile& file, const std::string& dimension, std::size_t least)
{
    const auto length = file.length_of(dimension);
    if (!length || *length < least)
        fail(file, fmt::format("expected the dimension '{}' of at least {}, found {}", dimension, least,
                               length ? std::to_string(*length) : "none"));
    return *length;
}

const NetcdfVariable& need_variable(const NetcdfFile& file, const std::string& name)
{
    const NetcdfVariable* found = file.find(name);
    if (found == nullptr) fail(file, fmt::format("expected the variable '{}', found none", name));
    return *found;
}

void check_dimensions(const NetcdfFile& file, const NetcdfVariable& variable, const Rule& rule)
{
    std::string expected, found;
    bool fits = true;
    for (std::size_t d = 0; d < rule.dimensions.size() && !rule.dimensions[d].empty(); ++d) {
        const std::string name = with_number(rule.dimensions[d], number_of(variable.name));
        expected += fmt::format("{}{}", d == 0 ? "" : ", ", name);
        fits = fits && d < variable.dimensions.size() && (name == "*" || variable.dimensions[d].name == name);
    }
    for (const NetcdfDimension& dimension : variable.dimensions)
        found += fmt::format("{}{}", found.empty() ? "" : ", ", dimension.name);
    const auto count = std::count_if(rule.dimensions.begin(), rule.dimensions.end(),
                                     [](std::string_view name) { return !name.empty(); });
    if (!fits || variable.dimensions.size() != static_cast<std::size_t>(count))
        fail(file, fmt::format("expected '{}' on ({}), found ({})", variable.name, expected, found));
}

void check_known_variables(const NetcdfFile& file)
{
    for (const NetcdfVariable& variable : file.variables())
        for (const Rule& rule : rules)
            if (is_of(rule, variable)) check_dimensions(file, variable, rule);
}

void check_coordinates(const NetcdfFile& file)
{
    need_length(file, "num_nodes", 1);
    const std::size_t axes = need_length(file, "num_dim", 1);
    constexpr std::array names{"coordx", "coordy", "coordz"};
    if (axes > names.size()) fail(file, fmt::format("expected at most 3 dimensions, found {}", axes));
    if (file.find("coord") != nullptr) return;
    for (std::size_t axis = 0; axis < axes; ++axis) need_variable(file, names[axis]);
}

/// Whether an object has members: a status of 0 says that it has none.
bool is_there(const NetcdfFile& file, const NetcdfVariable* status, std::size_t object)
{
    return status == nullptr || file.values(*status, {object}, {1}).front() != 0.0F;
}

/// Every object of a kind, such as "num_node_sets", has the dimensions and variables that the patterns say.
/// One by one: a damaged number of them is no reason to take memory for so many.
void check_objects(const NetcdfFile& file, const std::string& number_of_them, const std::string& status,
                   const std::vector<std::string>& variables)
{
    const NetcdfVariable* found = file.find(status);
    for (std::size_t n = 0; n < file.length_of(number_of_them).value_or(0); ++n)
        if (is_there(file, found, n))
            for (const std::string& variable : variables)
                need_variable(file, with_number(variable, std::to_string(n + 1)));
}

void check_values(const NetcdfFile& file)
{
    const std::size_t count = file.length_of("num_nod_var").value_or(0);
    if (count > 0) need_variable(file, "name_nod_var");
    if (file.length_of("num_elem_var").value_or(0) > 0) need_variable(file, "name_elem_var");
    if (file.find("vals_nod_var") != nullptr) return;
    for (std::size_t n = 1; n <= count; ++n) need_variable(file, fmt::format("vals_nod_var{}", n));
}

}  // namespace

void check_exodus(const NetcdfFile& file)
{
    check_known_variables(file);
    check_coordinates(file);
    need_length(file, "num_elem", 1);
    need_length(file, "num_el_blk", 1);
    check_objects(file, "num_el_blk", "eb_status", {"connect#"});
    check_objects(file, "num_node_sets", "ns_status", {"node_ns#"});
    check_objects(file, "num_side_sets", "ss_status", {"elem_ss#", "side_ss#"});
    check_values(file);
}

}  // namespace farfield::compute
