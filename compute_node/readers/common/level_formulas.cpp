#include "compute_node/readers/common/level_formulas.h"

#include "compute_node/support/lower_case.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace farfield::compute {

namespace {

constexpr double hectopascals = 0.01;  ///< in a pascal

/// Reads the terms that a formula asks for, and gives their values at a node.
class FormulaTerms {
public:
    FormulaTerms(const LevelFormula& formula, std::size_t levels, std::size_t columns, const TermReader& read)
        : formula_{formula}, levels_{levels}, columns_{columns}, read_{read}
    {}

    /// Values of one term by level and column.
    class Term {
    public:
        Term(LevelTerm term, std::size_t columns) : term_{std::move(term)}, columns_{columns} {}
        [[nodiscard]] double operator()(std::size_t k, std::size_t n) const
        {
            const std::size_t level = term_.of_levels ? k : 0;
            return term_.values[term_.of_columns ? level * columns_ + n : level];
        }
        void fill_gaps()
        {
            for (double& value : term_.values)
                if (!std::isfinite(value)) value = 0.0;
        }

    private:
        LevelTerm term_;
        std::size_t columns_;
    };

    /// Reads a term that the formula needs; notes it where it is missing.
    Term need(const std::string& term)
    {
        const auto named = formula_.terms.find(term);
        if (named == formula_.terms.end())
            return lacking(fmt::format("no variable is known as its '{}'", term));
        try {
            return take(read_(named->second));
        } catch (const std::runtime_error& error) {
            return lacking(fmt::format("its '{}', '{}', {}", term, named->second, error.what()));
        }
    }
    /// Reads a term that counts as 0 where it is missing, as a whole or in some columns.
    Term need_or_zero(const std::string& term, bool& found)
    {
        const std::size_t before = lack_.size();
        Term read = need(term);
        found = lack_.size() == before;
        lack_.resize(before);
        read.fill_gaps();
        return read;
    }
    [[nodiscard]] bool has(const std::string& term) const
    {
        if (!formula_.terms.contains(term)) return false;
        try {
            (void)read_(formula_.terms.at(term));
            return true;
        } catch (const std::runtime_error&) {
            return false;
        }
    }
    [[nodiscard]] bool is_pressure(const std::string& term) const
    {
        return has(term) && read_(formula_.terms.at(term)).is_pressure;
    }

    /// value(level, column) at all nodes; [level] where no term varies from column to column.
    template <class Value>
    [[nodiscard]] std::vector<double> fill(const Value& value) const
    {
        std::vector<double> z;
        if (!lack_.empty()) return z;
        const std::size_t columns = by_column_ ? columns_ : 1;
        z.reserve(levels_ * columns);
        for (std::size_t k = 0; k < levels_; ++k)
            for (std::size_t n = 0; n < columns; ++n) z.push_back(value(k, n));
        return z;
    }
    [[nodiscard]] std::string lack() const { return fmt::format("{}", fmt::join(lack_, ", ")); }
    [[nodiscard]] bool moves() const { return moves_; }

private:
    Term lacking(std::string what)
    {
        lack_.push_back(std::move(what));
        return {{{0.0}, false, false, false, false}, columns_};
    }
    Term take(LevelTerm term)
    {
        by_column_ = by_column_ || term.of_columns;
        moves_ = moves_ || term.moves;
        return {std::move(term), columns_};
    }

