// Nek5000: a .nek5000 file and the field files that it names. Spectral elements are cut at their
// Gauss-Lobatto- Legendre points, where the values are, into hexahedra (quads in a plane).
#include "compute_node/readers/nek5000/nek5000_reader.h"

#include "compute_node/grids/origin.h"
#include "compute_node/readers/common/rounded_points.h"
#include "compute_node/readers/nek5000/nek5000_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

/// Positions in the file of the elements, in the order of their numbers.
std::vector<std::size_t> order_of_elements(const NekHeader& header)
{
    const std::vector<std::int32_t> numbers = read_nek_elements(header);
    std::vector<std::size_t> order(numbers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return numbers[a] < numbers[b]; });
    return order;
}

/// Component c of point p of element e, in the result of read_nek_field().
template <class Value>
class ElementField {
public:
    ElementField(const NekHeader& header, std::vector<Value> values)
        : values_{std::move(values)},
          points_{header.points_of_element()},
          components_{values_.size() / (header.elements * points_)}
    {}
    [[nodiscard]] Value at(std::size_t element, std::size_t component, std::size_t point) const
    {
        return component < components_ ? values_[(element * components_ + component) * points_ + point]
                                       : Value{0};
    }

private:
    std::vector<Value> values_;
    std::size_t points_;
    std::size_t components_;
};

/// Calls visit(element of the file, point) for all points in the order of the elements' numbers.
template <class Visit>
void for_each_point(const NekHeader& header, const Visit& visit)
{
    for (const std::size_t element : order_of_elements(header))
        for (std::size_t point = 0; point < header.points_of_element(); ++point) visit(element, point);
}

NodeValues read_array(const NekHeader& header, const std::string& name, int components, char field,
                      int scalar)
{
    const ElementField values{header, read_nek_field(header, field, scalar)};
    NodeValues out{name, components, {}, ""};
    for_each_point(header, [&](std::size_t e, std::size_t p) {
        for (int c = 0; c < components; ++c)
            out.values.own().push_back(values.at(e, static_cast<std::size_t>(c), p));
    });
    return out;
}

/// The cells between an element's points, for all elements.
CellList cells_of(const NekHeader& header)
{
    const glm::uvec3 n = header.points;
    const auto row = n.x, layer = n.x * n.y;
    CellList cells;
    for (std::uint64_t e = 0; e < header.elements; ++e)
        for (unsigned k = 0; k < std::max(n.z - 1, 1U); ++k)
            for (unsigned j = 0; j + 1 < n.y; ++j)
                for (unsigned i = 0; i + 1 < n.x; ++i) {
                    const auto first =
                        static_cast<std::uint32_t>(e * header.points_of_element() + i + j * row + k * layer);
                    cells.kinds.push_back(n.z > 1 ? CellKind::Hexa : CellKind::Quad);
                    for (unsigned side = 0; side < (n.z > 1 ? 2U : 1U); ++side) {
                        const std::uint32_t c = first + side * layer;
                        cells.corners.insert(cells.corners.end(), {c, c + 1, c + 1 + row, c + row});
                    }
                }
    return cells;
}

/// Points relative to an origin of their own, and the cells between them.
UnstructuredGeometry read_mesh(const NekHeader& header)
{
    const ElementField places{header, read_nek_places(header)};
    const auto place = [&](std::size_t e, std::size_t p) {
        return glm::dvec3{places.at(e, 0, p), places.at(e, 1, p), places.at(e, 2, p)};
    };
    Bounds bounds = no_bounds();
    for_each_point(header, [&](std::size_t e, std::size_t p) { include(bounds, place(e, p)); });
    UnstructuredGeometry mesh{{}, cells_of(header), origin_for(bounds)};
    for_each_point(
        header, [&](std::size_t e, std::size_t p) { mesh.points.emplace_back(place(e, p) - mesh.origin); });
    return mesh;
}

/// The header of the file with the positions: the step's own file, or else the first one.
NekHeader header_with_places(const NekSeries& series, const NekHeader& header)
{
    if (header.fields.find('X') != std::string::npos) return header;
    NekHeader first = read_nek_header(nek_step_file(series, 0));
    if (first.fields.find('X') == std::string::npos || first.points != header.points ||
        first.elements != header.elements)
        throw std::runtime_error(fmt::format(
            "cannot read '{}': expected the places of its {} elements there or in the first step, '{}'",
            header.file.string(), header.elements, first.file.string()));
    return first;
}

void check_counts(const NekHeader& header, std::uint64_t max_nodes)
{
    const std::uint64_t nodes = header.elements * header.points_of_element();
    check_node_limit(header.file, nodes,
                     std::min<std::uint64_t>(max_nodes, std::numeric_limits<std::uint32_t>::max()));
    if (header.fields.find('U') == std::string::npos)
        throw std::runtime_error(fmt::format("cannot read '{}': expected a velocity, found the fields '{}'",
                                             header.file.string(), header.fields));
}

}  // namespace

GridData read_nek5000(const fs::path& file, std::uint64_t max_nodes, std::size_t time_step)
{
    const NekSeries series = read_nek_series(file);
    const NekHeader header = read_nek_header(nek_step_file(series, static_cast<std::uint32_t>(time_step)));
    check_counts(header, max_nodes);
    const NekHeader places = header_with_places(series, header);
    GridData data;
    data.format = "Nek5000";
    data.geometry = read_mesh(places);
    if (places.word_bytes == sizeof(float)) note_rounded_points(data);
    data.time_steps = series.steps;
    data.default_vector = "velocity";
    data.arrays.push_back(read_array(header, "velocity", 3, 'U', 0));
    if (header.fields.find('P') != std::string::npos)
        data.arrays.push_back(read_array(header, "pressure", 1, 'P', 0));
    if (header.fields.find('T') != std::string::npos)
        data.arrays.push_back(read_array(header, "temperature", 1, 'T', 0));
    for (int scalar = 0; scalar < header.scalars(); ++scalar)
        data.arrays.push_back(read_array(header, fmt::format("scalar {}", scalar + 1), 1, 'S', scalar));
    data.remarks.push_back(
        fmt::format("{} spectral elements of {} x {} x {} points were cut into cells between their points.",
                    header.elements, header.points.x, header.points.y, header.points.z));
    return data;
}

std::vector<double> nek5000_times(const fs::path& file)
{
    const NekSeries series = read_nek_series(file);
    std::vector<double> times;
    for (std::uint32_t step = 0; step < series.steps; ++step)
        times.push_back(read_nek_header(nek_step_file(series, step)).seconds);
    return times;
}

}  // namespace farfield::compute
