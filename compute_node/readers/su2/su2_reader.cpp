#include "compute_node/readers/su2/su2_reader.h"

#include "compute_node/grids/origin.h"
#include "compute_node/readers/common/mapped_file.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/text_number.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view blanks = " \t\r,;", quote = "\"";

/// Lines of a text that say something, and what each says.
class Lines {
public:
    explicit Lines(const fs::path& file) : path_{file}, mapped_{file}, left_{mapped_.bytes()} {}

    [[nodiscard]] std::size_t bytes() const { return mapped_.bytes().size(); }

    /// Goes to the next line, without comments; false at the end.
    bool next()
    {
        while (!left_.empty()) {
            const std::size_t end = std::min(left_.find('\n'), left_.size());
            line_ = left_.substr(0, std::min(end, left_.find('%')));
            left_.remove_prefix(std::min(end + 1, left_.size()));
            ++number_;
            if (line_.find_first_not_of(blanks) != std::string_view::npos) return true;
        }
        return false;
    }
    /// As next(), where a line must be.
    void expect(std::string_view what)
    {
        if (!next()) fail(fmt::format("expected {}, found the end of the file", what));
    }
    [[nodiscard]] std::string_view line() const { return line_; }

    /// Takes the next word off the line, without quotes; empty where there is none.
    std::string_view word()
    {
        line_.remove_prefix(std::min(line_.find_first_not_of(blanks), line_.size()));
        if (line_.starts_with(quote)) {
            const std::size_t end = std::min(line_.find(quote, 1), line_.size());
            const std::string_view quoted = line_.substr(1, end - 1);
            line_.remove_prefix(std::min(end + 1, line_.size()));
            return quoted;
        }
        const std::string_view taken = line_.substr(0, line_.find_first_of(blanks));
        line_.remove_prefix(taken.size());
        return taken;
    }
    double number(std::string_view what)
    {
        const std::string_view taken = word();
        const auto value = whole_number(taken);
        if (!value) fail(fmt::format("expected {}, found '{}'", what, taken));
        return *value;
    }
    std::uint64_t count(std::string_view what, std::uint64_t below)
    {
        const std::string_view taken = word();
        std::uint64_t value = 0;
        const auto read = std::from_chars(taken.data(), taken.data() + taken.size(), value);
        if (read.ec != std::errc{} || read.ptr != taken.data() + taken.size() || value >= below)
            fail(fmt::format("expected {} below {}, found '{}'", what, below, taken));
        return value;
    }
    /// What stands behind "KEY="; none where the line is no such one.
    std::optional<std::string> take_key()
    {
        const std::size_t equals = line_.find('=');
        if (equals == std::string_view::npos) return std::nullopt;
        const std::string key = lower_case(std::string{line_.substr(0, equals)});
        line_.remove_prefix(equals + 1);
        const std::size_t begin = std::min(key.find_first_not_of(blanks), key.size());
        return key.substr(begin, key.find_last_not_of(blanks) + 1 - begin);
    }
    [[noreturn]] void fail(const std::string& what) const
    {
        throw_reader_error(path_, fmt::format("line {}: {}", number_, what));
    }

private:
    const fs::path& path_;
    MappedFile mapped_;
    std::string_view left_, line_;
    std::size_t number_ = 0;
};

/// The kind of an element, by VTK's number for it, of which SU2 has these.
std::optional<CellKind> kind_of_element(std::uint64_t number)
{
    constexpr std::array kinds{std::pair{5, CellKind::Triangle}, std::pair{9, CellKind::Quad},
                               std::pair{10, CellKind::Tetra},   std::pair{12, CellKind::Hexa},
                               std::pair{13, CellKind::Wedge},   std::pair{14, CellKind::Pyramid}};
    for (const auto& [of_vtk, kind] : kinds)
        if (number == static_cast<std::uint64_t>(of_vtk)) return kind;
    return std::nullopt;
}

class Mesh {
public:
    Mesh(const fs::path& path, std::uint64_t max_nodes) : lines_{path}
    {
        while (lines_.next()) {
            const auto key = lines_.take_key();
            if (!key) continue;  // markers and boxes, which hold no flow
            if (*key == "nzone" && lines_.count("a number of zones", most_) != 1)
                lines_.fail("the mesh has several zones; expected one");
            if (*key == "ndime") axes_ = static_cast<int>(lines_.count("a number of axes", 4));
            if (*key == "nelem") read_elements();
            if (*key == "npoin") read_points(path, max_nodes);
        }
        if (places.empty()) throw_reader_error(path, "it has no points: expected NDIME=, NPOIN= and NELEM=");
        for (const std::uint32_t corner : cells.corners)
            if (corner >= places.size())
                throw_reader_error(
                    path, fmt::format("an element has point {}, of {} from 0", corner, places.size()));
        if (cells.kinds.empty()) throw_reader_error(path, "it has no elements of an area or volume");
    }

