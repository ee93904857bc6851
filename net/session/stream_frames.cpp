#include "net/session/stream_worker.h"

#include <algorithm>
#include <stdexcept>
#include <string>

// How a stream's worker makes frames: how many at once, where, and when the next are due.
namespace farfield::net {
namespace {

/// A rate so small that its interval overflows the clock waits this long instead.
constexpr double longest_interval_seconds = 24.0 * 3600.0;

std::chrono::nanoseconds interval_of(double rate)
{
    if (rate <= 0.0) return std::chrono::nanoseconds(0);
    const std::chrono::duration<double> seconds(std::min(1.0 / rate, longest_interval_seconds));
    return std::chrono::duration_cast<std::chrono::nanoseconds>(seconds);
}

}  // namespace

void StreamWorker::make_frames()
{
    const auto begun = Clock::now();
    Batch batch;
    plan(batch);
    batch.size = source_->produce_several({batch.memory.data(), batch.size}, batch.frames);
    if (batch.size == 0) return note_no_frame();
    check(batch);
    publish(batch, Clock::now() - begun);
    plan_next_frame(begun);
    if (paused_) steps_left_ -= batch.size;
}

void StreamWorker::note_no_frame()
{
    switch (source_->why_no_frame()) {
    case NoFrame::Ended:
        return end(false, "the last frame has been made");
    case NoFrame::Idle:
        idle_ = true;
        return;
    case NoFrame::Interrupted:
        return;
    }
}

/// How many frames are made, and where.
void StreamWorker::plan(Batch& batch)
{
    const std::lock_guard lock(mutex_);
    std::uint64_t most = std::min<std::uint64_t>(batch_, buffers_.size() - (made_ - gone_));
    most = std::min(most, credits_left());
    if (interval() > Clock::duration::zero()) most = 1;
    if (frames_asked_ > 0) most = std::min(most, frames_asked_ - made_);
    if (paused_) most = std::min(most, steps_left_);
    batch.size = static_cast<std::size_t>(most);
    for (std::size_t i = 0; i < batch.size; ++i)
        batch.memory[i] = {buffers_[(made_ + i) % buffers_.size()].memory.get(), slot_bytes_};
}

void StreamWorker::check(const Batch& batch) const
{
    for (std::size_t i = 0; i < batch.size; ++i)
        if (const std::size_t bytes = batch.frames[i].payload.size(); bytes > slot_bytes_)
            throw std::runtime_error("a frame of " + std::to_string(bytes) +
                                     " bytes does not fit the viewer's slots of " +
                                     std::to_string(slot_bytes_) + " bytes");
}

void StreamWorker::publish(const Batch& batch, Clock::duration took)
{
    std::unique_lock lock(mutex_);
    adapt_batch(batch.size, took);
    for (std::size_t i = 0; i < batch.size; ++i, ++made_)
        buffers_[made_ % buffers_.size()].frame = {
            .header = {.type = batch.frames[i].type,
                       .stream = stream_,
                       .interaction = interaction_,
                       .sequence = made_},
            .payload = batch.frames[i].payload,
        };
    const bool was_last = made_ == frames_asked_;
    tell_news(std::move(lock));
    if (was_last) end(false, "all " + std::to_string(frames_asked_) + " frames asked for have been made");
}

/// Where sending is the slower part, larger batches only make frames wait.
void StreamWorker::adapt_batch(std::size_t made, Clock::duration took)
{
    const bool is_sent = made_ - gone_ <= 1;  // all frames before these, but for one on its way
    const std::uint64_t longest =
        std::max<Clock::rep>(longest_batch_ * made / std::max(took, Clock::duration(1)), 1);
    const std::uint64_t next = is_sent ? 2 * made : std::max<std::size_t>(batch_ / 2, 1);
    batch_ =
        static_cast<std::size_t>(std::min<std::uint64_t>({next, longest, max_batch, buffers_.size() / 2}));
}

std::chrono::nanoseconds StreamWorker::interval() const
{
    return std::max(interval_of(rate_), source_->pace());
}

void StreamWorker::plan_next_frame(Clock::time_point begun)
{
    const auto until_next = interval();
    // A late frame does not shift those after it, but a long pause is not made up for.
    if (begun - next_due_ > until_next) next_due_ = begun;
    next_due_ += until_next;
}

}  // namespace farfield::net
