#include "compute_node/datasets/time_series.h"

#include "compute_node/datasets/dataset_info.h"
#include "compute_node/datasets/field_builder.h"
#include "compute_node/datasets/field_nodes.h"
#include "compute_node/datasets/numbered_files.h"
#include "compute_node/fields/field_image.h"
#include "compute_node/support/formats/known_formats.h"
#include "model/data/block_names.h"

#include <fmt/format.h>
#include <glm/ext/vector_uint3_sized.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

/// A hash of all that defines a grid: different nodes or cells have different hashes, but for a chance of one
/// in 2^64. Heights that move are left out (GridData::levels_move).
class Mark {
public:
    explicit Mark(const GridData& data) : levels_move_{data.levels_move}
    {
        take_all(data.dims);
        std::visit([this](const auto& geometry) { take_geometry(geometry); }, data.geometry);
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    void take(std::uint64_t word)
    {
        constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;
        value_ = (value_ ^ word) * golden;
        value_ ^= value_ >> 32U;
    }
    template <class T>
    void take_all(const std::vector<T>& values)
    {
        const auto bytes = std::as_bytes(std::span{values});
        take(bytes.size());
        for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
            take(word);
        }
    }
    void take_number(double number) { take(std::bit_cast<std::uint64_t>(number)); }
    void take_points(const std::vector<glm::vec3>& points, glm::dvec3 origin)
    {
        for (int axis = 0; axis < (levels_move_ ? 2 : 3); ++axis) take_number(origin[axis]);
        if (!levels_move_) return take_all(points);
        take(points.size());
        for (const glm::vec3& p : points)
            take(std::uint64_t{std::bit_cast<std::uint32_t>(p.x)} << 32U | std::bit_cast<std::uint32_t>(p.y));
    }
    void take_geometry(const UniformGeometry& grid)
    {
        for (int axis = 0; axis < 3; ++axis) take_number(grid.origin[axis]);
        for (int axis = 0; axis < 3; ++axis) take_number(grid.spacing[axis]);
    }
    void take_geometry(const RectilinearGeometry& grid)
    {
        for (const auto& axis : grid.coordinates) take_all(axis);
    }
    void take_geometry(const CurvilinearGeometry& grid) { take_points(grid.points, grid.origin); }
    void take_geometry(const UnstructuredGeometry& mesh)
    {
        take_points(mesh.points, mesh.origin);
        take_all(mesh.cells.kinds);
        take_all(mesh.cells.corners);
    }

    bool levels_move_;
    std::uint64_t value_ = 0;
};

std::uint64_t mark_of(const GridData& data)
{
    return Mark{data}.value();
}

bool lies_along_axes(const GridData& data)
{
    return std::holds_alternative<UniformGeometry>(data.geometry) ||
           std::holds_alternative<RectilinearGeometry>(data.geometry);
}

[[noreturn]] void throw_another_grid(const std::string& source)
{
    throw std::runtime_error(fmt::format(
        "'{}' has another grid than the first time slice: expected the same nodes in all", source));
}

/// True when slices may be of one series though their grids differ. Lattices along axes with other nodes are
/// other data.
bool may_differ(const GridData& first, const GridData& other)
{
    return first.geographic == other.geographic && first.position_units == other.position_units &&
           first.z_units == other.z_units && !(lies_along_axes(first) && lies_along_axes(other));
}

/// Moves the origin from which the points are counted.
void count_from(glm::dvec3 origin, GridData& data)
{
    const auto move = [&](auto& geometry) {
        if (geometry.origin == origin) return;
        const glm::vec3 shift{geometry.origin - origin};
        for (glm::vec3& point : geometry.points) point += shift;
        geometry.origin = origin;
    };
    if (auto* grid = std::get_if<CurvilinearGeometry>(&data.geometry)) move(*grid);
    if (auto* mesh = std::get_if<UnstructuredGeometry>(&data.geometry)) move(*mesh);
}

