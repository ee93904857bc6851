#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace farfield {

/// An immutable array that shares ownership of its memory: an own vector, or memory that processes share.
/// Copies share the memory.
template <class T>
class FixedArray {
public:
    FixedArray() = default;
    FixedArray(std::vector<T> values)  // NOLINT(google-explicit-constructor): keeps the vector
    {
        const auto owner = std::make_shared<const std::vector<T>>(std::move(values));
        values_ = *owner;
        owner_ = owner;
    }
    FixedArray(std::span<const T> values, std::shared_ptr<const void> owner)
        : values_{values}, owner_{std::move(owner)}
    {}

    [[nodiscard]] const T* data() const { return values_.data(); }
    [[nodiscard]] std::size_t size() const { return values_.size(); }
    [[nodiscard]] bool empty() const { return values_.empty(); }
    [[nodiscard]] const T& operator[](std::size_t i) const { return values_[i]; }
    [[nodiscard]] const T& front() const { return values_.front(); }
    [[nodiscard]] const T& back() const { return values_.back(); }
    [[nodiscard]] auto begin() const { return values_.begin(); }
    [[nodiscard]] auto end() const { return values_.end(); }

private:
    std::span<const T> values_;
    std::shared_ptr<const void> owner_;
};

}  // namespace farfield
