#pragma once

#include "compute_node/node/data/scalar_fields.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace farfield::node {

/// Seconds since the first slice; none of a dataset that does not change.
[[nodiscard]] std::vector<double> times_of_slices(const compute::OpenDataset& dataset);

/// The slice of a series that is nearest in time, of two equally near ones the earlier. times: those of the
/// slices; none of a dataset that does not change.
[[nodiscard]] std::size_t nearest_slice(const std::vector<double>& times, double time);

/// A dataset's scalar at one time after another, linear between its slices; before the first and after the
/// last it holds. Between two slices with different grids it is that of nearest_slice().
/// Threads: one call at a time.
class ScalarAtTime {
public:
    /// Reads nothing. name: "" the default scalar. Borrows the node's fields.
    ScalarAtTime(ScalarFields& fields, std::shared_ptr<const compute::OpenDataset> dataset, std::string name);

    /// Those in which its series goes round; empty where there is one slice.
    [[nodiscard]] const std::vector<double>& times() const { return round_; }
    /// Until the next call. Throws as ScalarFields::open() does.
    [[nodiscard]] const compute::ScalarLevels& at(double time);

private:
    /// A slice, and how far on the way to the next one.
    struct Place {
        std::size_t slice = 0;
        float part = 0.0F;
        bool operator==(const Place&) const = default;
    };
    [[nodiscard]] Place place_of(double time) const;
    [[nodiscard]] std::shared_ptr<const compute::ScalarLevels> slice(std::size_t slice);

    ScalarFields& fields_;
    std::shared_ptr<const compute::OpenDataset> dataset_;
    std::string name_;
    std::vector<double> times_;  ///< of the slices; empty where there is one
    std::vector<double> round_;
    std::optional<Place> shown_at_;
    std::shared_ptr<const compute::ScalarLevels> shown_;
    /// The slices about the time, which the next time may need too.
    std::array<std::shared_ptr<const compute::ScalarLevels>, 2> kept_;
    std::array<std::size_t, 2> kept_slices_{};
};

}  // namespace farfield::node