void check_times(const std::vector<TimeSlice>& slices)
{
    for (const TimeSlice& slice : slices)
        if (slices.size() > 1 && std::isnan(slice.seconds))
            throw std::runtime_error(fmt::format("'{}' has no time that is understood; expected one of each "
                                                 "slice, as 'hours since 1970-01-01'",
                                                 slice.source));
    for (std::size_t i = 1; i < slices.size(); ++i)
        if (!(slices[i].seconds > slices[i - 1].seconds))
            throw std::runtime_error(fmt::format(
                "time slices must ascend: expected '{}' to be later than '{}', found {} s after it",
                slices[i].source, slices[i - 1].source, slices[i].seconds - slices[i - 1].seconds));
}

/// The mark of a slice that may lack the velocity; none where it has no value of anything.
std::optional<std::uint64_t> mark_of_scalars(GridData& data)
{
    if (!has_value_of_any(data)) return std::nullopt;
    if (std::holds_alternative<RectilinearGeometry>(data.geometry)) make_ascending(data);
    return mark_of(data);
}

/// Remarks on slices before the first with the velocity: how many, and what holds of them.
void note_before(std::size_t count, std::size_t of, const std::string& what, GridData& first)
{
    if (count == 0) return;
    const std::string those = count < of ? fmt::format("{} of the first {} time steps have", count, of)
                              : of == 1  ? "The first time step has"
                                         : fmt::format("The first {} time steps have", of);
    first.remarks.push_back(fmt::format("{} {}.", those, what));
}

/// Drops slices before the first with the velocity, but for those that have other arrays on the same grid.
/// before: the marks of these. Returns the new index of the first.
std::size_t keep_scalars(const std::vector<std::optional<std::uint64_t>>& before, std::uint64_t mark,
                         std::vector<TimeSlice>& slices, GridData& first)
{
    const std::size_t index = before.size();
    std::vector<TimeSlice> kept;
    std::size_t empty = 0;
    for (std::size_t i = 0; i < index; ++i) {
        if (before[i] == mark) kept.push_back(std::move(slices[i]));
        empty += before[i] ? 0 : 1;
    }
    const std::size_t scalars = kept.size();
    const auto behind = slices.begin() + static_cast<std::ptrdiff_t>(index);
    std::move(behind, slices.end(), std::back_inserter(kept));
    slices = std::move(kept);
    const std::string vector = first.default_vector;
    note_before(empty, index, "no value; the clock begins there all the same", first);
    note_before(index - empty - scalars, index,
                fmt::format("no '{}' and another grid, and nothing is made of that", vector), first);
    note_before(scalars, index, fmt::format("no '{}', but other arrays, which are shown", vector), first);
    return scalars;
}

/// Reads the first slice that has the velocity: solvers may write a first step without it, or several
/// without any value. index: of it among those that stay. Without a velocity, reads the first of all.
GridData read_first(const std::string& name, std::vector<TimeSlice>& slices, const std::stop_token& cancel,
                    std::size_t& index, std::uint64_t& mark)
{
    if (slices.empty()) throw std::runtime_error(fmt::format("'{}' has no time slice", name));
    check_times(slices);
    GridData first = slices.front().read(cancel);
    const bool has_any = has_values(first);
    // Where the first has scalars alone, so mostly have all but for a velocity from the second step on.
    const std::size_t looked_at = !has_any ? slices.size() : has_vector(first) ? 1 : 2;
    std::vector<std::optional<std::uint64_t>> before;
    if (looked_at > 1) before.push_back(mark_of_scalars(first));
    bool is_later = false;
    for (std::size_t i = 1; i < std::min(looked_at, slices.size()) && !is_later; ++i) {
        GridData later;
        try {
            later = slices[i].read(cancel);
        } catch (const std::runtime_error&) {
            if (cancel.stop_requested()) throw;
            before.emplace_back();
            continue;
        }
        is_later = has_values(later) && (!has_any || !later.default_vector.empty());
        if (is_later)
            first = std::move(later);
        else
            before.push_back(mark_of_scalars(later));
    }
    if (!is_later && !has_any) note_no_values(name, slices.size(), first);
    if (std::holds_alternative<RectilinearGeometry>(first.geometry)) make_ascending(first);
    if (slices.size() > 1) mark = mark_of(first);
    if (is_later) index = keep_scalars(before, mark, slices, first);
    first.time_steps = 1;  // the others are slices too
    return first;
}

