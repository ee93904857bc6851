#include "compute_node/fields/time_series.h"

#include "compute_node/fields/field_builder.h"
#include "compute_node/readers/readers.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

GridData read_first(const std::string& name, const std::vector<TimeSlice>& slices)
{
    if (slices.empty()) throw std::runtime_error(fmt::format("'{}' has no time slice", name));
    for (std::size_t i = 1; i < slices.size(); ++i)
        if (!(slices[i].seconds > slices[i - 1].seconds))
            throw std::runtime_error(fmt::format(
                "time slices must ascend: expected '{}' to be later than '{}', found {} s after it",
                slices[i].source, slices[i - 1].source, slices[i].seconds - slices[i - 1].seconds));
    return slices.front().read();
}

bool same_over_ground(const CurvilinearGeometry& a, const CurvilinearGeometry& b)
{
    return std::equal(a.points.begin(), a.points.end(), b.points.begin(), b.points.end(),
                      [](const glm::vec3& p, const glm::vec3& q) { return p.x == q.x && p.y == q.y; });
}

/// first: of a Dataset, which has given a mesh's cells to its grid.
bool same_geometry(const GridData& first, const GridData& other)
{
    if (const auto* mesh = std::get_if<UnstructuredGeometry>(&first.geometry)) {
        const auto* another = std::get_if<UnstructuredGeometry>(&other.geometry);
        return another != nullptr && mesh->points == another->points;
    }
    if (first.levels_move && other.levels_move)
        return same_over_ground(std::get<CurvilinearGeometry>(first.geometry),
                                std::get<CurvilinearGeometry>(other.geometry));
    return first.geometry == other.geometry;
}

void check_same_grid(const GridData& first, const GridData& other, const std::string& source)
{
    if (first.dims != other.dims || !same_geometry(first, other))
        throw std::runtime_error(fmt::format(
            "'{}' has another grid than the first time slice: expected the same nodes in all", source));
}

std::vector<std::filesystem::path> files_of(const std::string& name)
{
    const std::size_t plus = name.find('+');
    if (plus == std::string::npos || std::filesystem::exists(name)) return {name};
    return {name.substr(0, plus), name.substr(plus + 1)};
}

}  // namespace

TimeSeries::TimeSeries(const std::string& name, std::vector<TimeSlice> slices)
    : slices_{std::move(slices)}, first_{name, read_first(name, slices_)}
{}

std::vector<double> TimeSeries::times() const
{
    std::vector<double> since_first;
    for (const TimeSlice& slice : slices_) since_first.push_back(slice.seconds - slices_.front().seconds);
    return since_first;
}

std::shared_ptr<const Field> TimeSeries::field(const FieldChoice& choice, std::uint64_t max_bytes) const
{
    if (slices_.size() == 1) return first_.field(choice);
    const std::uint64_t needed = info().nodes * slices_.size() * sizeof(Node);
    if (needed > max_bytes)
        throw std::runtime_error(
            fmt::format("'{}': {} time slices of {} nodes need {} bytes, max_dataset_bytes is {}",
                        info().name, slices_.size(), info().nodes, needed, max_bytes));
    FieldBuilder builder{first_, choice};
    for (const TimeSlice& slice : slices_) {
        GridData data = slice.read();
        if (std::holds_alternative<RectilinearGeometry>(data.geometry)) make_ascending(data);
        check_same_grid(first_.data(), data, slice.source);
        builder.add(data, slice.seconds - slices_.front().seconds);
    }
    return builder.finish();
}

TimeSeries open_series(const std::vector<std::string>& names, const DatasetLimits& limits)
{
    std::vector<TimeSlice> slices;
    for (const std::string& name : names) {
        const auto files = files_of(name);
        const std::vector<double> times = times_of(files);
        for (std::size_t step = 0; step < times.size(); ++step)
            slices.push_back({times[step], fmt::format("{} (step {})", name, step),
                              [files, step, limits] { return read_files(files, limits.max_nodes, step); }});
    }
    return {names.size() == 1 ? names.front() : fmt::format("{} ...", names.front()), std::move(slices)};
}

}  // namespace farfield::compute
