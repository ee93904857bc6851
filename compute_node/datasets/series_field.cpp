#include "compute_node/datasets/series_field.h"

#include "compute_node/fields/field_image.h"
#include "compute_node/grids/trilinear.h"
#include "compute_node/support/large_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

/// While a slice is read, the values of its file are in memory beside its nodes: about as much again.
constexpr std::uint64_t slices_being_read = 1;

constexpr float none_after = std::numeric_limits<float>::quiet_NaN();

std::string sentence_on(const TimeSeries& series, const std::set<std::size_t>& left_out)
{
    if (left_out.empty()) return {};
    const auto faulty =
        std::ranges::find_if(left_out, [&](std::size_t slice) { return !series.fault_of(slice).empty(); });
    if (faulty != left_out.end())
        return fmt::format("{} left out: {}.",
                           left_out.size() == 1 ? fmt::format("The time step '{}' is", series.source(*faulty))
                                                : fmt::format("{} time steps are", left_out.size()),
                           series.fault_of(*faulty));
    const std::string& example = series.source(*left_out.begin());
    if (left_out.size() == 1)
        return fmt::format("'{}' lacks an array that is asked for, and is left out.", example);
    return fmt::format("{} time steps lack an array that is asked for, and are left out: '{}' ...",
                       left_out.size(), example);
}

Nodes blended(const FixedArray<Node>& first, const FixedArray<Node>& second, float part)
{
    auto nodes = in_large_pages<Node>(first.size());
    for (std::size_t n = 0; n < nodes.size(); ++n)
        nodes[n] = is_blanked(first[n]) ? first[n] : lerp(first[n], second[n], part);
    return nodes;
}

}  // namespace

SeriesField::SeriesField(std::shared_ptr<const TimeSeries> series, const FieldChoice& choice,
                         const FieldInfo* ranges)
    : SeriesField{series, choice, ranges, series->later_with(choice)}
{}

SeriesField::SeriesField(std::shared_ptr<const TimeSeries> series, const FieldChoice& choice,
                         const FieldInfo* ranges, const std::optional<GridData>& later)
    : series_{std::move(series)}, builder_{series_->first(), choice, later ? &*later : nullptr}
{
    if (series_->slices() < 2)
        throw std::runtime_error(
            fmt::format("'{}' has one time slice: it does not change", series_->info().name));
    if (ranges != nullptr) builder_.take_ranges(*ranges);
    if (builder_.uses_vector()) first_ = series_->first_index();
    if (later) first_ = series_->first_index() + 1;
    while (first_ < series_->first_index() && !builder_.missing_in(series_->read(first_)).empty()) ++first_;
    frame_ = with(std::vector<FieldSlice>(series_->slices() - first_));
}

FieldSlice SeriesField::read(std::size_t slice, const std::stop_token& cancel) const
{
    slice += first_;
    auto whole = read_if_whole(slice, cancel);
    return whole ? std::move(*whole) : read_about(slice, cancel);
}

/// Blends the slices about one that lacks an array. The first slice has all.
FieldSlice SeriesField::read_about(std::size_t slice, const std::stop_token& cancel) const
{
    std::size_t before = slice, after = slice;
    std::optional<FieldSlice> first, second;
    while (!first && before > first_) first = read_if_whole(--before, cancel);
    while (first && !second && ++after < series_->slices()) second = read_if_whole(after, cancel);
    if (!first) throw std::runtime_error(fmt::format("'{}' lacks an array", series_->source(first_)));
    const std::vector<double> times = series_->times();
    if (!second) return {Nodes(first->nodes.size(), Node{none_after}), first->grid};
    const double part = (times[slice] - times[before]) / (times[after] - times[before]);
    if (series_->grid_changes()) return part < 0.5 ? std::move(*first) : std::move(*second);
    return {blended(first->nodes, second->nodes, static_cast<float>(part)), nullptr};
}

