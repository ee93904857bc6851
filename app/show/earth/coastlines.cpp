#include "app/show/earth/coastlines.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "app/show/earth/coastline_texts.h"
#include "model/geometry/geographic_area.h"

namespace farfield::app {
namespace {

using Line = std::vector<glm::dvec2>;
using Box = std::array<glm::dvec2, 2>;

constexpr double widest_of_fine_lines = 60.0;  ///< degrees

/// Reads the next number of a row; nullopt at its end.
std::optional<int> next_number(std::string_view& row)
{
    row.remove_prefix(std::min(row.find_first_not_of(' '), row.size()));
    int number = 0;
    const auto [end, error] = std::from_chars(row.data(), row.data() + row.size(), number);
    if (error != std::errc{}) return std::nullopt;
    row.remove_prefix(static_cast<std::size_t>(end - row.data()));
    return number;
}

Line line_of(std::string_view row)
{
    constexpr double unit = 0.01;
    Line line;
    glm::ivec2 at{0};
    while (const auto x = next_number(row)) {
        at += glm::ivec2{*x, next_number(row).value_or(0)};
        line.push_back(unit * glm::dvec2(at));
    }
    return line;
}

std::vector<Line> lines_of(std::string_view text)
{
    std::vector<Line> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (Line line = line_of(text.substr(0, end)); line.size() > 1) lines.push_back(std::move(line));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

const std::vector<Line>& lines_for(const Box& box)
{
    static const std::vector<Line> coarse = lines_of(coastlines_110m()), fine = lines_of(coastlines_50m());
    return box[1].x - box[0].x > widest_of_fine_lines ? coarse : fine;
}

/// Part of a segment within a box, from 0 to 1 along it (Liang and Barsky, "A new concept and method for
/// line clipping", 1984).
std::optional<std::pair<double, double>> part_within(const Box& box, glm::dvec2 from, glm::dvec2 to)
{
    double first = 0.0, last = 1.0;
    for (int axis = 0; axis < 2; ++axis) {
        const double way = to[axis] - from[axis];
        const double to_least = box[0][axis] - from[axis], to_most = box[1][axis] - from[axis];
        if (way == 0.0) {
            if (to_least > 0.0 || to_most < 0.0) return std::nullopt;
            continue;
        }
        first = std::max(first, std::min(to_least / way, to_most / way));
        last = std::min(last, std::max(to_least / way, to_most / way));
    }
    return first < last ? std::optional(std::pair(first, last)) : std::nullopt;
}

void append_within(const Box& box, const Line& line, double shift, std::vector<Line>& to)
{
    bool goes_on = false;
    for (std::size_t i = 1; i < line.size(); ++i) {
        const glm::dvec2 from = line[i - 1] + glm::dvec2(shift, 0.0), end = line[i] + glm::dvec2(shift, 0.0);
        const auto part = part_within(box, from, end);
        if (!part) {
            goes_on = false;
            continue;
        }
        if (!goes_on || part->first > 0.0) to.push_back({from + part->first * (end - from)});
        to.back().push_back(from + part->second * (end - from));
        goes_on = part->second == 1.0;
    }
}

}  // namespace

std::vector<Line> coastlines_within(const Box& box)
{
    constexpr double most_degrees = 1e4;  // bounds come from a node
    std::vector<Line> found;
    if (!(box[0].x >= -most_degrees && box[1].x <= most_degrees && box[0].x < box[1].x &&
          box[0].y < box[1].y))
        return found;
    // Lines begin from -180 to 180 degrees, and some go on beyond.
    const double first = std::floor(box[0].x / model::full_turn_degrees) - 1.0,
                 last = std::ceil(box[1].x / model::full_turn_degrees) + 1.0;
    for (double turn = first; turn <= last; ++turn)
        for (const Line& line : lines_for(box))
            append_within(box, line, model::full_turn_degrees * turn, found);
    return found;
}

}  // namespace farfield::app