    const LevelFormula& formula_;
    std::size_t levels_, columns_;
    const TermReader& read_;
    bool by_column_ = false, moves_ = false;
    std::vector<std::string> lack_;
};

/// Values in metres or hPa, and a text for the remark beside the formula's name.
struct Result {
    std::vector<double> z;
    bool is_pressure = false;
    std::string note{};
};

Result ln_pressure(FormulaTerms& terms)
{
    const auto p0 = terms.need("p0"), lev = terms.need("lev");
    return {terms.fill([&](auto k, auto n) { return hectopascals * p0(k, n) * std::exp(-lev(k, n)); }), true};
}

Result atmosphere_sigma(FormulaTerms& terms)
{
    const auto top = terms.need("ptop"), sigma = terms.need("sigma"), ground = terms.need("ps");
    return {terms.fill([&](auto k, auto n) {
                return hectopascals * (top(k, n) + sigma(k, n) * (ground(k, n) - top(k, n)));
            }),
            true};
}

/// The pressure a p0 + b ps, or ap + b ps; an `a` in a unit of pressure is taken as ap.
Result hybrid_pressure(FormulaTerms& terms)
{
    const auto b = terms.need("b"), ground = terms.need("ps");
    const bool is_product = terms.has("a") && !terms.is_pressure("a");
    if (is_product) {
        const auto a = terms.need("a"), p0 = terms.need("p0");
        return {terms.fill([&](auto k, auto n) {
                    return hectopascals * (a(k, n) * p0(k, n) + b(k, n) * ground(k, n));
                }),
                true};
    }
    const auto ap = terms.need(terms.has("a") ? "a" : "ap");
    return {terms.fill([&](auto k, auto n) { return hectopascals * (ap(k, n) + b(k, n) * ground(k, n)); }),
            true};
}

Result hybrid_height(FormulaTerms& terms)
{
    const auto a = terms.need("a"), b = terms.need("b"), ground = terms.need("orog");
    return {terms.fill([&](auto k, auto n) { return a(k, n) + b(k, n) * ground(k, n); })};
}

Result sleve(FormulaTerms& terms)
{
    const auto a = terms.need("a"), b1 = terms.need("b1"), b2 = terms.need("b2"), top = terms.need("ztop");
    const auto large = terms.need("zsurf1"), small = terms.need("zsurf2");
    return {terms.fill([&](auto k, auto n) {
        return a(k, n) * top(k, n) + b1(k, n) * large(k, n) + b2(k, n) * small(k, n);
    })};
}

constexpr const char* at_rest = ", with the surface at 0: there is no 'eta' of it";

Result ocean_sigma(FormulaTerms& terms)
{
    bool has_surface = false;
    const auto surface = terms.need_or_zero("eta", has_surface);
    const auto sigma = terms.need("sigma"), depth = terms.need("depth");
    return {terms.fill(
                [&](auto k, auto n) { return surface(k, n) + sigma(k, n) * (depth(k, n) + surface(k, n)); }),
            false, has_surface ? "" : at_rest};
}

/// The stretching C(k) of ocean_s_coordinate (Song & Haidvogel 1994).
double song_haidvogel(double s, double a, double b)
{
    return (1.0 - b) * std::sinh(a * s) / std::sinh(a) +
           b * (std::tanh(a * (s + 0.5)) / (2.0 * std::tanh(0.5 * a)) - 0.5);
}

Result ocean_s(FormulaTerms& terms)
{
    bool has_surface = false;
    const auto surface = terms.need_or_zero("eta", has_surface);
    const auto s = terms.need("s"), depth = terms.need("depth"), critical = terms.need("depth_c");
    const std::string note = has_surface ? "" : at_rest;
    const auto height = [&](double c, std::size_t k, std::size_t n) {
        const double h = critical(k, n);
        return surface(k, n) * (1.0 + s(k, n)) + h * s(k, n) + (depth(k, n) - h) * c;
    };
    if (terms.has("c")) {
        const auto c = terms.need("c");
        return {terms.fill([&](auto k, auto n) { return height(c(k, n), k, n); }), false, note};
    }
    const auto a = terms.need("a"), b = terms.need("b");
    return {
        terms.fill([&](auto k, auto n) { return height(song_haidvogel(s(k, n), a(k, n), b(k, n)), k, n); }),
        false, note};
}

Result ocean_s_g1(FormulaTerms& terms)
{
    bool has_surface = false;
    const auto surface = terms.need_or_zero("eta", has_surface);
    const auto s = terms.need("s"), c = terms.need("c"), depth = terms.need("depth"),
               critical = terms.need("depth_c");
    return {terms.fill([&](auto k, auto n) {
                const double h = depth(k, n);
                const double rest = critical(k, n) * s(k, n) + (h - critical(k, n)) * c(k, n);
                return rest + (h == 0.0 ? 0.0 : surface(k, n) * (1.0 + rest / h));
            }),
            false, has_surface ? "" : at_rest};
}

Result ocean_s_g2(FormulaTerms& terms)
{
    bool has_surface = false;
    const auto surface = terms.need_or_zero("eta", has_surface);
    const auto s = terms.need("s"), c = terms.need("c"), depth = terms.need("depth"),
               critical = terms.need("depth_c");
    return {terms.fill([&](auto k, auto n) {
                const double h = depth(k, n), eta = surface(k, n), sum = critical(k, n) + h;
                return eta + (eta + h) * (sum == 0.0 ? 0.0 : (critical(k, n) * s(k, n) + h * c(k, n)) / sum);
            }),
            false, has_surface ? "" : at_rest};
}

/// The formula with sigma levels above, and fixed heights below, where sigma has no value.
Result ocean_sigma_z(FormulaTerms& terms)
{
    bool has_surface = false, is_counted = false;
    const auto surface = terms.need_or_zero("eta", has_surface);
    const auto sigma_levels = terms.need_or_zero("nsigma", is_counted);
    const auto sigma = terms.need("sigma"), depth = terms.need("depth"), critical = terms.need("depth_c"),
               fixed = terms.need("zlev");
    return {terms.fill([&](auto k, auto n) {
                const bool is_fixed =
                    is_counted ? static_cast<double>(k) >= sigma_levels(k, n) : !std::isfinite(sigma(k, n));
                const double h = std::min(critical(k, n), depth(k, n));
                return is_fixed ? fixed(k, n) : surface(k, n) + sigma(k, n) * (h + surface(k, n));
            }),
            false, has_surface ? "" : at_rest};
}

Result double_sigma(FormulaTerms& terms)
{
    const auto sigma = terms.need("sigma"), depth = terms.need("depth"), z1 = terms.need("z1"),
               z2 = terms.need("z2"), a = terms.need("a"), reference = terms.need("href"),
               last = terms.need("k_c");
    return {terms.fill([&](auto k, auto n) {
        const double half = 0.5 * (z1(k, n) - z2(k, n)), h = depth(k, n);
        const double f =
            0.5 * (z1(k, n) + z2(k, n)) + half * std::tanh(a(k, n) / half * (h - reference(k, n)));
        const bool is_upper = static_cast<double>(k + 1) <= last(k, n);  // k_c counts from 1
        return is_upper ? sigma(k, n) * f : f + (sigma(k, n) - 1.0) * (h - f);
    })};
}

struct Named {
    std::string_view name;
    Result (*compute)(FormulaTerms&);
};
constexpr std::array formulas{Named{"atmosphere_ln_pressure_coordinate", ln_pressure},
                              Named{"atmosphere_sigma_coordinate", atmosphere_sigma},
                              Named{"atmosphere_hybrid_sigma_pressure_coordinate", hybrid_pressure},
                              Named{"atmosphere_hybrid_height_coordinate", hybrid_height},
                              Named{"atmosphere_sleve_coordinate", sleve},
                              Named{"ocean_sigma_coordinate", ocean_sigma},
                              Named{"ocean_s_coordinate", ocean_s},
                              Named{"ocean_s_coordinate_g1", ocean_s_g1},
                              Named{"ocean_s_coordinate_g2", ocean_s_g2},
                              Named{"ocean_sigma_z_coordinate", ocean_sigma_z},
                              Named{"ocean_double_sigma_coordinate", double_sigma}};

/// Puts blanks around commas and colons.
std::string with_blanks(const std::string& text)
{
    std::string spaced;
    for (const char c : text) spaced += c == ':' ? std::string{" : "} : std::string(1, c == ',' ? ' ' : c);
    return spaced;
}

}  // namespace