/// Reads a slice; returns nothing where it lacks an array.
std::optional<FieldSlice> SeriesField::read_if_whole(std::size_t slice, const std::stop_token& cancel) const
{
    if (const std::lock_guard lock{left_out_mutex_}; left_out_.contains(slice)) return std::nullopt;
    const GridData data = series_->read(slice, cancel);
    if (!builder_.missing_in(data).empty()) {
        const std::lock_guard lock{left_out_mutex_};
        left_out_.insert(slice);
        return std::nullopt;
    }
    auto grid = series_->grid_of(slice, data);
    if (!series_->grid_changes() && grid != series_->first().grid())
        throw std::runtime_error(fmt::format("'{}' has another grid than the first time slice: expected the "
                                             "same nodes in all, as those slices "
                                             "have that were looked at when the dataset was opened",
                                             series_->source(slice)));
    FieldSlice read{builder_.nodes_of(data, *grid, series_->source(slice)), nullptr};
    if (!series_->grid_changes()) return read;
    const std::uint64_t bytes = read.nodes.size() * sizeof(Node) + bytes_of(*grid);
    if (bytes > 2 * series_->slice_bytes())
        throw std::runtime_error(fmt::format("'{}' takes {} bytes with its grid, more than twice as many as "
                                             "the slices that were looked at when "
                                             "the dataset was opened, of which the largest takes {}",
                                             series_->source(slice), bytes, series_->slice_bytes()));
    read.grid = std::move(grid);
    return read;
}

std::shared_ptr<const Field> SeriesField::with(std::vector<FieldSlice> slices) const
{
    std::vector<double> times = series_->times();
    times.erase(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(first_));
    std::vector<FixedArray<Node>> nodes;
    std::vector<std::shared_ptr<const Grid>> grids;
    for (FieldSlice& slice : slices) {
        nodes.push_back(std::move(slice.nodes));
        if (series_->grid_changes()) grids.push_back(std::move(slice.grid));
    }
    return builder_.field(std::move(nodes), {times.begin(), times.end()}, std::move(grids));
}

std::string SeriesField::remark() const
{
    const std::lock_guard lock{left_out_mutex_};
    return sentence_on(*series_, left_out_);
}

std::string remark_on_left_out(const TimeSeries& series, const Field& field)
{
    const std::vector<double> all = series.times();
    const std::vector<float>& kept = field.slices().times;
    std::set<std::size_t> left_out;
    for (std::size_t i = 0; series.slices() > 1 && i < all.size(); ++i)
        if (!std::ranges::binary_search(kept, static_cast<float>(all[i]))) left_out.insert(i);
    return sentence_on(series, left_out);
}

std::uint64_t window_bytes(const TimeSeries& series, std::size_t slices)
{
    return (slices + slices_being_read) * series.slice_bytes();
}

std::size_t slices_within(const TimeSeries& series, std::uint64_t max_bytes, std::size_t least)
{
    const std::uint64_t fit = max_bytes / series.slice_bytes();
    if (max_bytes < window_bytes(series, least))
        throw std::runtime_error(fmt::format(
            "'{}': max_dataset_bytes leaves {}, which holds {} time slices of {} bytes; at least {} must fit "
            "({} and one being read), which takes {} bytes",
            series.info().name, max_bytes, fit, series.slice_bytes(), least + slices_being_read, least,
            window_bytes(series, least)));
    return std::min<std::uint64_t>(fit - slices_being_read, series.slices());
}

FieldSource source_of(TimeSeries series, const FieldChoice& choice, std::uint64_t max_bytes,
                      std::string* remark)
{
    try {
        if (series.slices() <= 1 || series.field_bytes() <= max_bytes) {
            auto field = series.field(choice, max_bytes);
            if (remark != nullptr) *remark = remark_on_left_out(series, *field);
            return field;
        }
    } catch (const NoMemoryForGrids&) {
        // Fewer slices at once are held below.
    }
    series.look_for_changes();
    const auto window =
        std::make_shared<SliceWindow>(slices_within(series, max_bytes, SliceWindow::least_slices));
    const auto kept = std::make_shared<TimeSeries>(std::move(series));
    auto sliced = std::make_shared<const SeriesField>(kept, choice);
    kept->drop_values();
    return {std::move(sliced), window};
}

}  // namespace farfield::compute
