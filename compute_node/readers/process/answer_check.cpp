#include "compute_node/readers/process/answer_check.h"

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/vector_relational.hpp>

#include <cstddef>
#include <stdexcept>
#include <string_view>

namespace farfield::compute {

namespace {

class AnswerCheck {
public:
    AnswerCheck(const ReadRequest& request, const GridData& data) : request_{request}, data_{data} {}

    void run()
    {
        check_dims();
        if (request_.what == ReadRequest::What::Shape || request_.what == ReadRequest::What::Part)
            expect(std::holds_alternative<UniformGeometry>(data_.geometry) ||
                       std::holds_alternative<RectilinearGeometry>(data_.geometry),
                   "nodes along axes");
        expect(data_.arrays.size() <= max_arrays, "at most max_arrays = 10000 arrays");
        expect(bytes_of_words() <= max_bytes_of_words,
               "at most max_bytes_of_words = 1048576 bytes of names and remarks");
        std::visit(*this, data_.geometry);
        if (request_.what == ReadRequest::What::Part)
            expect(data_.dims.size() == 1 && glm::ivec3{data_.dims.front()} == request_.box.dims,
                   "the nodes of the box that was asked for");
        const bool has_values = request_.what != ReadRequest::What::Shape;
        const std::uint64_t nodes = node_count(data_);
        expect(!has_values || nodes <= request_.max_nodes, "at most max_nodes nodes");
        for (const NodeValues& array : data_.arrays) check_array(array, has_values ? nodes : 0);
        expect(data_.blanked.empty() || data_.blanked.size() == nodes, "a flag for each node");
        expect(data_.time_steps > 0, "a time step");
    }

    void operator()(const UniformGeometry& grid) const
    {
        expect(data_.dims.size() == 1, "one block");
        expect(is_finite(grid.origin) && is_finite(grid.spacing), "finite coordinates");
        expect(glm::all(glm::greaterThan(grid.spacing, glm::dvec3{0.0})), "nodes apart from each other");
    }
    void operator()(const RectilinearGeometry& grid) const
    {
        expect(data_.dims.size() == 1, "one block");
        for (int axis = 0; axis < 3; ++axis)
            expect(grid.coordinates[axis].size() == data_.dims.front()[axis], "a coordinate for each node");
    }
    void operator()(const CurvilinearGeometry& grid) const
    {
        expect(!data_.dims.empty() && grid.points.size() == node_count(data_), "a point for each node");
        expect(is_finite(grid.origin), "a finite origin");
    }
    void operator()(const UnstructuredGeometry& mesh) const
    {
        expect(data_.dims.empty(), "no blocks in a mesh");
        expect(is_finite(mesh.origin), "a finite origin");
        std::uint64_t points = 0;
        for (const CellKind kind : mesh.cells.kinds) {
            expect(static_cast<std::size_t>(kind) < cell_traits.size(), "cells of known kinds");
            points += point_count(kind);
        }
        expect(mesh.cells.corners.size() == points, "the points of each cell");
    }

private:
    static constexpr std::size_t max_arrays = 10'000, max_bytes_of_words = 1U << 20U;

    /// Bytes of all texts, with the memory that empty ones take too.
    [[nodiscard]] std::size_t bytes_of_words() const
    {
        const auto bytes = [](const auto&... words) { return (... + (sizeof words + words.size())); };
        std::size_t sum = bytes(data_.format, data_.default_vector, data_.velocity_reason,
                                data_.velocity_warning, data_.position_units, data_.z_units, data_.calendar);
        for (const NodeValues& array : data_.arrays) sum += bytes(array.name, array.units);
        for (const VectorName& vector : data_.other_vectors) sum += bytes(vector.name, vector.units);
        for (const BlockName& block : data_.blocks) sum += bytes(block.name);
        for (const std::string& remark : data_.remarks) sum += bytes(remark);
        return sum;
    }

    /// Checks that the number of nodes does not overflow, and that those along an axis can be listed.
    void check_dims() const
    {
        constexpr std::uint64_t most_nodes = std::uint64_t{1} << 40U,
                                most_along_axis = std::uint64_t{1} << 28U;
        std::uint64_t left = most_nodes;
        for (const glm::uvec3& dims : data_.dims) {
            std::uint64_t nodes = 1;
            for (int axis = 0; axis < 3; ++axis) {
                expect(dims[axis] > 0 && dims[axis] <= most_along_axis && nodes <= left / dims[axis],
                       "blocks that have nodes, and not too many");
                nodes *= dims[axis];
            }
            left -= nodes;
        }
    }
    void check_array(const NodeValues& array, std::uint64_t nodes) const
    {
        expect(array.components == 1 || array.components == 3, "arrays of 1 or 3 components");
        expect(array.values.size() == nodes * static_cast<std::uint64_t>(array.components),
               "a value for each node");
    }
    static bool is_finite(glm::dvec3 v) { return !glm::any(glm::isnan(v)) && !glm::any(glm::isinf(v)); }
    void expect(bool holds, std::string_view what) const
    {
        if (!holds)
            throw std::runtime_error(fmt::format("cannot read '{}': the process that read it answered what "
                                                 "cannot be, expected {}",
                                                 request_.files.front().string(), what));
    }

    const ReadRequest& request_;
    const GridData& data_;
};

}  // namespace

void check_answer(const ReadRequest& request, const ReadAnswer& answer)
{
    const bool of_steps = request.what == ReadRequest::What::Times;
    if (request.what != ReadRequest::What::Heading && !of_steps) {
        AnswerCheck{request, answer.data}.run();
        return;
    }
    constexpr std::size_t max_time_steps = 1'000'000, max_bytes_of_units = 1'000, max_bytes_of_shape = 10'000;
    const auto& [times, units, dates, shape] = answer.heading;
    if (times.size() > max_time_steps)
        throw std::runtime_error(fmt::format("cannot read '{}': {} time steps exceed max_time_steps = {}",
                                             request.files.front().string(), times.size(), max_time_steps));
    if (of_steps && times.size() != request.files.size())
        throw std::runtime_error(
            fmt::format("cannot read '{}': the process that read {} files answered with {} times",
                        request.files.front().string(), request.files.size(), times.size()));
    const bool dates_fit = dates.empty() || dates.size() == times.size();
    if (!dates_fit || units.size() > max_bytes_of_units || shape.size() > max_bytes_of_shape)
        throw std::runtime_error(
            fmt::format("cannot read '{}': the process that read it answered with dates of other steps, "
                        "or with a unit or variables that are none",
                        request.files.front().string()));
}

}  // namespace farfield::compute
