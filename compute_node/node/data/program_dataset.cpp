#include "compute_node/node/data/program_dataset.h"

#include "model/fields/errors.h"

#include <cmath>
#include <utility>

namespace farfield::node {

std::vector<double> times_to_go_round(const compute::OpenDataset& dataset, std::vector<double> slices)
{
    const auto growth = dataset.growth();
    return growth ? std::vector<double>{0.0, growth->plan().last_time} : std::move(slices);
}

double time_of_answer(const std::vector<double>& times, double first, double step, std::uint64_t answer)
{
    const double later = first + step * static_cast<double>(answer);
    if (answer == 0 || times.size() < 2 || (later >= times.front() && later <= times.back())) return later;
    const double span = times.back() - times.front(), past = std::fmod(later - times.front(), span);
    return times.front() + (past < 0.0 ? past + span : past);
}

double ProgramDataset::last_time() const
{
    const auto series = dataset_->series();
    return series && series->slices() > 1 ? series->times().back() : 0.0;
}

std::optional<double> ProgramDataset::shown_time(bool follows, bool repeats,
                                                 const std::optional<double>& asked) const
{
    if (follows && repeats) throw model::FieldError("follow", "false with `repeat`", "true");
    return follows && dataset_->growth() ? std::optional{last_time()} : asked;
}

void ProgramDataset::listen(std::function<void()> wake)
{
    if (const auto growth = dataset_->growth()) listener_ = growth->listen(std::move(wake));
}

DatasetNews ProgramDataset::look_for_news(bool follows, const std::optional<double>& wanted)
{
    const auto growth = dataset_->growth();
    if (!growth) return DatasetNews::None;
    const bool has_ended = growth->has_ended();  // before the newest, which is then the last
    const auto newest = growth->newest();
    const bool is_awaited = !follows && wanted.value_or(0.0) > last_time();
    if (newest != dataset_ && (follows || is_awaited)) {
        dataset_ = newest;
        return follows ? DatasetNews::Changed : DatasetNews::Extended;
    }
    return is_awaited && !has_ended ? DatasetNews::Awaited : DatasetNews::None;
}

}  // namespace farfield::node
