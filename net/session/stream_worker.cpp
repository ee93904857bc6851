#include "net/session/stream_worker.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <new>
#include <utility>

namespace farfield::net {
namespace {

constexpr std::align_val_t buffer_alignment{64};
/// Enough for two batches, as far as the memory allows.
std::size_t buffer_count(std::uint64_t slot_bytes)
{
    const std::uint64_t within = StreamWorker::max_buffer_bytes / std::max<std::uint64_t>(slot_bytes, 1);
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(within, 2, 2 * StreamWorker::max_batch));
}

/// A whole number of slots.
MemoryBudget::Reservation reserve_buffers(MemoryBudget& memory, std::uint64_t slot_bytes)
{
    for (std::size_t count = buffer_count(slot_bytes); count > 2; count = std::max<std::size_t>(count / 2, 2))
        if (auto reserved = memory.reserve(count * slot_bytes)) return std::move(*reserved);
    return memory.reserve_for("the stream's send buffers", 2 * slot_bytes);
}

}  // namespace

void StreamWorker::AlignedDelete::operator()(std::byte* memory) const noexcept
{
    ::operator delete(memory, buffer_alignment);
}

StreamWorker::StreamWorker(boost::asio::io_context& io, MemoryBudget& memory, std::uint32_t stream,
                           std::unique_ptr<FrameSource> source, const ProgramStart& start,
                           std::function<void()> news)
    : io_(io),
      stream_(stream),
      slot_bytes_(start.slot_bytes),
      frames_asked_(start.frames),
      newest_matters_(start.policy == Policy::Latest),
      longest_batch_(start.policy == Policy::Latest ? longest_latest_batch : longest_every_batch),
      news_(std::move(news)),
      source_(std::move(source)),
      rate_(start.rate),
      paused_(start.paused),
      interaction_(start.interaction),
      memory_(reserve_buffers(memory, slot_bytes_)),
      buffers_(memory_.bytes() / slot_bytes_)
{
    // Large blocks come from the system page by page as they are first written: a slot much larger than the
    // frames costs nothing.
    for (Buffer& buffer : buffers_)
        buffer.memory.reset(static_cast<std::byte*>(::operator new(slot_bytes_, buffer_alignment)));
}

StreamWorker::~StreamWorker()
{
    join();
}

void StreamWorker::join()
{
    stop();
    if (thread_.joinable()) thread_.join();
}

void StreamWorker::run()
{
    thread_ = std::thread([this] { work(); });
}

ProgramState StreamWorker::state() const
{
    ProgramState state = source_->state();
    state.stream = stream_;
    return state;
}

void StreamWorker::attach()
{
    const std::lock_guard lock(mutex_);
    attached_ = true;
}

void StreamWorker::detach()
{
    const std::lock_guard lock(mutex_);
    attached_ = false;
    sending_ = false;
    granted_ = 0;
    begun_ = 0;
}

std::optional<std::string> StreamWorker::grant(std::uint64_t total)
{
    std::unique_lock lock(mutex_);
    if (total <= granted_) return std::nullopt;
    if (total > begun_ + max_credits_ahead)
        return "a Credit grants " + std::to_string(total) + " frames of stream " + std::to_string(stream_) +
               ", but only " + std::to_string(begun_) + " were sent; expected at most " +
               std::to_string(max_credits_ahead) + " more";
    granted_ = total;
    wake_for_room(std::move(lock));
    return std::nullopt;
}

std::optional<StreamWorker::ReadyFrame> StreamWorker::take_frame()
{
    const std::lock_guard lock(mutex_);
    if (!attached_ || sending_ || made_ == gone_ || begun_ >= granted_) return std::nullopt;
    sending_ = true;
    ++begun_;
    return buffers_[gone_ % buffers_.size()].frame;
}

void StreamWorker::frame_sent()
{
    std::unique_lock lock(mutex_);
    if (!sending_) return;
    sending_ = false;
    ++gone_;
    wake_for_room(std::move(lock));
}

// Notified without the lock, which the woken thread would only wait for.
void StreamWorker::wake_for_room(std::unique_lock<std::mutex> lock)
{
    const bool room = has_room();
    lock.unlock();
    if (room) wake_.notify_one();
}

bool StreamWorker::is_sending() const
{
    const std::lock_guard lock(mutex_);
    return sending_;
}

void StreamWorker::update(ProgramUpdate update, Done done)
{
    submit([this, update = std::move(update)] { take_over(update); }, std::move(done));
    const std::lock_guard lock(mutex_);
    if (source_) source_->interrupt();
}

void StreamWorker::pause(Done done)
{
    submit(
        [this] {
            paused_ = true;
            steps_left_ = 0;
        },
        std::move(done));
}

void StreamWorker::resume(Done done)
{
    submit([this] { paused_ = false; }, std::move(done));
}

void StreamWorker::step(std::uint64_t frames, Done done)
{
    submit(
        [this, frames] {
            if (!paused_)
                throw RpcError(RpcCode::Failed, "stream " + std::to_string(stream_) +
                                                    " is not paused: only a paused "
                                                    "program makes single steps");
            steps_left_ += frames;
        },
        std::move(done));
}

