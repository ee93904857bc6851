// Memory that ranks share: made, filled, copied to other hosts and freed by the postmen of all ranks.
#include "compute_node/ranks/mail.h"
#include "compute_node/ranks/postman.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <stdexcept>

namespace farfield::compute {

namespace {

constexpr std::size_t copied_at_once = std::size_t{64} << 20U;

}  // namespace

Postman::Shared Postman::share_memory(std::size_t bytes)
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
    made.reset();  // when the errand is dropped, the promise is broken and get() throws
    return future.get();
}

void Postman::allocate(std::uint32_t id, std::size_t bytes)
{
    std::byte* begin = world_->share_memory(id, bytes);
    const std::lock_guard lock{mutex_};
    memories_[id] = {begin, bytes, 0, 0};
}

std::byte* Postman::memory(std::uint32_t id) const
{
    const std::lock_guard lock{mutex_};
    return memories_.at(id).begin;
}

void Postman::publish_memory(std::uint32_t id)
{
    post([this, id] { copy_out(id); });
    std::unique_lock lock{mutex_};
    copied_.wait(lock, [&] { return !failure_.empty() || memories_.at(id).awaited_copies < 0; });
    if (!failure_.empty()) throw std::runtime_error(failure_);
}

/// To the first rank of every other host. Nobody else is told before all have it.
void Postman::copy_out(std::uint32_t id)
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

void Postman::copy_in(std::span<const std::byte> bytes)
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

void Postman::count_copy(std::uint32_t id)
{
    {
        const std::lock_guard lock{mutex_};
        if (--memories_[id].awaited_copies > 0) return;
        memories_[id].awaited_copies = -1;
    }
    send_to_others(published_kind, bytes_of(id));
    copied_.notify_all();
}

void Postman::release_memory(std::uint32_t id)
{
    post([this, id] {
        if (rank_ == 0)
            count_release(id);
        else
            world_->send(0, {release_kind, bytes_of(id)});
    });
}

void Postman::count_release(std::uint32_t id)
{
    {
        const std::lock_guard lock{mutex_};
        // Once the others have been told to end, each rank frees what is left, in the same order.
        if (ending_ || ++memories_[id].releases < size_) return;
        memories_.erase(id);
    }
    send_to_others(free_kind, bytes_of(id));
    world_->free_memory(id);
}

}  // namespace farfield::compute
