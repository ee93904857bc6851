#include "compute_node/readers/netcdf/netcdf_levels.h"

#include "compute_node/readers/netcdf/netcdf_stagger.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <sstream>
#include <stdexcept>

namespace farfield::compute {

namespace {

/// WRF turns geopotential into height with this.
constexpr double gravity = 9.81;

/// The name of a vertical coordinate, and the variables of its terms.
struct Formula {
    std::string name;
    std::map<std::string, std::string> terms;
};

bool is_roms(const NetcdfAxis& axis)
{
    return axis.name == "s_rho" || axis.name == "s_w";
}

/// "s: s_rho C: Cs_r ..." as pairs.
std::map<std::string, std::string> parse_terms(const std::string& text)
{
    std::map<std::string, std::string> terms;
    std::istringstream words{text};
    for (std::string term, variable; words >> term >> variable;)
        if (term.ends_with(':')) terms[term.substr(0, term.size() - 1)] = variable;
    return terms;
}

[[noreturn]] void throw_levels(const NetcdfNodes& nodes, const std::string& what)
{
    throw std::runtime_error(fmt::format("cannot read '{}': the levels '{}' of '{}' {}",
                                         nodes.velocity.u.file->path().string(), nodes.axes.xyz[2].name,
                                         nodes.velocity.u.variable->name, what));
}

NetcdfComponent find_variable(const NetcdfNodes& nodes, const std::string& name)
{
    for (const auto& file : *nodes.files)
        if (const NetcdfVariable* found = file->find(name)) return {file.get(), found};
    return {};
}

Formula formula_of(const NetcdfNodes& nodes)
{
    const NetcdfAxis& axis = nodes.axes.xyz[2];
    Formula formula;
    if (axis.coordinate != nullptr) {
        formula.name = nodes.velocity.u.file->text(*axis.coordinate, "standard_name");
        formula.terms = parse_terms(nodes.velocity.u.file->text(*axis.coordinate, "formula_terms"));
    }
    if (is_roms(axis)) {
        const std::map<std::string, std::string> usual{
            {"s", axis.name}, {"C", "Cs_r"}, {"eta", "zeta"}, {"depth", "h"}, {"depth_c", "hc"}};
        formula.terms.insert(usual.begin(), usual.end());
        // Older files say ocean_s_coordinate for all of them.
        if (const NetcdfComponent transform = find_variable(nodes, "Vtransform");
            transform.variable != nullptr)
            formula.name = transform.file->values(*transform.variable, {}, {}).front() == 1.0F
                               ? "ocean_s_coordinate_g1"
                               : "ocean_s_coordinate_g2";
    }
    return formula;
}

/// The terms of a formula, read as it asks for them.
class Terms {
public:
    Terms(const NetcdfNodes& nodes, const Formula& formula, std::size_t time_step)
        : nodes_{nodes}, formula_{formula}, time_step_{time_step}
    {}

    [[nodiscard]] double number(const std::string& term) const
    {
        const NetcdfComponent found = require(term);
        if (!found.variable->dimensions.empty() && found.variable->dimensions.front().length != 1)
            throw_term(term, "is not one number");
        const std::vector<std::size_t> one(found.variable->dimensions.size(), 1), zero(one.size(), 0);
        return found.file->values(*found.variable, zero, one).front();
    }
    /// One for each level.
    [[nodiscard]] std::vector<double> levels(const std::string& term) const
    {
        const NetcdfComponent found = require(term);
        const std::size_t expected = nodes_.axes.xyz[2].length;
        if (found.variable->dimensions.size() != 1 || found.variable->dimensions[0].length != expected)
            throw_term(term, fmt::format("should hold one value for each of {} levels", expected));
        return found.file->coordinates(*found.variable);
    }
    /// One for each column of nodes; 0 where there is none of its own, as on land.
    [[nodiscard]] std::vector<float> columns(const std::string& term) const
    {
        const NetcdfComponent found = find_on_plane(nodes_, name_of(term));
        if (found.variable == nullptr)
            throw_term(term, fmt::format("is not there for ({}, {})", nodes_.axes.xyz[1].name,
                                         nodes_.axes.xyz[0].name));
        std::vector<float> values = read_plane(found, time_step_);
        for (float& value : values)
            if (!std::isfinite(value)) value = 0.0F;
        return values;
    }
    [[nodiscard]] bool has(const std::string& term) const
    {
        return find_variable(nodes_, name_of(term)).variable != nullptr;
    }

private:
    [[nodiscard]] std::string name_of(const std::string& term) const
    {
        const auto found = formula_.terms.find(term);
        return found == formula_.terms.end() ? "" : found->second;
    }
    [[nodiscard]] NetcdfComponent require(const std::string& term) const
    {
        const NetcdfComponent found = find_variable(nodes_, name_of(term));
        if (found.variable == nullptr || !found.variable->numeric) throw_term(term, "is not in the file");
        return found;
    }
    [[noreturn]] void throw_term(const std::string& term, const std::string& what) const
    {
        throw_levels(nodes_, fmt::format("are '{}', whose term '{}' ('{}') {}", formula_.name, term,
                                         name_of(term), what));
    }

