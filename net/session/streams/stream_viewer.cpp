#include "net/session/streams/stream.h"

/// The viewer's side of a stream: its subscription, and what can be asked of the stream at any time.
namespace farfield::net {

void Stream::begin_connection()
{
    const std::lock_guard lock(mutex_);
    viewer_.begin_connection();
}

void Stream::end_connection()
{
    const std::lock_guard lock(mutex_);
    viewer_.end_connection();
}

std::optional<std::string> Stream::grant(std::uint64_t total, std::uint32_t received)
{
    std::unique_lock lock(mutex_);
    auto fault = viewer_.grant(total, received);
    wake_for_room(std::move(lock));
    return fault;
}

std::optional<ReadyFrame> Stream::next()
{
    const std::lock_guard lock(mutex_);
    return viewer_.next();
}

void Stream::sent()
{
    std::unique_lock lock(mutex_);
    viewer_.sent();
    ++sent_;
    wake_for_room(std::move(lock));
}

/// Notifies without the lock, which the woken thread would only wait for.
void Stream::wake_for_room(std::unique_lock<std::mutex> lock)
{
    const bool room = has_room();
    lock.unlock();
    if (room) wake_.notify_one();
}

bool Stream::is_sending() const
{
    const std::lock_guard lock(mutex_);
    return viewer_.is_sending();
}

StreamStats Stream::stats() const
{
    const std::lock_guard lock(mutex_);
    return {.stream = stream_, .made = encoded_, .sent = sent_};
}

std::uint64_t Stream::next_sequence() const
{
    const std::lock_guard lock(mutex_);
    return viewer_.next_sequence();
}

std::uint64_t Stream::buffer_bytes() const
{
    return queue_.buffers() * queue_.slot_bytes();  // neither changes
}

std::optional<Stream::End> Stream::ended() const
{
    const std::lock_guard lock(mutex_);
    return exited_ && viewer_.unsent() == 0 ? end_ : std::nullopt;
}

bool Stream::keeps_frames() const
{
    const std::lock_guard lock(mutex_);
    return queue_.kept() > 0;
}

}  // namespace farfield::net
