#pragma once

#include "compute_node/node/data/scalar_fields.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace farfield::node {

/// Times of the slices in s since the first; empty for a dataset that does not change.
[[nodiscard]] std::vector<double> times_of_slices(const compute::OpenDataset& dataset);

/// The slice of a series that is nearest in time, of two equally near ones the earlier. times: of the slices;
/// empty for a dataset that does not change.
[[nodiscard]] std::size_t nearest_slice(const std::vector<double>& times, double time);

/// A dataset's scalar at one time after another, linear between its slices; constant before the first and
/// after the last. Between two slices with different grids it is that of nearest_slice().
/// Threads: one call at a time.
class ScalarAtTime {
public:
    /// Reads no file yet. name: "" is the default scalar. Borrows the node's fields.
    ScalarAtTime(ScalarFields& fields, std::shared_ptr<const compute::OpenDataset> dataset, std::string name);

    /// The times that its repeated series runs through; empty where there is one slice.
    [[nodiscard]] const std::vector<double>& times() const { return round_; }
    /// The scalar at a time, valid until the next call. Throws as ScalarFields::open() does.
    [[nodiscard]] const compute::ScalarLevels& at(double time);

private:
    /// A slice, and the part of the way to the next one.
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
    std::vector<double> times_;  ///< times of the slices; empty where there is one
    std::vector<double> round_;
    std::optional<Place> shown_at_;
    std::shared_ptr<const compute::ScalarLevels> shown_;
    /// The slices about the time, which the next time may need too.
    std::array<std::shared_ptr<const compute::ScalarLevels>, 2> kept_;
    std::array<std::size_t, 2> kept_slices_{};
};

}  // namespace farfield::node
