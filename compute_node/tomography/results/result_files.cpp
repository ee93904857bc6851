#include "compute_node/tomography/results/result_files.h"

#include "compute_node/support/atomic_text.h"
#include "compute_node/tomography/files/vtk_xml.h"
#include "compute_node/tomography/rays/ray_tracer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace farfield::tomography {

namespace {

void write_text(const std::filesystem::path& file, const std::string& text)
{
    AtomicText out{file};
    out.add(text);
    out.finish();
}

double resolved_metres(const ResultView& view)
{
    return resolved_spacings * view.result.lattice.spacing;
}

void write_model(const std::filesystem::path& file, const ResultView& view)
{
    const InversionResult& r = view.result;
    std::array<NamedArray, 6> arrays{{{"velocity", r.result},
                                      {"start", r.start},
                                      {"change", {}},
                                      {"coverage", r.coverage},
                                      {"rays", {r.rays.begin(), r.rays.end()}},
                                      {"resolved", {}}}};
    for (std::size_t n = 0; n < r.result.size(); ++n) {
        arrays[2].values.push_back(100.0 * (r.result[n] / r.start[n] - 1.0));
        arrays[5].values.push_back(r.coverage[n] >= resolved_metres(view) ? 1.0 : 0.0);
    }
    std::vector<NamedArray> all(arrays.begin(), arrays.end());
    if (view.truth) {
        NamedArray truth{"true", {}};
        for (std::size_t n = 0; n < r.result.size(); ++n)
            truth.values.push_back(view.truth(r.lattice.position(r.lattice.node(n))));
        all.push_back(std::move(truth));
    }
    write_image(file, r.lattice, all);
}

void write_residuals(const std::filesystem::path& file, const ResultView& view)
{
    const Survey& survey = view.survey;
    std::string text = "source,receiver,sx,sy,sz,rx,ry,rz,observed,predicted,before,after,ray_length,used\n";
    for (std::size_t n = 0; n < survey.data.size(); ++n) {
        const Datum& datum = survey.data[n];
        const Arrival &before = view.result.before.arrivals[n], &after = view.result.after.arrivals[n];
        const glm::dvec3 s = survey.sources[datum.source], r = survey.receivers[datum.receiver];
        text += fmt::format("{},{},{},{},{},{},{},{},{:.9g},{:.9g},{:.6g},{:.6g},{:.6g},{}\n",
                            datum.source + 1, datum.receiver + 1, s.x, s.y, s.z, r.x, r.y, r.z, datum.time,
                            after.time, datum.time - before.time, datum.time - after.time,
                            length_of(after.ray), after.ray.kind == RayKind::Lost ? "no ray arrived" : "yes");
    }
    for (const FaultyDatum& faulty : survey.faulty) {
        const glm::dvec3 s = survey.sources[faulty.datum.source], r = survey.receivers[faulty.datum.receiver];
        text +=
            fmt::format("{},{},{},{},{},{},{},{},{:.9g},,,,,{}\n", faulty.datum.source + 1,
                        faulty.datum.receiver + 1, s.x, s.y, s.z, r.x, r.y, r.z, faulty.datum.time,
                        faulty.fault == Fault::NotPositive ? "time not above 0" : "too fast for the limits");
    }
    write_text(file, text);
}

void write_iterations(const std::filesystem::path& file, const ResultView& view)
{
    std::string text = "iteration,chi2,rms,alpha,roughness,left_out\n";
    int number = 0;
    for (const Iteration& i : view.result.iterations)
        text += fmt::format("{},{:.6g},{:.6g},{:.6g},{:.6g},{}\n", number++, i.chi2, i.rms, i.alpha,
                            i.roughness, i.left_out);
    write_text(file, text);
}

void write_ray_lines(const std::filesystem::path& file, const ResultView& view)
{
    std::vector<const Ray*> rays;
    std::array<NamedArray, 4> arrays{{{"source", {}}, {"receiver", {}}, {"time", {}}, {"residual", {}}}};
    for (std::size_t n = 0; n < view.survey.data.size(); ++n) {
        const Datum& datum = view.survey.data[n];
        const Arrival& arrival = view.result.after.arrivals[n];
        rays.push_back(&arrival.ray);
        arrays[0].values.push_back(datum.source + 1.0);
        arrays[1].values.push_back(datum.receiver + 1.0);
        arrays[2].values.push_back(arrival.time);
        arrays[3].values.push_back(datum.time - arrival.time);
    }
    write_rays(file, rays, arrays);
}

/// Root mean square of the time along rays less that of the eikonal solution, s; 0 of straight rays.
double forward_error(const FirstArrivals& arrivals)
{
    double sum = 0.0, count = 0.0;
    for (const Arrival& arrival : arrivals.arrivals) {
        const double error = arrival.time - arrival.field_time;
        if (arrival.ray.kind != RayKind::Lost && std::isfinite(error)) sum += error * error, ++count;
    }
    return count > 0.0 ? std::sqrt(sum / count) : 0.0;
}

}  // namespace

nlohmann::json report_of(const ResultView& view)
{
    const InversionResult& r = view.result;
    nlohmann::json iterations = nlohmann::json::array();
    for (const Iteration& i : r.iterations)
        iterations.push_back({{"chi2", i.chi2},
                              {"rms", i.rms},
                              {"alpha", i.alpha},
                              {"roughness", i.roughness},
                              {"left_out", i.left_out}});
    const auto resolved =
        std::ranges::count_if(r.coverage, [&](double c) { return c >= resolved_metres(view); });
    const auto bent = std::ranges::count_if(r.after.arrivals,
                                            [](const Arrival& a) { return a.ray.kind == RayKind::Bending; });
    const glm::ivec3 model = r.lattice.nodes, forward = r.forward.lattice.nodes;
    return {{"data", view.survey.data.size()},
            {"sources", view.survey.sources.size()},
            {"receivers", view.survey.receivers.size()},
            {"duplicates_averaged", view.survey.duplicates},
            {"faulty",
             {{"not_above_0", count_of(view.survey, Fault::NotPositive)},
              {"too_fast", count_of(view.survey, Fault::TooFast)}}},
            {"forward_grid", {forward.x, forward.y, forward.z}},
            {"model_grid", {model.x, model.y, model.z}},
            {"spacing", r.forward.lattice.spacing},
            {"iterations", iterations},
            {"left_out", r.iterations.back().left_out},
            {"bent_rays", bent},
            {"fast_marching", r.after.marched},
            {"forward_error", forward_error(r.after)},
            {"resolved_nodes", resolved},
            {"resolved_metres", resolved_metres(view)}};
}

void write_results(const std::filesystem::path& folder, const ResultView& view)
{
    write_model(folder / "model.vti", view);
    write_residuals(folder / "residuals.csv", view);
    write_ray_lines(folder / "rays.vtp", view);
    write_iterations(folder / "iterations.csv", view);
    write_text(folder / "report.json", report_of(view).dump(2) + "\n");
}

}  // namespace farfield::tomography
