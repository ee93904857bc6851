#include "compute_node/tomography/surveys/survey_files.h"

#include "compute_node/support/parallel.h"
#include "compute_node/support/text_file.h"
#include "compute_node/tomography/surveys/unified_format.h"
#include "model/csv/csv_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

namespace farfield::tomography {

namespace {

/// Reads rows; returns the number of the last line where that has no end; else 0.
std::uint64_t read_rows(const std::filesystem::path& file, model::CsvColumns columns,
                        const std::atomic<bool>* cancelled,
                        const std::function<void(std::span<const double>)>& take)
{
    TextFile text{file, columns.things, cancelled};
    model::CsvRows rows{text.text(), file.string(), std::move(columns), cancelled};
    std::vector<double> numbers;
    while (rows.next()) {
        numbers.resize(rows.columns());
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (!rows.read(row, numbers)) rows.fail(row);
            take(numbers);
        }
    }
    return rows.unended_line();
}

Survey read_csv(const std::filesystem::path& file, const SurveyUnits& units, double fastest,
                const std::atomic<bool>* cancelled)
{
    SurveyBuilder survey;
    const glm::dvec3 metres = units.metres * glm::dvec3{1.0, 1.0, units.z_down ? -1.0 : 1.0};
    const std::uint64_t unended =
        read_rows(file,
                  {.things = "travel times",
                   .names = {"sx", "sy", "sz", "rx", "ry", "rz", "t"},
                   .last = "sigma",
                   .gaps = "t",
                   .needs_header = true},
                  cancelled, [&](std::span<const double> n) {
                      const double sigma = n.size() > 7 ? n[7] * units.seconds : 0.0;
                      survey.add(metres * glm::dvec3{n[0], n[1], n[2]}, metres * glm::dvec3{n[3], n[4], n[5]},
                                 n[6] * units.seconds, sigma);
                  });
    if (is_set(cancelled)) return {};
    Survey read = survey.finish(file.string(), fastest);
    if (unended > 0) read.remarks.push_back(unended_remark(unended));
    return read;
}

}  // namespace

std::string unended_remark(std::uint64_t line)
{
    return fmt::format(
        "Line {}, the last one, has no end: where the file was cut off, so was its last number.", line);
}

Survey read_survey(const std::filesystem::path& file, const SurveyUnits& units, double fastest,
                   const std::atomic<bool>* cancelled)
{
    const std::string ending = file.extension().string();
    if (ending != ".sgt" && ending != ".dat") return read_csv(file, units, fastest, cancelled);
    TextFile text{file, "travel times", cancelled};
    return read_unified(text.text(), file.string(), units, fastest);
}

std::vector<glm::dvec3> read_places(const std::filesystem::path& file, const std::atomic<bool>* cancelled)
{
    std::vector<glm::dvec3> places;
    constexpr double farthest = 1e9;  // metres; beyond it differences of places lose their millimetres
    (void)read_rows(file, {"places", {"x", "y", "z"}}, cancelled, [&](std::span<const double> n) {
        if (std::ranges::any_of(n, [](double metres) { return std::abs(metres) > farthest; }))
            throw std::runtime_error(
                fmt::format("'{}': expected places within {:g} m of the origin, found {:g}, {:g}, {:g}",
                            file.string(), farthest, n[0], n[1], n[2]));
        places.emplace_back(n[0], n[1], n[2]);
    });
    return places;
}

}  // namespace farfield::tomography