/// Dates of slices; empty without any, and where they agree with the times, as dates of the Earth's years do.
std::vector<double> dates_apart(const std::vector<TimeSlice>& slices)
{
    constexpr double same = 0.5;  // s
    std::vector<double> dates;
    bool has_any = false, is_apart = false;
    for (const TimeSlice& slice : slices) {
        const double since_first = slice.seconds - slices.front().seconds;
        has_any = has_any || std::isfinite(slice.date);
        is_apart = is_apart || !(std::abs(slice.date - slices.front().date - since_first) < same);
        dates.push_back(slice.date);
    }
    return has_any && is_apart ? dates : std::vector<double>{};
}

/// VTK's files mostly carry no time, which reads as 0. Where several carry none, or all the same, the numbers
/// in their names become times. Returns a remark on that; "" where they have times.
std::string take_numbers(std::vector<TimeSlice>& slices, const DatasetFiles& dataset)
{
    if (slices.size() != dataset.files.size()) return {};
    std::set<double> times, numbers;
    std::size_t without = 0;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const auto number = number_of(dataset.files[i].front());
        if (!number) return {};
        numbers.insert(*number);
        times.insert(slices[i].seconds);
        without += slices[i].seconds == 0.0 ? 1 : 0;
    }
    if ((times.size() > 1 && without < 2) || numbers.size() != slices.size()) return {};
    for (std::size_t i = 0; i < slices.size(); ++i) slices[i].seconds = *number_of(dataset.files[i].front());
    const std::string those =
        times.size() == 1 ? "Its files" : fmt::format("{} of its {} files", without, slices.size());
    return those + " carry no times of their own: time steps are at the numbers in their names, in seconds.";
}

/// Orders slices of several files by their times; of slices at one time the first file's stays. Returns a
/// remark on those left out, "" for none. Where a time is not known, all stay as they are.
std::string put_in_order(std::vector<TimeSlice>& slices)
{
    if (std::ranges::any_of(slices, [](const TimeSlice& slice) { return std::isnan(slice.seconds); }))
        return {};
    std::ranges::stable_sort(slices, {}, &TimeSlice::seconds);
    std::vector<TimeSlice> kept;
    std::size_t left_out = 0;
    std::string example;
    bool have_none = false;
    for (TimeSlice& slice : slices) {
        if (kept.empty() || slice.seconds > kept.back().seconds) {
            kept.push_back(std::move(slice));
            continue;
        }
        if (left_out++ > 0) continue;
        example = fmt::format("'{}', as '{}' has it", slice.source, kept.back().source);
        have_none = slice.seconds == 0.0 && !std::isfinite(slice.date) && !std::isfinite(kept.back().date);
    }
    slices = std::move(kept);
    if (left_out == 0) return {};
    if (have_none)
        return fmt::format(
            "{} time steps of its files have no time, as the first has none, and were left out.", left_out);
    return fmt::format(
        "{} time steps of its files are at a time that a file before has, and were left out: {}{}.", left_out,
        example, left_out > 1 ? " ..." : "");
}

/// True for numbered files of VTK, of which each holds one step and there may be thousands.
bool has_step_a_file(const DatasetFiles& dataset)
{
    return dataset.files.size() > 1 && std::ranges::all_of(dataset.files, [](const auto& slice) {
               return slice.size() == 1 && comes_numbered(slice.front());
           });
}

