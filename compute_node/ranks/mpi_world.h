#pragma once

#include "compute_node/ranks/messenger.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// The part of MPI that ranks use: messages without a blocking wait, and memory that the processes of one
/// host share. The only class that knows MPI. Threads: the one that makes it makes all calls but wake().
/// Errors: std::runtime_error with MPI's own words.
class MpiWorld {
public:
    MpiWorld();
    /// Ends MPI together with all other ranks; after abandon() leaves it as it is.
    ~MpiWorld();
    MpiWorld(const MpiWorld&) = delete;
    MpiWorld& operator=(const MpiWorld&) = delete;

    [[nodiscard]] int rank() const;
    [[nodiscard]] int size() const;
    /// [size] process numbers of the ranks on this host; 0 for those on others.
    [[nodiscard]] const std::vector<int>& neighbours() const;
    /// True for the first rank of a host, which is rank 0 on this one.
    [[nodiscard]] bool leads_host(int rank) const;

    /// Sends a message; returns at once. Messages to one rank arrive in the order they were sent.
    void send(int to, RankMessage message);
    struct Received {
        int from = 0;
        RankMessage message;
    };
    /// A message that has arrived, if there is one.
    [[nodiscard]] std::optional<Received> receive();

    /// Shares memory. All ranks call these with the same arguments and in the same order; those of a host
    /// wait for each other. Memory of one host, the same bytes in all of its ranks; aligned to 128.
    [[nodiscard]] std::byte* share_memory(std::uint32_t id, std::size_t bytes);
    void free_memory(std::uint32_t id);
    /// Makes writes of the host's other ranks before they sent a message visible to its receiver, and the
    /// other way round.
    void sync_memory(std::uint32_t id);

    /// Waits until a message may have arrived, wake() was called, or the time is over. MPI can only wait by
    /// keeping a core busy; ranks of this host post a semaphore for each message instead. For those of other
    /// hosts the time has to be short.
    void wait(std::chrono::microseconds at_most);
    /// Ends wait(). Any thread may call this.
    void wake();
    /// True while sending still needs calls.
    [[nodiscard]] bool is_sending() const;

    /// Ends all waiting for other ranks: one of them may be gone.
    void abandon();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace farfield::compute
