#pragma once

#include <memory>
#include <optional>
#include <vector>

namespace farfield {

/// Work in parts, some of which other processes do. Parts that are not done are dropped when this is
/// destroyed. Threads: one at a time. Errors: std::runtime_error when a helper is gone or has failed.
template <class Part, class Result>
class SharedWork {
public:
    virtual ~SharedWork() = default;

    struct Helper {
        int number = 0;
        int threads = 1;  ///< that it works with
    };
    /// One that should get more to do, if there is one.
    [[nodiscard]] virtual std::optional<Helper> free_helper() const = 0;
    /// Of all helpers together.
    [[nodiscard]] virtual int threads() const = 0;
    /// Returns at once.
    virtual void give(int helper, const Part& part) = 0;
    /// Results since the last call, in any order. wait: for one, for some milliseconds.
    [[nodiscard]] virtual std::vector<Result> take(bool wait) = 0;
};

}  // namespace farfield
