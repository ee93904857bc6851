#pragma once

#include "compute_node/ranks/mpi_world.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace farfield::compute {

/// First kind of services' messages; lower kinds are the communicators' own.
inline constexpr int first_kind = 16;

/// The communicator of a rank: messages between the processes that mpirun started, and memory that those of
/// one host share. Its own thread makes all MPI calls, and sleeps while there is no work. Threads: any may
/// call. The handlers run on the communication thread and must not wait.
class Communicator final : public Messenger {
public:
    struct Handlers {
        /// Receives messages of kinds from first_kind on.
        std::function<void(int from, RankMessage message)> deliver;
        /// Called once on ranks other than 0: rank 0 ends.
        std::function<void()> end;
        /// Called once, when a rank is gone or MPI failed, with words. No message is delivered after it.
        std::function<void(const std::string& words)> fail;
    };

    /// Begins MPI. Throws std::runtime_error.
    explicit Communicator(Handlers handlers);
    /// Ends MPI when all ranks do; rank 0 sends the others the order. After a failure it waits for no rank.
    ~Communicator() override;
    Communicator(const Communicator&) = delete;
    Communicator& operator=(const Communicator&) = delete;

    [[nodiscard]] int rank() const override { return rank_; }
    [[nodiscard]] int size() const override { return size_; }
    [[nodiscard]] bool is_on_this_host(int rank) const override { return neighbours_[rank] != 0; }

    void send(int to, RankMessage message) override;

    /// Rank 0: memory that the ranks of this host share, and as much on every other host. Its number is the
    /// same on all ranks. Throws std::runtime_error when it cannot be allocated.
    struct Shared {
        std::uint32_t id = 0;
        std::byte* begin = nullptr;
    };
    [[nodiscard]] Shared share_memory(std::size_t bytes);
    /// Rank 0: copies filled memory to the other hosts; returns when all have it.
    void publish_memory(std::uint32_t id);
    /// Other ranks: address of the memory.
    [[nodiscard]] std::byte* memory(std::uint32_t id) const;
    /// Every rank: gives up its use of the memory, which is freed once all have.
    void release_memory(std::uint32_t id);

    /// The failure as a text, or empty. Rank 0 checks that all others of its host are alive.
    [[nodiscard]] std::string failure() const;

private:
    using Clock = std::chrono::steady_clock;
    struct Memory {
        std::byte* begin = nullptr;
        std::size_t bytes = 0;
        int releases = 0;        ///< rank 0: number of ranks that gave it up
        int awaited_copies = 0;  ///< rank 0: number of hosts without its bytes yet
    };

    void work(std::promise<void>& begun);
    void carry();
    bool run_tasks();
    bool receive_all();
    void sleep(Clock::time_point last_event);
    [[nodiscard]] bool has_others_elsewhere() const;
    void take(int from, RankMessage message);
    void allocate(std::uint32_t id, std::size_t bytes);
    void copy_out(std::uint32_t id);
    void copy_in(std::span<const std::byte> bytes);
    void count_copy(std::uint32_t id);
    void count_release(std::uint32_t id);
    void look_after();
    void give_up(const std::string& words);
    [[nodiscard]] std::string dead_rank() const;
    [[nodiscard]] std::string who_is_silent() const;
    void send_to_others(int kind, std::span<const std::byte> bytes);
    void post(std::function<void()> task);

    Handlers handlers_;
    int rank_ = 0, size_ = 1;
    std::vector<int> neighbours_;  ///< as in MpiWorld

    // Members that only the communication thread uses.
    std::unique_ptr<MpiWorld> world_;
    std::vector<Clock::time_point> heard_;  ///< [ranks] time of the last message
    Clock::time_point looked_{};
    bool given_up_ = false;
    int partings_ = 0;  ///< rank 0: number of ranks that send no more messages

    mutable std::mutex mutex_;
    std::condition_variable copied_;  ///< a host has a memory's bytes, or never will
    std::vector<std::function<void()>> tasks_;
    std::map<std::uint32_t, Memory> memories_;
    std::uint32_t memories_made_ = 0;
    std::string failure_;
    bool ending_ = false;
    bool ended_ = false;  ///< the thread has ended MPI

    std::thread thread_;
};

}  // namespace farfield::compute