    std::vector<glm::dvec3> places;
    CellList cells;

private:
    /// A number that the file has bytes for.
    std::uint64_t counted(std::string_view what)
    {
        constexpr std::uint64_t least_bytes = 4;  // of a line
        return lines_.count(what, lines_.bytes() / least_bytes + 1);
    }
    void read_elements()
    {
        const std::uint64_t count = counted("a number of elements");
        cells.kinds.reserve(count);
        for (std::uint64_t n = 0; n < count; ++n) {
            lines_.expect("an element");
            constexpr std::uint64_t line = 3;
            const std::uint64_t number = lines_.count("an element's kind", 256);
            if (number == line) continue;  // of no area
            const auto kind = kind_of_element(number);
            if (!kind)
                lines_.fail(
                    fmt::format("expected an element of kind 5, 9, 10, 12, 13 or 14, found {}", number));
            cells.kinds.push_back(*kind);
            for (std::size_t corner = 0; corner < point_count(*kind); ++corner)
                cells.corners.push_back(
                    static_cast<std::uint32_t>(lines_.count("an index of a point", most_)));
        }
    }
    void read_points(const fs::path& path, std::uint64_t max_nodes)
    {
        if (axes_ < 2) lines_.fail("expected NDIME= of 2 or 3 before NPOIN=");
        const std::uint64_t count = counted("a number of points");
        check_node_limit(path, count, max_nodes);
        places.reserve(count);
        for (std::uint64_t n = 0; n < count; ++n) {
            lines_.expect("a point");
            glm::dvec3 place{0.0};
            for (int axis = 0; axis < axes_; ++axis) place[axis] = lines_.number("a coordinate");
            places.push_back(place);
        }
    }

    static constexpr std::uint64_t most_ = std::numeric_limits<std::uint32_t>::max();
    Lines lines_;
    int axes_ = 0;
};

/// Values at the points of a mesh: a table with a row for each, in any order.
std::vector<NodeValues> read_solution(const fs::path& path, const std::vector<glm::dvec3>& places)
{
    constexpr std::array<std::string_view, 3> axes{"x", "y", "z"};
    Lines lines{path};
    lines.expect("names of columns");
    std::vector<NodeValues> arrays;
    std::vector<std::size_t> axis_of;  // [column]: of a coordinate, else 3
    if (lower_case(std::string{lines.word()}) != "pointid")
        lines.fail("expected a table whose first column is \"PointID\", as SU2 writes it in text");
    for (std::string_view name = lines.word(); !name.empty(); name = lines.word()) {
        axis_of.push_back(static_cast<std::size_t>(std::ranges::find(axes, name) - axes.begin()));
        if (axis_of.back() < axes.size()) continue;
        arrays.push_back({std::string{name}, 1, std::vector<float>(places.size()), "", false});
    }
    Bounds bounds = no_bounds();
    for (const glm::dvec3& place : places) include(bounds, place);
    const double near = 1e-5 * glm::length(bounds.hi - bounds.lo);
    std::vector<bool> has_values(places.size(), false);
    std::size_t rows = 0;
    for (; lines.next(); ++rows) {
        if (lines.line().find('=') != std::string_view::npos)
            break;  // the run's state, such as EXT_ITER= 250
        const std::uint64_t point = lines.count("a PointID", places.size());
        if (has_values[point]) lines.fail(fmt::format("PointID {} comes twice", point));
        has_values[point] = true;
        std::size_t array = 0;
        for (const std::size_t axis : axis_of) {
            const double value = lines.number("a number");
            if (axis >= axes.size())
                arrays[array++].values.own()[point] = static_cast<float>(value);
            else if (!(std::abs(value - places[point][static_cast<int>(axis)]) <= near))
                lines.fail(fmt::format("point {} is not where the mesh has it: {} = {}, not {}", point,
                                       axes[axis], value, places[point][static_cast<int>(axis)]));
        }
    }
    if (rows != places.size())
        throw_reader_error(
            path, fmt::format("it has {} rows, expected one for each of {} points", rows, places.size()));
    return arrays;
}

}  // namespace

std::vector<fs::path> su2_solution_beside(const fs::path& mesh)
{
    for (const char* name : {"restart_flow.csv", "solution_flow.csv", "restart.csv", "solution.csv"}) {
        std::error_code error;
        if (fs::path solution = mesh.parent_path() / name; fs::is_regular_file(solution, error))
            return {std::move(solution)};
    }
    return {};
}

GridData read_su2(const std::vector<fs::path>& files, const ReadChoice& choice)
{
    const fs::path& path = files.front();
    const std::vector<fs::path> beside = files.size() > 1 ? std::vector{files[1]} : su2_solution_beside(path);
    if (beside.empty())
        throw_reader_error(path, "it is an SU2 mesh, which has no flow: name its solution in text with it, "
                                 "MESH.su2+SOLUTION.csv");
    Mesh mesh{path, choice.max_nodes};
    GridData data;
    data.format = "SU2";
    data.arrays = read_solution(beside.front(), mesh.places);
    if (files.size() == 1)
        data.remarks.push_back(fmt::format("The solution is '{}', which lies beside the mesh.",
                                           beside.front().filename().string()));
    Bounds bounds = no_bounds();
    for (const glm::dvec3& place : mesh.places) include(bounds, place);
    UnstructuredGeometry geometry{{}, std::move(mesh.cells), origin_for(bounds)};
    geometry.points.reserve(mesh.places.size());
    for (const glm::dvec3& place : mesh.places) geometry.points.emplace_back(place - geometry.origin);
    data.geometry = std::move(geometry);
    return data;
}

}  // namespace farfield::compute