/// Reads a later step; without the velocity asked for if the step lacks it.
GridData read_later(const FieldReader& reader, ReadRequest request, const std::stop_token& cancel)
{
    try {
        return reader.read(request, cancel).data;
    } catch (const std::runtime_error&) {
        if (request.velocity.empty() || cancel.stop_requested()) throw;
        const std::string asked = std::exchange(request.velocity, "");
        GridData data = reader.read(request, cancel).data;
        if (std::ranges::find(data.arrays, asked, &NodeValues::name) != data.arrays.end()) throw;
        data.default_vector.clear();
        return data;
    }
}

/// Reads times by hundreds a request: asking a reader process takes longer than looking at one head.
std::vector<FileHeading> headings_of_steps(const DatasetFiles& dataset, const std::stop_token& cancel)
{
    constexpr std::size_t most_files = 256;
    std::vector<FileHeading> headings;
    while (headings.size() < dataset.files.size()) {
        ReadRequest request{.what = ReadRequest::What::Times, .dataset = dataset.name};
        const std::size_t end = std::min(headings.size() + most_files, dataset.files.size());
        for (std::size_t i = headings.size(); i < end; ++i) request.files.push_back(dataset.files[i].front());
        const std::vector<double> times = dataset.reader->read(request, cancel).heading.times;
        if (times.size() != request.files.size())
            throw std::runtime_error(fmt::format("'{}': expected {} times of its files, found {}",
                                                 dataset.name, request.files.size(), times.size()));
        for (const double time : times) headings.push_back({{time}});
    }
    return headings;
}

}  // namespace

std::vector<std::filesystem::path> files_of(const std::string& name)
{
    if (std::filesystem::exists(name)) return {name};
    const std::string files = model::split_blocks(name).dataset;
    if (std::filesystem::exists(files)) return {files};
    std::vector<std::filesystem::path> parts;
    std::istringstream in{files};
    for (std::string part; std::getline(in, part, '+');) parts.emplace_back(part);
    return parts;
}

DatasetFiles files_named(const std::vector<std::string>& names, std::string velocity,
                         std::shared_ptr<const FieldReader> reader)
{
    DatasetFiles dataset{names.front(), {}, std::move(velocity), std::move(reader)};
    if (names.size() == 1 && is_analytic_name(names.front())) return dataset;
    if (names.size() > 1) dataset.name += " ...";
    for (const std::string& name : names) dataset.files.push_back(files_of(name));
    if (!std::filesystem::exists(names.front())) dataset.blocks = model::split_blocks(names.front()).blocks;
    return dataset;
}

TimeSeries::TimeSeries(const std::string& name, std::vector<TimeSlice> slices, const std::stop_token& cancel)
    : slices_{std::move(slices)},
      begin_{slices_.empty() ? 0.0 : slices_.front().seconds},
      first_{name, read_first(name, slices_, cancel, first_index_, first_mark_)},
      info_{first_.info()}
{
    const double into = slices_[first_index_].seconds - begin_;
    if (slices_.size() > 1) info_.utc_seconds -= into, info_.calendar_seconds -= into;  // those of time 0
    info_.time_steps = static_cast<std::uint32_t>(slices_.size());
    if (slices_.size() > 1) info_.times = times();
    if (slices_.size() > 1) info_.dates = dates_apart(slices_);
}

TimeSeries::TimeSeries(Dataset dataset) : first_{std::move(dataset)}, info_{first_.info()} {}

std::vector<double> TimeSeries::times() const
{
    std::vector<double> since_first;
    for (const TimeSlice& slice : slices_) since_first.push_back(slice.seconds - begin_);
    return since_first;
}

