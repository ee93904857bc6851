#include "bench/display/display_benchmark.h"
#include "bench/link/suites.h"

namespace farfield::app {

model::Suite run_display_suite()
{
    const auto measured = render::run_display_benchmark();
    model::Suite result;
    result.name = "display";
    result.circumstances["renderer"] = measured.renderer;
    result.circumstances["slots"] = measured.slot_path;
    for (const auto& figure : measured.figures)
        result.figures.push_back({.name = figure.name,
                                  .unit = figure.unit,
                                  .median = figure.median,
                                  .min = figure.min,
                                  .max = figure.max,
                                  .runs = static_cast<std::size_t>(figure.runs)});
    return result;
}

}  // namespace farfield::app
