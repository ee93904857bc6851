#include "net/session/streams/stream.h"

#include "net/session/streams/frame_interval.h"

#include <boost/asio/post.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace farfield::net {

Stream::Stream(boost::asio::io_context& io, MemoryBudget& memory, std::uint32_t stream,
               std::unique_ptr<Program> program, const ProgramStart& start, bool is_acknowledged,
               Events events)
    : io_(io),
      stream_(stream),
      frames_asked_(start.frames),
      unsent_bytes_(program->unsent_bytes()),
      events_(std::move(events)),
      program_(std::move(program)),
      rate_(start.rate),
      paused_(start.paused),
      interaction_(start.interaction),
      queue_(memory, start.slot_bytes, longest_every_batch, is_acknowledged && start.policy == Policy::Every),
      viewers_(stream, queue_)
{}

Stream::~Stream()
{
    join();
}

void Stream::join()
{
    stop();
    if (thread_.joinable()) thread_.join();
}

void Stream::run(ProgramEvents::Notify notify)
{
    program_->listen({.wake = [this] { wake_program(); }, .notify = std::move(notify)});
    thread_ = std::thread([this] { work(); });
}

Json Stream::answer() const
{
    Answer answer = program_->answer();
    answer.members["stream"] = stream_;
    answer.members["frame_bytes"] = answer.frame_bytes;
    return std::move(answer.members);
}

// Commands.

void Stream::update(ProgramUpdate update, Done done)
{
    const auto action = [this, update = std::move(update)] {
        take_over(update);
        return answer();
    };
    submit(action, std::move(done));
    const std::lock_guard lock(mutex_);
    if (program_) program_->interrupt();
}

void Stream::pause(Done done)
{
    const auto action = [this] {
        paused_ = true;
        steps_left_ = 0;
        return Json::object();
    };
    submit(action, std::move(done));
}

void Stream::resume(Done done)
{
    const auto action = [this] {
        paused_ = false;
        return Json::object();
    };
    submit(action, std::move(done));
}

void Stream::step(std::uint64_t frames, Done done)
{
    const auto action = [this, frames] {
        if (!paused_)
            throw RpcError(
                RpcCode::Failed,
                fmt::format("stream {} is not paused: only a paused program makes single steps", stream_));
        steps_left_ += frames;
        return Json::object();
    };
    submit(action, std::move(done));
}

void Stream::stop()
{
    const std::lock_guard lock(mutex_);
    stop_ = true;
    if (program_) program_->abandon();
    wake_.notify_one();
}

bool Stream::has_exited() const
{
    const std::lock_guard lock(mutex_);
    return exited_;
}

void Stream::submit(Action action, Done done)
{
    std::unique_lock lock(mutex_);
    std::optional<RpcError> refusal;
    if (exited_)
        refusal.emplace(RpcCode::NotFound, "stream " + std::to_string(stream_) + " has ended");
    else if (commands_.size() >= max_waiting_commands)
        refusal = busy_error("max_waiting_commands", max_waiting_commands, commands_.size() + 1);
    if (!refusal) {
        commands_.push_back({std::move(action), std::move(done)});
        wake_.notify_one();
        return;
    }
    answers_.push_back({std::move(done), std::move(refusal)});
    post_news(std::move(lock));
}

// The thread.

void Stream::work()
{
    try {
        for (Task task = wait_for_task(); task != Task::Stop && !has_ended_; task = wait_for_task()) {
            if (task == Task::Commands) run_commands();
            if (task == Task::Frames) make_frames();
        }
    } catch (const std::exception& error) {
        end(true, error.what());
    }
    drop_program();
    exit();
}

