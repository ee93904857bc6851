#include "compute_node/ranks/communicator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <utility>
#include <vector>

#include "compute_node/ranks/messenger.h"
#include "compute_node/support/archive.h"

namespace farfield::compute {

namespace {

/// Kinds of messages between communicators. Those of services have kinds from first_kind (communicator.h) on.
enum CommunicatorMessage : int {
    end_kind = 1,    ///< rank 0 ends
    parting_kind,    ///< this rank sends no more messages
    give_up_kind,    ///< words: a rank is gone; end without waiting for others
    pulse_kind,      ///< a rank lives
    allocate_kind,   ///< id, bytes
    bytes_kind,      ///< id, offset, and the memory's bytes from there on
    copied_kind,     ///< id: this host has all bytes
    published_kind,  ///< id: all hosts have all bytes
    release_kind,    ///< id: this rank gives up its use
    free_kind,       ///< id: no rank uses it any more
};

/// Bytes of values one after another, for a message.
template <class... T>
std::vector<std::byte> bytes_of(const T&... values)
{
    ArchiveWriter writer;
    writer(values...);
    return writer.take_bytes();
}

/// Number of the memory that a message is about.
inline std::uint32_t id_in(const RankMessage& message)
{
    std::uint32_t id = 0;
    ArchiveReader{message.bytes}(id);
    return id;
}

using std::chrono::microseconds;
using std::chrono::milliseconds;

/// Longest sleeps. Ranks of this host wake each other, but a rank must also check on others, and MPI may hold
/// back a message that its sender takes for sent: soon after an event a rank looks for it unasked.
constexpr microseconds longest_sleep{20'000}, sleep_after_event{2000};
constexpr milliseconds soon{100};
/// Sleep while MPI still sends, for which it must be called.
constexpr microseconds sending_sleep{100};
/// Sleeps when there are ranks of other hosts: for a second after the last event, and later.
constexpr microseconds busy_sleep{400}, idle_sleep{1000};
constexpr milliseconds busy_for{1000};
constexpr milliseconds look_period{50};
constexpr milliseconds pulse_period{1000};
/// Silence after which a rank of another host counts as gone, since its process cannot be checked.
constexpr milliseconds longest_silence{15'000};

constexpr std::size_t copied_at_once = std::size_t{64} << 20U;

bool has_died(int process)
{
    return process != 0 && kill(process, 0) != 0 && errno == ESRCH;
}

}  // namespace

Communicator::Communicator(Handlers handlers) : handlers_{std::move(handlers)}
{
    std::promise<void> begun;
    auto outcome = begun.get_future();
    thread_ = std::thread([this, &begun] { work(begun); });
    try {
        outcome.get();
    } catch (...) {
        thread_.join();
        throw;
    }
}

Communicator::~Communicator()
{
    post([this] {
        if (rank_ == 0)
            send_to_others(end_kind, {});
        else
            world_->send(0, {parting_kind, {}});
        const std::lock_guard lock{mutex_};
        ending_ = true;
    });
    thread_.join();
}

void Communicator::work(std::promise<void>& begun)
{
    try {
        world_ = std::make_unique<MpiWorld>();
        rank_ = world_->rank();
        size_ = world_->size();
        neighbours_ = world_->neighbours();
        heard_.assign(size_, Clock::now());
    } catch (...) {
        begun.set_exception(std::current_exception());
        return;
    }
    begun.set_value();
    try {
        carry();
    } catch (const std::exception& error) {
        give_up(error.what());
    }
    {
        const std::lock_guard lock{mutex_};
        ended_ = true;
        tasks_.clear();
    }
    world_.reset();
}

void Communicator::carry()
{
    auto last_event = Clock::now();
    while (!given_up_) {
        const bool ran = run_tasks(), received = receive_all();
        look_after();
        {
            const std::lock_guard lock{mutex_};
            const bool all_received = rank_ != 0 || partings_ == size_ - 1;
            if (ending_ && all_received && tasks_.empty()) return;
        }
        if (ran || received)
            last_event = Clock::now();
        else
            sleep(last_event);
    }
}

bool Communicator::run_tasks()
{
    std::vector<std::function<void()>> tasks;
    {
        const std::lock_guard lock{mutex_};
        tasks.swap(tasks_);
    }
    for (const auto& task : tasks) task();
    return !tasks.empty();
}

bool Communicator::receive_all()
{
    bool any = false;
    while (!given_up_) {
        auto received = world_->receive();
        if (!received) break;
        heard_[received->from] = Clock::now();
        any = any || received->message.kind != pulse_kind;
        take(received->from, std::move(received->message));
    }
    return any;
}

void Communicator::sleep(Clock::time_point last_event)
{
    const auto since = Clock::now() - last_event;
    microseconds time = since < soon ? sleep_after_event : longest_sleep;
    if (has_others_elsewhere()) time = since < busy_for ? busy_sleep : idle_sleep;
    world_->wait(world_->is_sending() ? sending_sleep : time);
}

bool Communicator::has_others_elsewhere() const
{
    return std::find(neighbours_.begin(), neighbours_.end(), 0) != neighbours_.end();
}

void Communicator::take(int from, RankMessage message)
{
    switch (message.kind) {
    case end_kind:
        return handlers_.end();
    case give_up_kind: {
        std::string words;
        ArchiveReader{message.bytes}(words);
        return give_up(words);
    }
    case parting_kind:
        ++partings_;
        return;
    case pulse_kind:
        return;
    case allocate_kind: {
        std::uint32_t id = 0;
        std::size_t bytes = 0;
        ArchiveReader{message.bytes}(id, bytes);
        return allocate(id, bytes);
    }
    case bytes_kind:
        return copy_in(message.bytes);
    case copied_kind:
        return count_copy(id_in(message));
    case published_kind:
        return world_->sync_memory(id_in(message));
    case release_kind:
        return count_release(id_in(message));
    case free_kind: {
        const std::uint32_t id = id_in(message);
        world_->free_memory(id);
        const std::lock_guard lock{mutex_};
        memories_.erase(id);
        return;
    }
    default:
        return handlers_.deliver(from, std::move(message));
    }
}

void Communicator::send(int to, RankMessage message)
{
    // A shared pointer, as std::function copies.
    auto shared = std::make_shared<RankMessage>(std::move(message));
    post([this, to, shared] { world_->send(to, std::move(*shared)); });
}

void Communicator::post(std::function<void()> task)
{
    const std::lock_guard lock{mutex_};
    if (!failure_.empty() || ended_) return;
    tasks_.push_back(std::move(task));
    world_->wake();
}

void Communicator::send_to_others(int kind, std::span<const std::byte> bytes)
{
    for (int rank = 0; rank < size_; ++rank)
        if (rank != rank_) world_->send(rank, {kind, {bytes.begin(), bytes.end()}});
}

void Communicator::look_after()
{
    const auto now = Clock::now();
    if (now - looked_ < look_period) return;
    const bool is_time_for_pulse =
        now.time_since_epoch() / pulse_period != looked_.time_since_epoch() / pulse_period;
    looked_ = now;
    if (rank_ != 0 && is_time_for_pulse) world_->send(0, {pulse_kind, {}});
    std::string words = dead_rank();
    if (words.empty()) words = who_is_silent();
    if (!words.empty()) give_up(words);
}

std::string Communicator::dead_rank() const
{
    const int watched = rank_ == 0 ? size_ : 1;  // rank 0 watches all, the others watch rank 0
    for (int rank = 0; rank < watched; ++rank)
        if (rank != rank_ && has_died(neighbours_[rank]))
            return fmt::format("rank {} of {} died (process {} is gone)", rank, size_, neighbours_[rank]);
    return {};
}

std::string Communicator::who_is_silent() const
{
    for (int rank = 1; rank_ == 0 && rank < size_; ++rank)
        if (neighbours_[rank] == 0 && Clock::now() - heard_[rank] > longest_silence)
            return fmt::format("rank {} of {} has not been heard for {} s", rank, size_,
                               longest_silence / std::chrono::seconds(1));
    return {};
}

void Communicator::give_up(const std::string& words)
{
    if (std::exchange(given_up_, true)) return;
    {
        const std::lock_guard lock{mutex_};
        failure_ = words;
        tasks_.clear();
    }
    if (rank_ == 0) {
        try {
            send_to_others(give_up_kind, bytes_of(words));
        } catch (const std::exception&) {
            // The first failure is the one that is reported.
        }
    }
    world_->abandon();
    copied_.notify_all();
    handlers_.fail(words);
}

std::string Communicator::failure() const
{
    {
        const std::lock_guard lock{mutex_};
        if (!failure_.empty()) return failure_;
    }
    return rank_ == 0 ? dead_rank() : std::string{};
}

// Memory that ranks share: made, filled, copied to other hosts and freed by the communicators of all ranks.

Communicator::Shared Communicator::share_memory(std::size_t bytes)
{
    auto made = std::make_shared<std::promise<Shared>>();
    auto future = made->get_future();
    post([this, bytes, made] {
        try {
            const std::uint32_t id = ++memories_made_;
            send_to_others(allocate_kind, bytes_of(id, bytes));
            allocate(id, bytes);
            made->set_value({id, memory(id)});
        } catch (...) {
            made->set_exception(std::current_exception());
        }
    });
    made.reset();  // when the task is dropped, the promise is broken and get() throws
    return future.get();
}

void Communicator::allocate(std::uint32_t id, std::size_t bytes)
{
    std::byte* begin = world_->share_memory(id, bytes);
    const std::lock_guard lock{mutex_};
    memories_[id] = {begin, bytes, 0, 0};
}

std::byte* Communicator::memory(std::uint32_t id) const
{
    const std::lock_guard lock{mutex_};
    return memories_.at(id).begin;
}

void Communicator::publish_memory(std::uint32_t id)
{
    post([this, id] { copy_out(id); });
    std::unique_lock lock{mutex_};
    copied_.wait(lock, [&] { return !failure_.empty() || memories_.at(id).awaited_copies < 0; });
    if (!failure_.empty()) throw std::runtime_error(failure_);
}

/// Copies to the first rank of every other host. Other ranks are notified when all of these have it.
void Communicator::copy_out(std::uint32_t id)
{
    world_->sync_memory(id);
    Memory memory;
    std::vector<int> leaders;
    for (int rank = 1; rank < size_; ++rank)
        if (world_->leads_host(rank)) leaders.push_back(rank);
    {
        const std::lock_guard lock{mutex_};
        memories_[id].awaited_copies = static_cast<int>(leaders.size()) + 1;
        memory = memories_[id];
    }
    for (std::size_t offset = 0; offset < memory.bytes && !leaders.empty(); offset += copied_at_once) {
        const std::size_t count = std::min(copied_at_once, memory.bytes - offset);
        std::vector<std::byte> bytes = bytes_of(id, offset);
        bytes.insert(bytes.end(), memory.begin + offset, memory.begin + offset + count);
        for (const int leader : leaders) world_->send(leader, {bytes_kind, bytes});
    }
    count_copy(id);
}

void Communicator::copy_in(std::span<const std::byte> bytes)
{
    std::uint32_t id = 0;
    std::size_t offset = 0;
    ArchiveReader{bytes}(id, offset);
    const std::span<const std::byte> content = bytes.subspan(sizeof id + sizeof offset);
    Memory memory;
    {
        const std::lock_guard lock{mutex_};
        memory = memories_.at(id);
    }
    std::memcpy(memory.begin + offset, content.data(), content.size());
    if (offset + content.size() < memory.bytes) return;
    world_->sync_memory(id);
    world_->send(0, {copied_kind, bytes_of(id)});
}

void Communicator::count_copy(std::uint32_t id)
{
    {
        const std::lock_guard lock{mutex_};
        if (--memories_[id].awaited_copies > 0) return;
        memories_[id].awaited_copies = -1;
    }
    send_to_others(published_kind, bytes_of(id));
    copied_.notify_all();
}

void Communicator::release_memory(std::uint32_t id)
{
    post([this, id] {
        if (rank_ == 0)
            count_release(id);
        else
            world_->send(0, {release_kind, bytes_of(id)});
    });
}

void Communicator::count_release(std::uint32_t id)
{
    {
        const std::lock_guard lock{mutex_};
        // Once the others have received the order to end, each rank frees what is left, in the same order.
        if (ending_ || ++memories_[id].releases < size_) return;
        memories_.erase(id);
    }
    send_to_others(free_kind, bytes_of(id));
    world_->free_memory(id);
}

}  // namespace farfield::compute
