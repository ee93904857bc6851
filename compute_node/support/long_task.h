#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

namespace farfield::compute {

/// The task on which a thread works for a call, while this object lives: long loops deep inside ask whether
/// it is still wanted, and report their progress, without passing it through each function. A thread's newest
/// task counts. Threads: one makes and destroys it; check() and report() any.
class LongTask {
public:
    struct Progress {
        std::optional<double> part = std::nullopt;  ///< part done of a reading, 0 to 1; empty: not known
        std::uint64_t bytes = 0;                    ///< read so far; 0: not known
    };
    using Report = std::function<void(const Progress&)>;

    /// unwanted: asked to stop once no caller waits for the task. report: may be called from several threads
    /// at once; null: progress is not reported.
    explicit LongTask(std::stop_token unwanted, Report report = nullptr);
    ~LongTask();
    LongTask(const LongTask&) = delete;
    LongTask& operator=(const LongTask&) = delete;

    /// The task of this thread; null: none.
    [[nodiscard]] static const LongTask* current() noexcept;
    /// True when progress is reported.
    [[nodiscard]] bool is_watched() const noexcept { return static_cast<bool>(report_); }
    /// Throws std::runtime_error once no caller waits for the task.
    void check() const;
    void report(const Progress& progress) const;

private:
    const std::stop_token unwanted_;
    const Report report_;
    const LongTask* const before_;
};

/// Throws std::runtime_error once no caller waits for this thread's task.
void check_wanted();
/// Reports the part done of this thread's reading, 0 to 1.
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
