#include "compute_node/node/programs/surfaces/scalar_at_time.h"

#include "compute_node/node/data/program_dataset.h"

#include <algorithm>
#include <utility>

namespace farfield::node {

std::vector<double> times_of_slices(const compute::OpenDataset& dataset)
{
    const auto series = dataset.series();
    if (!series || series->slices() < 2) return {};
    return series->times();
}

std::size_t nearest_slice(const std::vector<double>& times, double time)
{
    const auto next = std::ranges::upper_bound(times, time);
    if (next == times.begin()) return 0;
    const auto before = static_cast<std::size_t>(next - times.begin()) - 1;
    return next != times.end() && *next - time < time - times[before] ? before + 1 : before;
}

ScalarAtTime::ScalarAtTime(ScalarFields& fields, std::shared_ptr<const compute::OpenDataset> dataset,
                           std::string name)
    : fields_{fields},
      dataset_{std::move(dataset)},
      name_{std::move(name)},
      times_{times_of_slices(*dataset_)},
      round_{times_to_go_round(*dataset_, times_)}
{}

ScalarAtTime::Place ScalarAtTime::place_of(double time) const
{
    if (times_.empty() || time <= times_.front()) return {};
    if (time >= times_.back()) return {times_.size() - 1, 0.0F};
    const auto next = static_cast<std::size_t>(std::ranges::upper_bound(times_, time) - times_.begin());
    return {next - 1, static_cast<float>((time - times_[next - 1]) / (times_[next] - times_[next - 1]))};
}

std::shared_ptr<const compute::ScalarLevels> ScalarAtTime::slice(std::size_t slice)
{
    const std::size_t place = slice % 2;  // two neighbouring slices do not evict each other
    if (!kept_[place] || kept_slices_[place] != slice) {
        kept_[place].reset();
        kept_[place] = fields_.open(*dataset_, name_, slice);
        kept_slices_[place] = slice;
    }
    return kept_[place];
}

const compute::ScalarLevels& ScalarAtTime::at(double time)
{
    const Place place = place_of(time);
    if (shown_ && shown_at_ == place) return *shown_;
    const auto before = slice(place.slice);
    if (place.part == 0.0F) {
        shown_ = before;
    } else {
        const auto after = slice(place.slice + 1);
        if (before->grid() != after->grid())
            shown_ = nearest_slice(times_, time) == place.slice ? before : after;
        else
            shown_ = std::make_shared<const compute::ScalarLevels>(
                compute::between(before->finest(), after->finest(), place.part), before->grid());
    }
    shown_at_ = place;
    return *shown_;
}

}  // namespace farfield::node