std::shared_ptr<const Field> TimeSeries::field(const FieldChoice& choice, std::uint64_t max_bytes) const
{
    if (slices_.size() <= 1) return first_.field(choice);
    const std::uint64_t needed = field_bytes();
    if (needed > max_bytes)
        throw std::runtime_error(
            fmt::format("'{}': {} time slices of {} nodes need {} bytes, max_dataset_bytes is {}",
                        info().name, slices_.size(), info().nodes, needed, max_bytes));
    const std::optional<GridData> later = later_with(choice);
    FieldBuilder builder{first_, choice, later ? &*later : nullptr};
    std::set<const Grid*> own;
    std::uint64_t with_grids = needed;
    for (std::size_t i = 0; i < slices_.size(); ++i) {
        if (i < first_index_ && builder.uses_vector()) continue;
        const std::optional<GridData> found = read_if_readable(i);
        if (!found || !builder.missing_in(*found).empty()) continue;
        const GridData& data = *found;
        const auto grid = grid_of(i, data);
        if (grid != first_.grid()) {
            with_grids += node_count(data) * sizeof(Node);
            if (own.insert(grid.get()).second) with_grids += bytes_of(*grid);
        }
        if (with_grids > max_bytes)
            throw NoMemoryForGrids(fmt::format(
                "'{}': the grid changes, and with {} of {} time slices their grids need {} bytes, "
                "max_dataset_bytes leaves {}",
                info().name, i + 1, slices_.size(), with_grids, max_bytes));
        builder.add(data, grid, slices_[i].seconds - begin_, slices_[i].source);
    }
    return builder.finish();
}

std::optional<GridData> TimeSeries::later_with(const FieldChoice& choice) const
{
    const FieldChoice complete = completed(info_, choice);
    const std::size_t next = first_index_ + 1;
    if (next >= slices_.size() || missing_array(first_.data(), complete).empty()) return std::nullopt;
    std::optional<GridData> later = read_if_readable(next);
    return later && missing_array(*later, complete).empty() ? std::move(later) : std::nullopt;
}

std::uint64_t TimeSeries::slice_bytes() const
{
    if (grid_changes()) return changed_slice_bytes_;
    std::uint64_t nodes = 0;
    for (const glm::ivec3 dims : info().dims) {
        const glm::u64vec3 laid_out{doubled(dims)};
        nodes += laid_out.x * laid_out.y * laid_out.z;
    }
    if (info().kind == GridKind::Unstructured) nodes = info().nodes;
    return nodes * sizeof(Node);
}

std::uint64_t TimeSeries::field_bytes() const
{
    return std::max<std::uint64_t>(slices_.size(), 1) * slice_bytes();
}

std::string TimeSeries::fault_of(std::size_t slice) const
{
    const std::lock_guard lock{known_->mutex};
    const auto found = known_->faults.find(slice);
    return found == known_->faults.end() ? "" : found->second;
}

std::optional<GridData> TimeSeries::read_if_readable(std::size_t slice, const std::stop_token& cancel) const
{
    try {
        return read(slice, cancel);
    } catch (const UnreadableSlice&) {
        if (slice == first_index_) throw;
        return std::nullopt;
    }
}

GridData TimeSeries::read(std::size_t slice, const std::stop_token& cancel) const
{
    GridData data;
    try {
        data = slices_[slice].read(cancel);
        if (is_empty(data)) throw std::runtime_error(fmt::format("'{}' has no cell", slices_[slice].source));
    } catch (const std::runtime_error& error) {
        if (cancel.stop_requested()) throw;
        const std::lock_guard lock{known_->mutex};
        known_->faults[slice] = error.what();
        throw UnreadableSlice{error.what()};
    }
    if (std::holds_alternative<RectilinearGeometry>(data.geometry)) make_ascending(data);
    count_from(first_.info().origin, data);
    if (!may_differ(first_.data(), data) && mark_of(data) != first_mark_)
        throw_another_grid(slices_[slice].source);
    return data;
}

std::shared_ptr<const Grid> TimeSeries::grid_of(std::size_t slice, const GridData& data) const
{
    if (slices_.size() < 2) return first_.grid();
    const std::uint64_t mark = mark_of(data);
    if (mark == first_mark_) return first_.grid();
    check_grid(slices_[slice].source, data);
    const std::lock_guard lock{known_->mutex};
    std::erase_if(known_->grids, [](const auto& known) { return known.second.expired(); });
    auto& known = known_->grids[mark];
    if (auto grid = known.lock()) return grid;
    const auto made = build_grid(data, first_.info().origin);
    known = made;
    return made;
}