Stream::Task Stream::wait_for_task()
{
    std::unique_lock lock(mutex_);
    for (;;) {
        if (stop_ || has_ended_) return Task::Stop;
        if (!commands_.empty()) return Task::Commands;
        if (std::exchange(woken_, false)) idle_ = false;
        const bool is_held = idle_ || (paused_ && steps_left_ == 0);
        if (is_held || !is_wanted()) {
            end_block();
            wake_.wait(lock);
        } else if (!has_room()) {
            wait_for_room(lock);
        } else if (end_block(); Clock::now() < next_due_) {
            wake_.wait_until(lock, next_due_);
        } else {
            return Task::Frames;
        }
    }
}

/// Waits for a free buffer. A single viewer waits alone; of several, none may hold back the others for long.
void Stream::wait_for_room(std::unique_lock<std::mutex>& lock)
{
    if (viewers_.size() < 2 || queue_.free_buffers() > 0) {
        end_block();
        return wake_.wait(lock);
    }
    if (!blocked_at_) {
        blocked_at_ = Clock::now();
        viewers_.note_blocked();
    }
    const auto until = *blocked_at_ + viewers_.left(longest_block);
    if (wake_.wait_until(lock, until) == std::cv_status::no_timeout) return;
    if (viewers_.size() < 2 || !is_wanted()) return end_block();  // the viewer that waited has left
    const auto blocked = Clock::now() - *std::exchange(blocked_at_, std::nullopt);
    viewers_.free_blocked(blocked, longest_block, [this](MemberNumber member, Subscribers::Blocked what) {
        blocked_.emplace_back(member, what);
    });
    post_news(std::move(lock));
    lock = std::unique_lock(mutex_);
}

/// Call with the mutex held.
void Stream::end_block()
{
    if (!blocked_at_) return;
    viewers_.note_free(Clock::now() - *blocked_at_);
    blocked_at_.reset();
}

void Stream::wake_program()
{
    const std::lock_guard lock(mutex_);
    woken_ = true, wake_.notify_one();
}

bool Stream::is_wanted() const
{
    const Subscribers::Wanted wanted = viewers_.wanted();
    return wanted.frames > 0 && queue_.is_time_for_more(wanted.unsent);
}

bool Stream::has_room() const
{
    return is_wanted() && viewers_.has_buffer();
}

void Stream::run_commands()
{
    std::vector<Command> commands;
    {
        const std::lock_guard lock(mutex_);
        commands.swap(commands_);
    }
    for (Command& command : commands) run_command(command);
}

void Stream::run_command(Command& command)
{
    Answered answered{std::move(command.done), std::nullopt};
    try {
        answered.answer = command.action();
    } catch (const std::exception& error) {
        answered.error = error_of(error);
    }
    std::unique_lock lock(mutex_);
    answers_.push_back(std::move(answered));
    post_news(std::move(lock));
}

void Stream::take_over(const ProgramUpdate& update)
{
    program_->update(update.params);
    idle_ = false;
    // Frames of a paused program were requested one by one.
    const bool outdates_all = program_->update_outdates_frames();
    {
        const std::lock_guard lock(mutex_);
        if (!paused_ || outdates_all) viewers_.drop_waiting(outdates_all);
        queue_.begin_single_frames();
    }
    if (update.interaction != 0) interaction_ = update.interaction;
    if (update.rate) rate_ = *update.rate, next_due_ = Clock::now();
}

void Stream::make_frames()
{
    const auto begun = Clock::now();
    Batch batch;
    plan(batch);
    if (batch.size == 0) return;  // the connection broke since there was room
    const Making making = program_->make({batch.memory.data(), batch.size}, batch.frames);
    idle_ = std::holds_alternative<Idle>(making);
    const auto* made = std::get_if<Frames>(&making);
    if (made == nullptr) end_batch();
    if (std::holds_alternative<Ended>(making)) end(false, "the last frame has been made");
    if (made == nullptr) return;
    batch.size = made->count;
    check(batch);
    publish(batch, Clock::now() - begun - made->waited);
    plan_next_frame(begun);
    if (paused_) steps_left_ -= batch.size;
}

