#pragma once

#include <memory>
#include <optional>
#include <vector>

namespace farfield {

/// Work in parts, some of which other processes do. The destructor drops parts that are not done. Threads:
/// one at a time. Errors: std::runtime_error when a helper is gone or has failed.
template <class Part, class Result>
class SharedWork {
public:
    virtual ~SharedWork() = default;

    struct Helper {
        int number = 0;
        int threads = 1;  ///< threads that it works with
    };
    /// A helper that should get more parts, if there is one.
    [[nodiscard]] virtual std::optional<Helper> free_helper() const = 0;
    /// Number of threads of all helpers together.
    [[nodiscard]] virtual int threads() const = 0;
    /// Gives a part to a helper. Returns at once.
    virtual void give(int helper, const Part& part) = 0;
    /// Takes results since the last call, in any order. wait: waits some milliseconds for one.
    [[nodiscard]] virtual std::vector<Result> take(bool wait) = 0;
};

}  // namespace farfield
