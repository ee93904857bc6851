#include "app/bench/suites.h"
#include "render/display_benchmark.h"

namespace farfield::app {

SuiteResult run_display_suite()
{
    const auto measured = render::run_display_benchmark();
    SuiteResult result;
    result.suite = "display";
    result.circumstances["renderer"] = measured.renderer;
    result.circumstances["slots"] = measured.slot_path;
    for (const auto& figure : measured.figures)
        result.figures.push_back({.name = figure.name,
                                  .unit = figure.unit,
                                  .median = figure.median,
                                  .min = figure.min,
                                  .max = figure.max,
                                  .runs = figure.runs});
    return result;
}

}  // namespace farfield::app
