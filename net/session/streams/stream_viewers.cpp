#include "net/session/streams/stream.h"

/// The viewers' side of a stream: their subscriptions, and the state of the stream that is known at any time.
namespace farfield::net {

std::size_t Stream::unsent_bytes(MemberNumber member) const
{
    const std::lock_guard lock(mutex_);
    const Subscription* const viewer = viewers_.find(member);
    const bool is_latest = viewer != nullptr && viewer->terms().policy == Policy::Latest;
    return unsent_bytes_ == 0 && is_latest ? latest_unsent_bytes : unsent_bytes_;
}

std::uint16_t Stream::subscribe(MemberNumber member, const SubscriptionTerms& terms, bool with_newest)
{
    const std::lock_guard lock(mutex_);
    Subscription& viewer = viewers_.add(member, terms);
    if (with_newest) viewer.begin_with_newest();
    viewers_changed();
    return viewer.number();
}

void Stream::unsubscribe(MemberNumber member)
{
    std::unique_lock lock(mutex_);
    viewers_.remove(member);
    viewers_changed();
    wake_for_room(std::move(lock));
}

/// Call with the mutex held.
void Stream::viewers_changed()
{
    queue_.limit_batch(viewers_.has_policy(Policy::Latest) ? longest_latest_batch : longest_every_batch);
}

bool Stream::has(MemberNumber member) const
{
    const std::lock_guard lock(mutex_);
    return viewers_.has(member);
}

std::vector<MemberNumber> Stream::members() const
{
    const std::lock_guard lock(mutex_);
    return viewers_.members();
}

void Stream::begin_connection(MemberNumber member)
{
    const std::lock_guard lock(mutex_);
    if (Subscription* const viewer = viewers_.find(member)) viewer->begin_connection();
}

void Stream::end_connection(MemberNumber member)
{
    std::unique_lock lock(mutex_);
    viewers_.end_connection(member);
    wake_for_room(std::move(lock));
}

std::optional<std::string> Stream::grant(MemberNumber member, std::uint64_t total, std::uint32_t received,
                                         std::uint16_t subscription)
{
    std::unique_lock lock(mutex_);
    Subscription* const viewer = viewers_.find(member);
    if (viewer == nullptr) return std::nullopt;
    auto fault = viewer->grant(total, received, subscription);
    viewers_.release();
    wake_for_room(std::move(lock));
    return fault;
}

void Stream::allow_next(MemberNumber member)
{
    std::unique_lock lock(mutex_);
    Subscription* const viewer = viewers_.find(member);
    if (viewer == nullptr) return;
    viewer->allow_next();
    wake_for_room(std::move(lock));
}

std::optional<ReadyFrame> Stream::next(MemberNumber member)
{
    std::unique_lock lock(mutex_);
    Subscription* const viewer = viewers_.find(member);
    auto frame = viewer == nullptr ? std::nullopt : viewer->next();
    if (!frame) return frame;
    if (frame->payload.size() <= viewer->terms().slot_bytes) {
        sent_bytes_ += header_bytes + frame->payload.size();
        return frame;
    }
    viewers_.sent(member);
    viewers_.remove(member);
    blocked_.emplace_back(member, Subscribers::Blocked::SlotsTooSmall);
    post_news(std::move(lock));
    return std::nullopt;
}

void Stream::sent(MemberNumber member)
{
    std::unique_lock lock(mutex_);
    viewers_.sent(member);
    ++sent_;
    wake_for_room(std::move(lock));
}

/// Notifies without the lock, for which the woken thread would only wait. One of several viewers may hold
/// all buffers back; the thread waits for that no longer than longest_block.
void Stream::wake_for_room(std::unique_lock<std::mutex> lock)
{
    const bool is_of_use = has_room() || (viewers_.size() > 1 && is_wanted());
    lock.unlock();
    if (is_of_use) wake_.notify_one();
}

bool Stream::is_sending(MemberNumber member) const
{
    const std::lock_guard lock(mutex_);
    return viewers_.is_sending(member);
}

bool Stream::is_sending() const
{
    const std::lock_guard lock(mutex_);
    return viewers_.is_sending();
}

StreamStats Stream::stats() const
{
    const std::lock_guard lock(mutex_);
    return {.stream = stream_, .made = encoded_, .sent = sent_};
}

Usage Stream::usage() const
{
    using Milliseconds = std::chrono::duration<double, std::milli>;
    const std::lock_guard lock(mutex_);
    const Work work = program_ ? program_->work() : work_;
    return {.turns = work.turns,
            .cpu_ms = Milliseconds(work.processor).count(),
            .waited_ms = Milliseconds(work.waited).count(),
            .encoded = encoded_,
            .bytes = sent_bytes_};
}

std::uint64_t Stream::next_sequence(MemberNumber member) const
{
    const std::lock_guard lock(mutex_);
    const Subscription* const viewer = viewers_.find(member);
    return viewer == nullptr ? 0 : viewer->next_sequence();
}

std::uint64_t Stream::buffer_bytes() const
{
    return queue_.buffers() * queue_.slot_bytes();  // both are constant
}

std::optional<Stream::End> Stream::ended(MemberNumber member) const
{
    const std::lock_guard lock(mutex_);
    return exited_ && !viewers_.has_unsent(member) ? end_ : std::nullopt;
}

bool Stream::keeps_frames() const
{
    const std::lock_guard lock(mutex_);
    return queue_.kept() > 0;
}

}  // namespace farfield::net
