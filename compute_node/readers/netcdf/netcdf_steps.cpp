#include "compute_node/readers/netcdf/netcdf_steps.h"

#include "compute_node/readers/netcdf/netcdf_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace farfield::compute {

namespace {

int id_of_time(const NetcdfComponent& component, const NetcdfAxes& axes)
{
    return axes.time_dimension < 0
               ? -1
               : component.variable->dimensions[static_cast<std::size_t>(axes.time_dimension)].id;
}

/// Times by which steps can be matched; empty where they are not known.
std::vector<double> known_times(const NetcdfFile& file, const NetcdfAxes& axes)
{
    NetcdfTimes times = times_along(file, axes.time_coordinate, axes.time_steps);
    return times.unknown.empty() ? std::move(times.seconds) : std::vector<double>{};
}

/// Largest distance of times that count as the same, by rounding.
double rounding_of(const std::vector<double>& times)
{
    constexpr double of_a_step = 1e-4, of_a_time = 1e-9;
    return times.size() > 1 ? of_a_step * (times[1] - times[0]) : of_a_time * std::abs(times.front());
}

}  // namespace

NetcdfSteps::NetcdfSteps(const NetcdfNodes& nodes, const NetcdfComponent& component)
    : nodes_{&nodes}, component_{component}, axes_{find_axes(*component.file, *component.variable)}
{
    const bool is_shared = component.file == nodes.velocity.u.file &&
                           id_of_time(component, axes_) == id_of_time(nodes.velocity.u, nodes.axes);
    is_apart_ = !is_shared && has_time() && nodes.axes.time_dimension >= 0;
    if (is_apart_) read_times();
}

void NetcdfSteps::read_times()
{
    const NetcdfFile &file = *nodes_->velocity.u.file, &own_file = *component_.file;
    const NetcdfVariable *times = nodes_->axes.time_coordinate, *own_times = axes_.time_coordinate;
    goes_by_order_ = axes_.time_steps == nodes_->axes.time_steps;
    if ((times == nullptr) != (own_times == nullptr)) return;
    wanted_ = known_times(file, nodes_->axes);
    own_ = known_times(own_file, axes_);
    const bool are_known = !wanted_.empty() && !own_.empty();
    if (are_known && dates_of_times(file, times, {wanted_.front()}).empty() ==
                         dates_of_times(own_file, own_times, {own_.front()}).empty())
        return;
    wanted_.clear();
    own_.clear();
}

std::optional<NetcdfSteps::Place> NetcdfSteps::by_time(double time) const
{
    const double rounding = std::max(rounding_of(own_), rounding_of(wanted_));
    const auto after = std::ranges::lower_bound(own_, time - rounding);
    if (after == own_.end()) return std::nullopt;
    const auto n = static_cast<std::size_t>(after - own_.begin());
    if (*after <= time + rounding) return Place{n, n, 0.0F};
    if (n == 0) return std::nullopt;
    return Place{n - 1, n, static_cast<float>((time - own_[n - 1]) / (own_[n] - own_[n - 1]))};
}

std::optional<NetcdfSteps::Place> NetcdfSteps::at(std::size_t time_step) const
{
    if (axes_.time_steps <= 1) return Place{};
    if (time_step < wanted_.size()) return by_time(wanted_[time_step]);
    if (!goes_by_order_) return std::nullopt;
    const std::size_t step = std::min(time_step, axes_.time_steps - 1);
    return Place{step, step, 0.0F};
}

std::string NetcdfSteps::lack() const
{
    const std::string& velocity = nodes_->velocity.u.variable->name;
    if (wanted_.empty() && !goes_by_order_)
        return fmt::format("has {} steps of unknown times, '{}' has {}", axes_.time_steps, velocity,
                           nodes_->axes.time_steps);
    const auto lacking =
        std::ranges::count_if(wanted_, [&](double time) { return !by_time(time).has_value(); });
    if (lacking == 0) return {};
    return fmt::format("has no values at {} of {} times of '{}'", lacking, wanted_.size(), velocity);
}

bool NetcdfSteps::is_between() const
{
    return std::ranges::any_of(wanted_, [&](double time) {
        const auto place = by_time(time);
        return place && place->before != place->after;
    });
}

std::vector<float> NetcdfSteps::read(std::size_t time_step) const
{
    const auto& [file, variable] = component_;
    const auto place = at(time_step);
    if (!place)
        throw std::runtime_error(fmt::format("cannot read '{}': '{}' {}; expected the same times",
                                             file->path().string(), variable->name, lack()));
    std::vector<float> values = read_nodes(*file, *variable, axes_, place->before);
    if (place->before == place->after) return values;
    const std::vector<float> after = read_nodes(*file, *variable, axes_, place->after);
    for (std::size_t n = 0; n < values.size(); ++n) values[n] = std::lerp(values[n], after[n], place->part);
    return values;
}

}  // namespace farfield::compute