/// Decides the number of frames to make, and their buffers.
void Stream::plan(Batch& batch)
{
    const std::lock_guard lock(mutex_);
    viewers_.make_room();
    std::uint64_t most = std::min<std::uint64_t>(queue_.next_batch(), viewers_.wanted().frames);
    if (interval() > Clock::duration::zero()) most = 1;
    if (frames_asked_ > 0) most = std::min(most, frames_asked_ - queue_.made());
    if (paused_) most = std::min(most, steps_left_);
    batch.size = static_cast<std::size_t>(most);
    queue_.begin_batch(batch.size);
    for (std::size_t i = 0; i < batch.size; ++i) batch.memory[i] = queue_.memory(i);
}

void Stream::check(const Batch& batch) const
{
    const std::size_t slot_bytes = queue_.slot_bytes();
    for (std::size_t i = 0; i < batch.size; ++i)
        if (const std::size_t bytes = batch.frames[i].payload.size(); bytes > slot_bytes)
            throw std::runtime_error(fmt::format(
                "a frame of {} bytes does not fit the viewer's slots of {} bytes", bytes, slot_bytes));
}

void Stream::publish(const Batch& batch, Clock::duration took)
{
    std::unique_lock lock(mutex_);
    queue_.adapt_batch(batch.size, took, viewers_.least_unsent());
    encoded_ += batch.size;
    for (std::size_t i = 0; i < batch.size; ++i)
        queue_.publish(
            {.header = {.type = batch.frames[i].type, .stream = stream_, .interaction = interaction_},
             .payload = batch.frames[i].payload});
    queue_.end_batch();
    const bool was_last = queue_.made() == frames_asked_;
    post_news(std::move(lock));
    if (was_last) end(false, "all " + std::to_string(frames_asked_) + " frames asked for have been made");
}

std::chrono::nanoseconds Stream::interval() const
{
    return std::max(interval_of(rate_), program_->pace());
}

void Stream::plan_next_frame(Clock::time_point begun)
{
    const auto until_next = interval();
    // A late frame does not shift later ones, but a long pause is not made up for.
    if (begun - next_due_ > until_next) next_due_ = begun;
    next_due_ += until_next;
}

void Stream::drop_program()
{
    std::unique_ptr<Program> program;  // its destructor may take long: not under the lock
    const std::lock_guard lock(mutex_);
    work_ = program_->work();
    program = std::move(program_);
}

void Stream::end_batch()
{
    const std::lock_guard lock(mutex_);
    queue_.end_batch();
}

void Stream::end(bool failed, const std::string& message)
{
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    end_ = End{failed, message};
}

void Stream::exit()
{
    std::unique_lock lock(mutex_);
    exited_ = true;
    for (Command& command : commands_)
        answers_.push_back({std::move(command.done),
                            RpcError(RpcCode::NotFound, "stream " + std::to_string(stream_) + " has ended")});
    commands_.clear();
    post_news(std::move(lock));
}

// News.

void Stream::post_news(std::unique_lock<std::mutex> lock)
{
    if (std::exchange(news_on_its_way_, true)) return;
    lock.unlock();
    auto self = weak_from_this().lock();
    if (!self) return;  // being destroyed: there is no listener
    auto deliver = [self = std::move(self)] { self->deliver_news(); };
    boost::asio::post(io_, RecycledHandler(news_memory_, std::move(deliver)));
}

void Stream::deliver_news()
{
    std::vector<Answered> answers;
    std::vector<std::pair<MemberNumber, Subscribers::Blocked>> blocked;
    {
        const std::lock_guard lock(mutex_);
        news_on_its_way_ = false;
        answers.swap(answers_);
        blocked.swap(blocked_);
    }
    for (const Answered& answered : answers) answered.done(answered.error, answered.answer);
    for (const auto& [member, what] : blocked) events_.blocked(member, what);
    events_.news();
}

// The viewers' side of a stream: their subscriptions, and the state of the stream that is known at any time.

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
