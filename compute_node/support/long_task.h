#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

namespace farfield::compute {

/// What a thread works on for a call, while this lives: long loops deep inside ask whether it is still
/// wanted, and say how far they are, without each function in between passing that on. The newest of a thread
/// counts. Threads: it is made and destroyed by one; check() and report() any.
class LongTask {
public:
    struct Progress {
        std::optional<double> part = std::nullopt;  ///< of a reading, 0 to 1; nothing: not known
        std::uint64_t bytes = 0;                    ///< read so far; 0: not known
    };
    using Report = std::function<void(const Progress&)>;

    /// unwanted: nothing waits for it any more. report: may be called from several threads at once; null: not
    /// of interest.
    explicit LongTask(std::stop_token unwanted, Report report = nullptr);
    ~LongTask();
    LongTask(const LongTask&) = delete;
    LongTask& operator=(const LongTask&) = delete;

    /// Of this thread; null: none.
    [[nodiscard]] static const LongTask* current() noexcept;
    /// Whether progress is of interest.
    [[nodiscard]] bool is_watched() const noexcept { return static_cast<bool>(report_); }
    /// Throws std::runtime_error once nothing waits for it.
    void check() const;
    void report(const Progress& progress) const;

private:
    const std::stop_token unwanted_;
    const Report report_;
    const LongTask* const before_;
};

/// Throws std::runtime_error once nothing waits for what this thread works on.
void check_wanted();
/// So much of what this thread reads is done, 0 to 1.
void report_part(double part);

/// Reports a reading that consists of some parts of about one length. Threads: any, but for the constructor,
/// which takes its thread's task.
class PartsDone {
public:
    explicit PartsDone(std::size_t all) : task_{LongTask::current()}, all_{all} {}
    void add_one() const;

private:
    const LongTask* const task_;
    const std::size_t all_;
    mutable std::atomic<std::size_t> done_ = 0;
};

}  // namespace farfield::compute
