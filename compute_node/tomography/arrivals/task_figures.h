#pragma once

#include <cstddef>
#include <cstdint>

namespace farfield::tomography {

/// The cost of one tracing of a survey. A task is a batch of places on one thread of a rank; its message
/// carries the arrivals from another rank to rank 0.
struct TaskFigures {
    std::size_t tasks = 0;
    double task_seconds = 0.0;        ///< of all tasks together
    std::size_t messages = 0;         ///< tasks done by other ranks
    double message_seconds = 0.0;     ///< of all messages together: from order to result, less the task
    std::uint64_t message_bytes = 0;  ///< of all messages together
    int threads = 1;                  ///< threads of all ranks
    double elapsed_seconds = 0.0;

    [[nodiscard]] double seconds_of_task() const
    {
        return tasks > 0 ? task_seconds / static_cast<double>(tasks) : 0.0;
    }
    [[nodiscard]] double seconds_of_message() const
    {
        return messages > 0 ? message_seconds / static_cast<double>(messages) : 0.0;
    }
    [[nodiscard]] double bytes_of_message() const
    {
        return messages > 0 ? static_cast<double>(message_bytes) / static_cast<double>(messages) : 0.0;
    }
    /// E(N) = 1 / (1 + N t_message / t_task): rank 0 takes the messages of all N threads, one after another.
    [[nodiscard]] double predicted_efficiency() const
    {
        return tasks > 0 ? 1.0 / (1.0 + threads * seconds_of_message() / seconds_of_task()) : 0.0;
    }
    /// The part of all threads' time spent on tasks.
    [[nodiscard]] double efficiency() const
    {
        return elapsed_seconds > 0.0 ? task_seconds / (threads * elapsed_seconds) : 0.0;
    }
};

}  // namespace farfield::tomography