void StreamWorker::stop()
{
    const std::lock_guard lock(mutex_);
    stop_ = true;
    if (source_) source_->abandon();
    wake_.notify_one();
}

bool StreamWorker::has_exited() const
{
    const std::lock_guard lock(mutex_);
    return exited_;
}

std::optional<StreamWorker::End> StreamWorker::ended() const
{
    const std::lock_guard lock(mutex_);
    return exited_ && made_ == gone_ ? end_ : std::nullopt;
}

void StreamWorker::submit(std::function<void()> action, Done done)
{
    std::unique_lock lock(mutex_);
    std::optional<RpcError> refusal;
    if (exited_)
        refusal.emplace(RpcCode::NotFound, "stream " + std::to_string(stream_) + " has ended");
    else if (commands_.size() >= max_waiting_commands)
        refusal = limit_error("max_waiting_commands", max_waiting_commands, commands_.size() + 1);
    if (!refusal) {
        commands_.push_back({std::move(action), std::move(done)});
        wake_.notify_one();
        return;
    }
    answers_.push_back({std::move(done), std::move(refusal), {}});
    tell_news(std::move(lock));
}

void StreamWorker::work()
{
    try {
        for (Task task = wait_for_task(); task != Task::Stop && !has_ended_; task = wait_for_task()) {
            if (task == Task::Commands) run_commands();
            if (task == Task::Frames) make_frames();
        }
    } catch (const std::exception& error) {
        end(true, error.what());
    }
    drop_source();
    exit();
}

StreamWorker::Task StreamWorker::wait_for_task()
{
    std::unique_lock lock(mutex_);
    for (;;) {
        if (stop_ || has_ended_) return Task::Stop;
        if (!commands_.empty()) return Task::Commands;
        const bool is_held = idle_ || (paused_ && steps_left_ == 0);
        if (is_held || !has_room())
            wake_.wait(lock);
        else if (Clock::now() < next_due_)
            wake_.wait_until(lock, next_due_);
        else
            return Task::Frames;
    }
}

bool StreamWorker::has_room() const
{
    return attached_ && credits_left() > 0 && made_ - gone_ <= batch_;
}

std::uint64_t StreamWorker::credits_left() const
{
    const std::uint64_t unsent = made_ - gone_ - (sending_ ? 1 : 0);
    return granted_ - std::min(granted_, begun_ + unsent);
}

void StreamWorker::run_commands()
{
    std::vector<Command> commands;
    {
        const std::lock_guard lock(mutex_);
        commands.swap(commands_);
    }
    for (Command& command : commands) run_command(command);
}

void StreamWorker::run_command(Command& command)
{
    Answer answer{std::move(command.done), std::nullopt, {}};
    try {
        command.action();
        answer.state = state();
    } catch (const RpcError& error) {
        answer.error = error;
    } catch (const std::exception& error) {
        answer.error.emplace(RpcCode::Failed, error.what());
    }
    std::unique_lock lock(mutex_);
    answers_.push_back(std::move(answer));
    tell_news(std::move(lock));
}

void StreamWorker::take_over(const ProgramUpdate& update)
{
    source_->update(update.params);
    idle_ = false;
    // A paused program's frames were asked for one by one.
    if ((newest_matters_ && !paused_) || source_->update_outdates_frames()) drop_unsent();
    {
        const std::lock_guard lock(mutex_);
        batch_ = 1;
    }
    if (update.interaction != 0) interaction_ = update.interaction;
    if (!update.rate) return;
    rate_ = *update.rate;
    next_due_ = Clock::now();
}

void StreamWorker::drop_source()
{
    std::unique_ptr<FrameSource> source;  // its end may take long: not under the lock
    const std::lock_guard lock(mutex_);
    source = std::move(source_);
}

/// Frames that are ready, but not with the connection: their numbers are given again.
void StreamWorker::drop_unsent()
{
    const std::lock_guard lock(mutex_);
    made_ = gone_ + (sending_ ? 1 : 0);
}

void StreamWorker::end(bool failed, const std::string& message)
{
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    end_ = End{failed, message};
}

void StreamWorker::exit()
{
    std::unique_lock lock(mutex_);
    exited_ = true;
    for (Command& command : commands_)
        answers_.push_back({std::move(command.done),
                            RpcError(RpcCode::NotFound, "stream " + std::to_string(stream_) + " has ended"),
                            {}});
    commands_.clear();
    tell_news(std::move(lock));
}

void StreamWorker::tell_news(std::unique_lock<std::mutex> lock)
{
    if (std::exchange(news_on_its_way_, true)) return;
    lock.unlock();
    auto self = weak_from_this().lock();
    if (!self) return;  // being destroyed: nobody listens
    auto deliver = [self = std::move(self)] { self->deliver_news(); };
    boost::asio::post(io_, RecycledHandler(news_memory_, std::move(deliver)));
}

void StreamWorker::deliver_news()
{
    std::vector<Answer> answers;
    {
        const std::lock_guard lock(mutex_);
        news_on_its_way_ = false;
        answers.swap(answers_);
    }
    for (const Answer& answer : answers) answer.done(answer.error, answer.state);
    news_();
}

}  // namespace farfield::net