void TimeSeries::look_for_changes(const std::stop_token& cancel)
{
    const GridData& first = first_.data();
    if (slices_.size() < 2 || first.geographic || first.levels_move || lies_along_axes(first)) return;
    std::uint64_t most = 0;
    bool changes = false;
    for (const std::size_t slice : std::set{std::size_t{1}, slices_.size() / 2, slices_.size() - 1}) {
        const std::optional<GridData> found = read_if_readable(slice, cancel);
        if (!found) continue;
        const GridData& data = *found;
        const auto grid = grid_of(slice, data);
        changes = changes || grid != first_.grid();
        most = std::max(most, bytes_of(*grid) + sizeof(Node) * node_count(data));
    }
    if (!changes) return;
    changed_slice_bytes_ = std::max(most, bytes_of(*first_.grid()) + slice_bytes());
}

TimeSeries open_series(const std::vector<std::string>& names, const DatasetLimits& limits,
                       const std::optional<std::string>& only_scalar, const std::string& velocity)
{
    return series_of(files_named(names, velocity), limits, only_scalar);
}

TimeSeries series_of(const DatasetFiles& dataset, const DatasetLimits& limits,
                     const std::optional<std::string>& only_scalar, const std::stop_token& cancel)
{
    std::vector<TimeSlice> slices;
    std::vector<std::string> remarks;
    std::vector<FileHeading> headings;
    if (has_step_a_file(dataset)) headings = headings_of_steps(dataset, cancel);
    for (std::size_t i = 0; i < dataset.files.size(); ++i) {
        const auto [times, units, dates, shape] =
            headings.empty() ? heading_of(dataset, i, cancel) : headings[i];
        if (times.empty())
            remarks.push_back(
                fmt::format("'{}' has no time step, and is left out.", dataset.files[i].front().string()));
        const auto all_steps =
            std::make_shared<const ReadRequest>(ReadRequest{.what = ReadRequest::What::Step,
                                                            .dataset = dataset.name,
                                                            .files = dataset.files[i],
                                                            .velocity = dataset.velocity,
                                                            .max_nodes = limits.max_nodes,
                                                            .only_scalar = only_scalar,
                                                            .blocks = dataset.blocks});
        for (std::size_t step = 0; step < times.size(); ++step)
            slices.push_back({times[step],
                              fmt::format("{} (step {})", dataset.files[i].front().string(), step + 1),
                              [all_steps, step, is_first = slices.empty(),
                               reader = dataset.reader](const std::stop_token& slice_cancel) {
                                  ReadRequest request = *all_steps;
                                  request.time_step = step;
                                  return is_first ? reader->read(request, slice_cancel).data
                                                  : read_later(*reader, std::move(request), slice_cancel);
                              }});
        for (std::size_t step = 0; step < dates.size(); ++step)
            slices[slices.size() - dates.size() + step].date = dates[step];
    }
    if (dataset.files.size() > 1)
        for (std::string& remark : std::array{take_numbers(slices, dataset), put_in_order(slices)})
            remarks.push_back(std::move(remark));
    TimeSeries series{dataset.name, std::move(slices), cancel};
    for (const std::string& remark : remarks)
        if (!remark.empty()) series.note(remark);
    return series;
}

FileHeading heading_of(const DatasetFiles& dataset, std::size_t slice, const std::stop_token& cancel)
{
    const ReadRequest request{.what = ReadRequest::What::Heading,
                              .dataset = dataset.name,
                              .files = dataset.files[slice],
                              .velocity = dataset.velocity};
    return dataset.reader->read(request, cancel).heading;
}

std::vector<double> times_of(const DatasetFiles& dataset, std::size_t slice, const std::stop_token& cancel)
{
    return heading_of(dataset, slice, cancel).times;
}

}  // namespace farfield::compute
