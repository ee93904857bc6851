#include "compute_node/tomography/results/report_page.h"

#include "compute_node/tomography/results/report.h"
#include "compute_node/tomography/results/slice_picture.h"
#include "model/report/chart.h"
#include "model/report/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

namespace farfield::tomography {

namespace {

/// A section of pictures beside each other.
std::string section(const std::string& title, const std::string& content)
{
    return model::html_section(title, content.empty() ? "" : "<div class=\"row\">" + content + "</div>");
}

std::string iteration_charts(const InversionResult& result)
{
    std::vector<glm::dvec2> misfit, roughness;
    for (std::size_t n = 0; n < result.iterations.size(); ++n) {
        misfit.emplace_back(n, result.iterations[n].chi2);
        roughness.emplace_back(n, result.iterations[n].roughness);
    }
    return model::line_chart({.x = {"iteration"}, .y = {"chi²", true}}, misfit) +
           model::line_chart({.x = {"iteration"}, .y = {"roughness"}}, roughness);
}

std::string l_curve_chart(const InversionResult& result)
{
    std::vector<glm::dvec2> points;
    for (const LCurvePoint& point : result.l_curve) points.emplace_back(point.roughness, point.chi2);
    return model::line_chart({.x = {"roughness", true}, .y = {"chi²", true}}, points);
}

std::string residual_charts(const ResultView& view)
{
    std::vector<double> before, after;
    for (std::size_t n = 0; n < view.survey.data.size(); ++n) {
        if (view.result.after.arrivals[n].ray.kind == RayKind::Lost) continue;
        const double time = view.survey.data[n].time;
        before.push_back(1e3 * (time - view.result.before.arrivals[n].time));
        after.push_back(1e3 * (time - view.result.predicted(view.survey, n)));
    }
    return model::histogram_chart("residual of the start, ms", before) +
           model::histogram_chart("residual of the result, ms", after);
}

/// Three slices through the middle. shown: [nodes], 0 where grey.
std::string slices(const Lattice& lattice, const std::vector<double>& values, const std::vector<char>& shown,
                   const std::string& unit)
{
    std::vector<double> seen;
    for (std::size_t n = 0; n < values.size(); ++n)
        if (shown[n] != 0) seen.push_back(values[n]);
    if (seen.empty()) return {};
    const auto [low, high] = std::ranges::minmax(seen);
    std::string html;
    for (int axis = 0; axis < 3; ++axis) {
        const int index = lattice.nodes[axis] / 2;
        const double at = lattice.origin[axis] + index * lattice.spacing;
        html += fmt::format("<figure><img alt=\"slice\" src=\"{}\"><figcaption>{} = {:g} m; blue {:.4g}, red "
                            "{:.4g} {}</figcaption></figure>",
                            picture_of({axis, index, low, high}, lattice, values, shown), "xyz"[axis], at,
                            low, high, unit);
    }
    return html;
}

std::string slice_sections(const ResultView& view)
{
    const InversionResult& r = view.result;
    std::vector<char> resolved, covered;
    for (std::size_t n = 0; n < r.lattice.count(); ++n) {
        resolved.push_back(r.is_resolved(n) ? 1 : 0);
        covered.push_back(r.rays[n] > 0 ? 1 : 0);
    }
    std::string html =
        section("Velocity (grey where it is not resolved)", slices(r.lattice, r.result, resolved, "m/s")) +
        section("Coverage (grey without rays)", slices(r.lattice, r.coverage, covered, "m of ray"));
    for (const ResolutionResult& test : view.resolution) {
        const std::string name = test.test.name();
        html += section("True " + name, slices(r.lattice, test.truth, resolved, "%"));
        html += section("Recovered " + name, slices(r.lattice, test.recovered, resolved, "%"));
        html += section("Resolvability of the " + name, slices(r.lattice, test.resolvability, covered, ""));
    }
    return html;
}

/// The cost of each iteration's tracing; empty of straight rays.
std::string task_table(const InversionResult& result)
{
    if (result.iterations.front().tasks.tasks == 0) return {};
    std::vector<std::vector<std::string>> rows;
    for (std::size_t n = 0; n < result.iterations.size(); ++n) {
        const TaskFigures& t = result.iterations[n].tasks;
        rows.push_back(
            {fmt::format("{}", n), fmt::format("{}", t.tasks), fmt::format("{:.3g}", t.seconds_of_task()),
             fmt::format("{:.0f}", t.bytes_of_message()), fmt::format("{:.2g}", t.seconds_of_message()),
             fmt::format("{}", t.threads), fmt::format("{:.3f}", t.predicted_efficiency()),
             fmt::format("{:.3f}", t.efficiency())});
    }
    return model::html_section(
        "Tracing, on all threads of all ranks",
        model::html_table({"iteration", "tasks", "s a task", "bytes a message", "s a message", "threads",
                           "efficiency predicted", "measured"},
                          rows));
}

/// Figures of report.json besides the iterations.
std::string figures(const ResultView& view)
{
    std::vector<std::vector<std::string>> rows;
    const nlohmann::json report = report_of(view);
    for (const auto& [name, value] : report.items())
        if (name != "iterations" && name != "l_curve")
            rows.push_back({model::html_text(name), model::html_text(value.dump())});
    return model::html_section("Figures", model::html_table({}, rows, "facts"));
}

}  // namespace

std::string report_page(const ResultView& view)
{
    const Iteration& last = view.result.iterations.back();
    return model::html_page(
        "Farfield: travel-time tomography",
        fmt::format("<h1>Travel-time tomography: chi² {:.3g}, rms {:.4g} ms, {} of {} data left out</h1>\n"
                    "<p class=\"sub\"></p>\n",
                    last.chi2, 1e3 * last.rms, last.left_out + view.survey.faulty.size(),
                    view.survey.data.size() + view.survey.faulty.size()) +
            section("Misfit and roughness", iteration_charts(view.result)) +
            section("L-curve", l_curve_chart(view.result)) + section("Residuals", residual_charts(view)) +
            slice_sections(view) + task_table(view.result) + figures(view));
}

}  // namespace farfield::tomography
