#include "compute_node/tomography/results/report.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace farfield::tomography {

nlohmann::json tasks_of(const TaskFigures& tasks)
{
    return {{"tasks", tasks.tasks},
            {"task_seconds", tasks.seconds_of_task()},
            {"message_bytes", tasks.bytes_of_message()},
            {"message_seconds", tasks.seconds_of_message()},
            {"threads", tasks.threads},
            {"efficiency_predicted", tasks.predicted_efficiency()},
            {"efficiency", tasks.efficiency()}};
}

namespace {

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

std::size_t resolved_nodes(const InversionResult& result)
{
    std::size_t count = 0;
    for (std::size_t n = 0; n < result.lattice.count(); ++n) count += result.is_resolved(n) ? 1U : 0U;
    return count;
}

nlohmann::json iterations_of(const InversionResult& result)
{
    nlohmann::json iterations = nlohmann::json::array();
    for (const Iteration& i : result.iterations)
        iterations.push_back({{"chi2", i.chi2},
                              {"rms", i.rms},
                              {"alpha", i.alpha},
                              {"roughness", i.roughness},
                              {"left_out", i.left_out},
                              {"tracing", tasks_of(i.tasks)}});
    return iterations;
}

nlohmann::json l_curve_of(const InversionResult& result)
{
    nlohmann::json points = nlohmann::json::array();
    for (const LCurvePoint& point : result.l_curve)
        points.push_back({{"alpha", point.alpha}, {"chi2", point.chi2}, {"roughness", point.roughness}});
    return points;
}

nlohmann::json resolution_of(const ResultView& view)
{
    constexpr double enough = 0.7;  // Zelt's
    nlohmann::json tests = nlohmann::json::object();
    for (const ResolutionResult& r : view.resolution)
        tests[r.test.name()] = {{"size", r.test.size},
                                {"percent", r.test.percent},
                                {"correlation", r.correlation},
                                {"chi2", r.fit.chi2},
                                {"nodes_above_0.7", std::ranges::count_if(r.resolvability, [](double value) {
                                     return value > enough;
                                 })}};
    return tests;
}

}  // namespace

nlohmann::json report_of(const ResultView& view)
{
    const InversionResult& r = view.result;
    const auto bent = std::ranges::count_if(r.after.arrivals,
                                            [](const Arrival& a) { return a.ray.kind == RayKind::Bending; });
    const glm::ivec3 model = r.lattice.nodes, forward = r.forward.lattice.nodes;
    nlohmann::json report{{"data", view.survey.data.size()},
                          {"sources", view.survey.sources.size()},
                          {"receivers", view.survey.receivers.size()},
                          {"duplicates_averaged", view.survey.duplicates},
                          {"remarks", view.survey.remarks},
                          {"faulty",
                           {{"not_above_0", count_of(view.survey, Fault::NotPositive)},
                            {"too_fast", count_of(view.survey, Fault::TooFast)}}},
                          {"forward_grid", {forward.x, forward.y, forward.z}},
                          {"model_grid", {model.x, model.y, model.z}},
                          {"spacing", r.forward.lattice.spacing},
                          {"iterations", iterations_of(r)},
                          {"left_out", r.iterations.back().left_out},
                          {"bent_rays", bent},
                          {"fast_marching", r.after.marched},
                          {"forward_error", forward_error(r.after)},
                          {"resolved_nodes", resolved_nodes(r)},
                          {"resolved_metres", resolved_spacings * r.lattice.spacing}};
    if (!r.l_curve.empty()) report["l_curve"] = l_curve_of(r);
    if (!view.resolution.empty()) report["resolution"] = resolution_of(view);
    return report;
}

}  // namespace farfield::tomography
