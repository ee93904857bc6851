#include "compute_node/tomography/results/report_page.h"

#include "compute_node/tomography/results/report.h"
#include "compute_node/tomography/results/slice_picture.h"
#include "compute_node/tomography/results/svg_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

namespace farfield::tomography {

namespace {

constexpr std::string_view style = R"css(
:root { color-scheme: light dark; --paper: #f6f7f9; --card: #fff; --ink: #1b2330; --soft: #5c6878; --line: #dde2e9; --mark: #3b6fb6; }
@media (prefers-color-scheme: dark) { :root { --paper: #11151b; --card: #191f28; --ink: #e6eaf0; --soft: #93a0b2; --line: #2b3441; --mark: #6f9fe0; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1040px; margin: 0 auto; padding: 32px 20px 64px; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 16px 20px; margin: 0 0 18px; }
h1 { font-size: 24px; margin: 0 0 16px; } h2 { font-size: 16px; margin: 0 0 8px; }
.row { display: grid; grid-template-columns: repeat(auto-fit, minmax(300px, 1fr)); gap: 14px; }
svg { display: block; width: 100%; height: auto; } svg text { fill: var(--soft); font-size: 13px; }
.grid { stroke: var(--line); } polyline { fill: none; stroke: var(--mark); stroke-width: 2; } circle, rect { fill: var(--mark); }
img { width: 100%; image-rendering: pixelated; border-radius: 6px; } figure { margin: 0; } figcaption { color: var(--soft); font-size: 13px; }
td { padding: 3px 14px 3px 0; overflow-wrap: anywhere; } td:first-child { color: var(--soft); }
)css";

std::string section(const std::string& title, const std::string& content)
{
    if (content.empty()) return {};
    return fmt::format("<section><h2>{}</h2><div class=\"row\">{}</div></section>\n", title, content);
}

std::string iteration_charts(const InversionResult& result)
{
    std::vector<glm::dvec2> misfit, roughness;
    for (std::size_t n = 0; n < result.iterations.size(); ++n) {
        misfit.emplace_back(n, result.iterations[n].chi2);
        roughness.emplace_back(n, result.iterations[n].roughness);
    }
    return line_chart({"iteration"}, {"chi²", true}, misfit) +
           line_chart({"iteration"}, {"roughness"}, roughness);
}

std::string l_curve_chart(const InversionResult& result)
{
    std::vector<glm::dvec2> points;
    for (const LCurvePoint& point : result.l_curve) points.emplace_back(point.roughness, point.chi2);
    return line_chart({"roughness", true}, {"chi²", true}, points);
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
    return histogram_chart("residual of the start, ms", before) +
           histogram_chart("residual of the result, ms", after);
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
    std::string rows = "<tr><td>iteration</td><td>tasks</td><td>s a task</td><td>bytes a message</td>"
                       "<td>s a message</td><td>threads</td><td>efficiency predicted</td>"
                       "<td>measured</td></tr>";
    for (std::size_t n = 0; n < result.iterations.size(); ++n) {
        const TaskFigures& t = result.iterations[n].tasks;
        rows += fmt::format("<tr><td>{}</td><td>{}</td><td>{:.3g}</td><td>{:.0f}</td><td>{:.2g}</td>"
                            "<td>{}</td><td>{:.3f}</td><td>{:.3f}</td></tr>",
                            n, t.tasks, t.seconds_of_task(), t.bytes_of_message(), t.seconds_of_message(),
                            t.threads, t.predicted_efficiency(), t.efficiency());
    }
    return "<section><h2>Tracing, on all threads of all ranks</h2><table>" + rows + "</table></section>\n";
}

/// Figures of report.json besides the iterations.
std::string figures(const ResultView& view)
{
    std::string rows;
    const nlohmann::json report = report_of(view);
    for (const auto& [name, value] : report.items())
        if (name != "iterations" && name != "l_curve")
            rows += fmt::format("<tr><td>{}</td><td>{}</td></tr>", name, value.dump());
    return "<section><h2>Figures</h2><table>" + rows + "</table></section>\n";
}

}  // namespace

std::string report_page(const ResultView& view)
{
    const Iteration& last = view.result.iterations.back();
    return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Farfield: travel-time "
           "tomography</title><style>" +
           std::string{style} + "</style></head><body><main>\n" +
           fmt::format(
               "<h1>Travel-time tomography: chi² {:.3g}, rms {:.4g} ms, {} of {} data left out</h1>\n",
               last.chi2, 1e3 * last.rms, last.left_out + view.survey.faulty.size(),
               view.survey.data.size() + view.survey.faulty.size()) +
           section("Misfit and roughness", iteration_charts(view.result)) +
           section("L-curve", l_curve_chart(view.result)) + section("Residuals", residual_charts(view)) +
           slice_sections(view) + task_table(view.result) + figures(view) + "</main></body></html>\n";
}

}  // namespace farfield::tomography