std::map<std::string, std::string> parse_formula_terms(const std::string& text)
{
    std::map<std::string, std::string> terms;
    std::istringstream words{with_blanks(text)};
    std::string before, term;
    for (std::string word; words >> word; before = word) {
        if (word == ":")
            term = before == ":" ? "" : before;
        else if (before == ":" && !term.empty())
            terms[lower_case(term)] = word;
    }
    return terms;
}

bool is_level_formula(const std::string& standard_name)
{
    return std::ranges::find(formulas, std::string_view{standard_name}, &Named::name) != formulas.end();
}

std::string name_by_terms(const LevelFormula& formula)
{
    if (!formula.name.empty()) return formula.name;
    const auto has = [&](std::initializer_list<const char*> terms) {
        return std::ranges::all_of(terms, [&](const char* term) { return formula.terms.contains(term); });
    };
    if (has({"b", "ps"})) return "atmosphere_hybrid_sigma_pressure_coordinate";
    if (has({"sigma", "ps"})) return "atmosphere_sigma_coordinate";
    if (has({"p0", "lev"})) return "atmosphere_ln_pressure_coordinate";
    if (has({"zsurf1"})) return "atmosphere_sleve_coordinate";
    if (has({"a", "b", "orog"})) return "atmosphere_hybrid_height_coordinate";
    if (has({"sigma", "zlev"})) return "ocean_sigma_z_coordinate";
    if (has({"sigma", "href"})) return "ocean_double_sigma_coordinate";
    if (has({"sigma", "depth"})) return "ocean_sigma_coordinate";
    if (has({"s", "a", "b", "depth"})) return "ocean_s_coordinate";
    return {};
}

bool grows_downwards(const LevelFormula& formula)
{
    const std::string name = name_by_terms(formula);
    return name.find("sigma") != std::string::npos && name.starts_with("atmosphere");
}

ComputedLevels computed_levels(const LevelFormula& formula, std::size_t levels, std::size_t columns,
                               const TermReader& read)
{
    const std::string name = name_by_terms(formula);
    const auto* found = std::ranges::find(formulas, std::string_view{name}, &Named::name);
    if (found == formulas.end())
        return {std::nullopt,
                name.empty()
                    ? fmt::format("nothing says which formula '{}' follows (its standard_name, or ROMS's "
                                  "Vtransform), and the terms that are there fit no single one",
                                  formula.coordinate)
                    : fmt::format("'{}' is '{}', which is no formula of the CF "
                                  "Conventions",
                                  formula.coordinate, name)};
    FormulaTerms terms{formula, levels, columns, read};
    Result result = found->compute(terms);
    if (result.z.empty())
        return {std::nullopt, fmt::format("'{}' is '{}', and {}", formula.coordinate, name, terms.lack())};
    std::string remark =
        result.is_pressure
            ? fmt::format("z is pressure in hPa, which falls upwards, computed as {}{}", name, result.note)
            : fmt::format("Heights of the levels were computed as {}, up in metres{}", name, result.note);
    if (terms.moves())
        remark += result.is_pressure
                      ? "; it moves with that at the ground: that of the first time slice holds"
                      : "; they move with the surface: those of the first time slice hold";
    return {Levels{std::move(result.z), result.is_pressure ? "hPa" : "m", result.is_pressure ? "down" : "up",
                   terms.moves(), remark + "."},
            {}};
}

}  // namespace farfield::compute
