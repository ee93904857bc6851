#include "compute_node/tomography/results/result_files.h"

#include "compute_node/support/atomic_text.h"
#include "compute_node/tomography/files/vtk_xml.h"
#include "compute_node/tomography/rays/ray_tracer.h"
#include "compute_node/tomography/results/report.h"
#include "compute_node/tomography/results/report_page.h"

#include <fmt/format.h>

#include <array>
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
        arrays[5].values.push_back(r.is_resolved(n) ? 1.0 : 0.0);
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
        const double predicted = view.result.predicted(survey, n);
        const glm::dvec3 s = survey.sources[datum.source], r = survey.receivers[datum.receiver];
        text += fmt::format("{},{},{},{},{},{},{},{},{:.9g},{:.9g},{:.6g},{:.6g},{:.6g},{}\n",
                            datum.source + 1, datum.receiver + 1, s.x, s.y, s.z, r.x, r.y, r.z, datum.time,
                            predicted, datum.time - before.time, datum.time - predicted, length_of(after.ray),
                            after.ray.kind == RayKind::Lost ? "no ray arrived" : "yes");
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
        arrays[3].values.push_back(datum.time - view.result.predicted(view.survey, n));
    }
    write_rays(file, rays, arrays);
}

/// Delays of sources and receivers.
void write_statics(const std::filesystem::path& file, const ResultView& view)
{
    std::string text = "sensor,number,x,y,z,delay\n";
    const auto add = [&](const char* sensor, const std::vector<glm::dvec3>& places,
                         const std::vector<double>& delays) {
        for (std::size_t n = 0; n < delays.size(); ++n)
            text += fmt::format("{},{},{},{},{},{:.6g}\n", sensor, n + 1, places[n].x, places[n].y,
                                places[n].z, delays[n]);
    };
    add("source", view.survey.sources, view.result.source_statics);
    add("receiver", view.survey.receivers, view.result.receiver_statics);
    write_text(file, text);
}

void write_l_curve(const std::filesystem::path& file, const ResultView& view)
{
    std::string text = "alpha,chi2,roughness\n";
    for (const LCurvePoint& point : view.result.l_curve)
        text += fmt::format("{:.6g},{:.6g},{:.6g}\n", point.alpha, point.chi2, point.roughness);
    write_text(file, text);
}

void write_resolution(const std::filesystem::path& file, const ResolutionResult& test)
{
    const std::array<NamedArray, 3> arrays{
        {{"true", test.truth}, {"recovered", test.recovered}, {"resolvability", test.resolvability}}};
    write_image(file, test.lattice, arrays);
}

}  // namespace

void write_results(const std::filesystem::path& folder, const ResultView& view)
{
    const InversionResult& r = view.result;
    write_model(folder / "model.vti", view);
    write_residuals(folder / "residuals.csv", view);
    write_ray_lines(folder / "rays.vtp", view);
    write_iterations(folder / "iterations.csv", view);
    if (!r.source_statics.empty() || !r.receiver_statics.empty()) write_statics(folder / "statics.csv", view);
    if (!r.l_curve.empty()) write_l_curve(folder / "l_curve.csv", view);
    for (const ResolutionResult& test : view.resolution)
        write_resolution(folder / (test.test.name() + ".vti"), test);
    write_text(folder / "report.json", report_of(view).dump(2) + "\n");
    write_text(folder / "report.html", report_page(view));
}

}  // namespace farfield::tomography
