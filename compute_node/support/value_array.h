#pragma once

#include "compute_node/support/fixed_array.h"

#include <cstddef>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

namespace farfield {

/// The values of an array over nodes: in an own vector, or in memory that another process filled, which is
/// copied only at the first change. Copies of an array in such memory share it.
class ValueArray {
public:
    ValueArray() = default;
    ValueArray(std::vector<float> values) : own_{std::move(values)} {}  // NOLINT(google-explicit-constructor)
    ValueArray(std::initializer_list<float> values) : own_{values} {}
    explicit ValueArray(FixedArray<float> shared) : shared_{std::move(shared)} {}

    [[nodiscard]] std::span<const float> all() const
    {
        if (shared_.empty()) return own_;
        return {shared_.data(), shared_.size()};
    }
    [[nodiscard]] std::size_t size() const { return all().size(); }
    [[nodiscard]] bool empty() const { return all().empty(); }
    [[nodiscard]] const float* data() const { return all().data(); }
    [[nodiscard]] const float& operator[](std::size_t i) const { return all()[i]; }
    [[nodiscard]] const float& front() const { return all().front(); }
    [[nodiscard]] auto begin() const { return all().begin(); }
    [[nodiscard]] auto end() const { return all().end(); }

    /// The values for a change: the array's own vector, copied from shared memory before.
    [[nodiscard]] std::vector<float>& own()
    {
        if (!shared_.empty()) own_.assign(shared_.begin(), shared_.end());
        shared_ = {};
        return own_;
    }

private:
    std::vector<float> own_;
    FixedArray<float> shared_;  ///< empty: own_ holds the values
};

}  // namespace farfield