    const NetcdfNodes& nodes_;
    const Formula& formula_;
    std::size_t time_step_;
};

/// height(level, column) for all nodes.
template <class Height>
std::vector<float> fill(std::size_t levels, std::size_t columns, const Height& height)
{
    std::vector<float> z;
    z.reserve(levels * columns);
    for (std::size_t k = 0; k < levels; ++k)
        for (std::size_t n = 0; n < columns; ++n) z.push_back(static_cast<float>(height(k, n)));
    return z;
}

/// C(k) of the ocean_s_coordinate, from Song & Haidvogel 1994.
std::vector<double> stretching(const Terms& terms)
{
    if (terms.has("C")) return terms.levels("C");
    const double a = terms.number("a"), b = terms.number("b");
    std::vector<double> c = terms.levels("s");
    for (double& s : c)
        s = (1.0 - b) * std::sinh(a * s) / std::sinh(a) +
            b * (std::tanh(a * (s + 0.5)) / (2.0 * std::tanh(0.5 * a)) - 0.5);
    return c;
}

std::vector<float> ocean_s(const Terms& terms, const std::vector<float>& surface, int generic)
{
    const std::vector<double> s = terms.levels("s"), c = stretching(terms);
    const std::vector<float> depth = terms.columns("depth");
    const double critical = terms.number("depth_c");
    return fill(s.size(), depth.size(), [&](std::size_t k, std::size_t n) {
        const double h = depth[n], eta = surface[n];
        if (generic == 2) {
            const double sum = critical + h;
            return eta + (eta + h) * (sum == 0.0 ? 0.0 : (critical * s[k] + h * c[k]) / sum);
        }
        const double at_rest = critical * s[k] + (h - critical) * c[k];
        if (generic == 1) return at_rest + (h == 0.0 ? 0.0 : eta * (1.0 + at_rest / h));
        return eta * (1.0 + s[k]) + at_rest;
    });
}

std::vector<float> ocean_heights(const NetcdfNodes& nodes, const Formula& formula, const Terms& terms)
{
    const std::size_t columns = nodes.axes.xyz[0].length * nodes.axes.xyz[1].length;
    const std::vector<float> surface =
        terms.has("eta") ? terms.columns("eta") : std::vector<float>(columns, 0.0F);
    if (formula.name == "ocean_sigma_coordinate") {
        const std::vector<double> sigma = terms.levels("sigma");
        const std::vector<float> depth = terms.columns("depth");
        return fill(sigma.size(), columns, [&](std::size_t k, std::size_t n) {
            return surface[n] + sigma[k] * (static_cast<double>(depth[n]) + surface[n]);
        });
    }
    if (formula.name == "ocean_s_coordinate") return ocean_s(terms, surface, 0);
    if (formula.name == "ocean_s_coordinate_g1") return ocean_s(terms, surface, 1);
    if (formula.name == "ocean_s_coordinate_g2") return ocean_s(terms, surface, 2);
    throw_levels(nodes, fmt::format("are '{}'; expected ocean_s_coordinate (_g1, _g2), "
                                    "ocean_sigma_coordinate or atmosphere_hybrid_height_coordinate",
                                    formula.name));
}

NetcdfLevels wrf_heights(const NetcdfNodes& nodes, std::size_t time_step)
{
    const NetcdfComponent perturbation = find_variable(nodes, "PH"), base = find_variable(nodes, "PHB");
    std::vector<float> z = read_at_nodes(nodes, perturbation, time_step);
    const std::vector<float> geopotential = read_at_nodes(nodes, base, time_step);
    for (std::size_t n = 0; n < z.size(); ++n)
        z[n] = static_cast<float>((double{z[n]} + geopotential[n]) / gravity);
    return {z, true, "Heights of the levels are (PH + PHB) / 9.81 m/s2, above sea level in metres."};
}

bool has_geopotential(const NetcdfNodes& nodes)
{
    return nodes.axes.xyz[2].coordinate == nullptr && find_variable(nodes, "PH").variable != nullptr &&
           find_variable(nodes, "PHB").variable != nullptr;
}

}  // namespace

bool has_parametric_levels(const NetcdfNodes& nodes)
{
    const NetcdfAxis& axis = nodes.axes.xyz[2];
    if (axis.dimension < 0) return false;
    if (is_roms(axis) || has_geopotential(nodes)) return true;
    if (axis.coordinate == nullptr) return false;
    const std::string name = nodes.velocity.u.file->text(*axis.coordinate, "standard_name");
    return !nodes.velocity.u.file->text(*axis.coordinate, "formula_terms").empty() ||
           name.starts_with("ocean_s") || name.starts_with("ocean_double") || name.starts_with("atmosphere_");
}

NetcdfLevels compute_levels(const NetcdfNodes& nodes, std::size_t time_step)
{
    if (has_geopotential(nodes)) return wrf_heights(nodes, time_step);
    const Formula formula = formula_of(nodes);
    const Terms terms{nodes, formula, time_step};
    if (formula.name == "atmosphere_hybrid_height_coordinate") {
        const std::vector<double> a = terms.levels("a"), b = terms.levels("b");
        const std::vector<float> ground = terms.columns("orog");
        return {fill(a.size(), ground.size(),
                     [&](std::size_t k, std::size_t n) { return a[k] + b[k] * ground[n]; }),
                false, fmt::format("Heights of the levels were computed as {}, up in metres.", formula.name)};
    }
    NetcdfLevels levels{ocean_heights(nodes, formula, terms), terms.has("eta"),
                        fmt::format("Heights of the levels were computed as {}, up in metres", formula.name)};
    levels.remark += levels.move ? "; they move with the surface: those of the first time slice hold."
                                 : ", with the surface at 0: the file has no 'eta' of it.";
    return levels;
}

}  // namespace farfield::compute
