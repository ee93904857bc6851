#include "compute_node/ranks/helping_rank.h"

#include "compute_node/fields/field_image.h"
#include "compute_node/support/parallel.h"

#include <exception>
#include <thread>
#include <utility>

namespace farfield::compute {

HelpingRank::HelpingRank(std::shared_ptr<FieldReader> reader) : reader_{std::move(reader)}
{
    postman_ = std::make_unique<Postman>(
        Postman::Handlers{.deliver = [this](int, RankMessage message) { arrive(std::move(message)); },
                          .end = [this] { stop(true, {}); },
                          .fail = [this](const std::string& words) { stop(false, words); }});
    // Nothing is asked of it before this rank has said hello.
    const std::lock_guard lock{mutex_};
    blocks_.emplace(postman_->rank(), postman_->size(), reader_,
                    [this](int to, RankMessage message) { postman_->send(to, std::move(message)); });
    terrains_.emplace(*postman_);
}

/// On the postman's thread: what is being done is not wanted any more.
void HelpingRank::stop(bool ended, const std::string& failure)
{
    const std::lock_guard lock{mutex_};
    ended_ = ended_ || ended;
    if (!failure.empty()) failure_ = failure;
    for (const auto& [number, job] : jobs_) job->cancelled = true;
    if (terrains_) terrains_->end_all();
    reader_->stop();
    wake_.notify_all();
}

std::string HelpingRank::work()
{
    postman_->send(0, message_of(Order::Hello, thread_count(0)));
    std::exception_ptr of_orders_beside;
    std::jthread beside{[&] {
        of_orders_beside =
            serve(orders_beside_, [this](const RankMessage& message) { carry_out_beside(message); });
    }};
    const std::exception_ptr of_orders =
        serve(orders_, [this](const RankMessage& message) { carry_out(message); });
    beside.join();
    for (const std::exception_ptr& error : {of_orders, of_orders_beside})
        if (error) std::rethrow_exception(error);
    const std::lock_guard lock{mutex_};
    return failure_;
}

std::exception_ptr HelpingRank::serve(std::deque<RankMessage>& queue,
                                      const std::function<void(const RankMessage&)>& carry_out)
{
    try {
        while (const auto message = next(queue)) carry_out(*message);
        return nullptr;
    } catch (...) {
        const std::lock_guard lock{mutex_};
        ended_ = true;  // for who serves the other queue
        wake_.notify_all();
        return std::current_exception();
    }
}

/// On the postman's thread. What hurries is done here; the rest waits for its turn.
void HelpingRank::arrive(RankMessage message)
{
    const auto kind = static_cast<Order>(message.kind);
    if (kind == Order::Travel) {
        auto order = content_of<TravelOrder>(message);
        const std::uint32_t job = order.job;
        if (blocks_->take_in(std::move(order))) put(message_of(Order::Follow, job));
        return;
    }
    if (kind == Order::Cancel || kind == Order::EndJob) {
        const auto number = content_of<std::uint32_t>(message);
        if (const auto job = job_of(number)) job->cancelled = true;
        if (kind == Order::EndJob) blocks_->end(number);
    }
    if (kind == Order::Job) {
        auto job = std::make_shared<Job>();
        job->order = content_of<JobOrder>(message);
        const std::uint32_t number = job->order.job;
        {
            const std::lock_guard lock{mutex_};
            jobs_[number] = std::move(job);
        }
        if (blocks_->begin(number)) put(message_of(Order::Follow, number));
    }
    if (kind == Order::View) return terrains_->begin(content_of<ViewOrder>(message));
    if (kind == Order::EndView) return terrains_->end(content_of<std::uint32_t>(message));
    if (kind == Order::DropBlock) blocks_->forsake(content_of<std::uint32_t>(message));
    put(std::move(message));
}

namespace {

/// Whether somebody waits for it who must not wait for lines.
bool is_served_beside(Order kind)
{
    return kind == Order::Sample || kind == Order::Terrain || kind == Order::DropTerrain ||
           kind == Order::Tiles;
}

}  // namespace

void HelpingRank::put(RankMessage message)
{
    const std::lock_guard lock{mutex_};
    const bool is_beside = is_served_beside(static_cast<Order>(message.kind));
    (is_beside ? orders_beside_ : orders_).push_back(std::move(message));
    wake_.notify_all();
}

/// Null when it has ended.
std::shared_ptr<HelpingRank::Job> HelpingRank::job_of(std::uint32_t number)
{
    const std::lock_guard lock{mutex_};
    const auto found = jobs_.find(number);
    return found == jobs_.end() ? nullptr : found->second;
}

std::optional<RankMessage> HelpingRank::next(std::deque<RankMessage>& queue)
{
    std::unique_lock lock{mutex_};
    wake_.wait(lock, [&] { return ended_ || !failure_.empty() || !queue.empty(); });
    if (ended_ || !failure_.empty()) return std::nullopt;
    RankMessage message = std::move(queue.front());
    queue.pop_front();
    return message;
}

void HelpingRank::carry_out(const RankMessage& message)
{
    switch (static_cast<Order>(message.kind)) {
    case Order::Field:
        take_field(content_of<FieldOrder>(message));
        break;
    case Order::DropField:
        fields_.erase(content_of<std::uint32_t>(message));
        break;
    case Order::Lines:
        trace(content_of<LinesOrder>(message));
        break;
    case Order::Particles:
        hold(content_of<ParticlesOrder>(message));
        break;
    case Order::Frames:
        make_frames(message);
        break;
    case Order::TakeBack: {
        const auto crowd = content_of<std::uint32_t>(message);
        postman_->send(0, crowds_.at(crowd).give_back(crowd));
        break;
    }
    case Order::DropParticles:
        crowds_.erase(content_of<std::uint32_t>(message));
        break;
    case Order::Open:
        blocks_->open(content_of<OpenOrder>(message));
        break;
    case Order::DropBlock:
        blocks_->drop(content_of<std::uint32_t>(message));
        break;
    case Order::Follow:
        follow(content_of<std::uint32_t>(message));
        break;
    case Order::EndJob: {
        const std::lock_guard lock{mutex_};
        jobs_.erase(content_of<std::uint32_t>(message));
        break;
    }
    default:
        break;
    }
}

void HelpingRank::take_field(const FieldOrder& order)
{
    const std::shared_ptr<const std::byte> memory{
        postman_->memory(order.field),
        [this, id = order.field](const std::byte*) { postman_->release_memory(id); }};
    fields_[order.field] = field_of({order.description, memory});
}

void HelpingRank::hold(ParticlesOrder order)
{
    crowds_.insert_or_assign(order.crowd, HeldParticles{fields_.at(order.field), std::move(order.particles)});
}

void HelpingRank::make_frames(const RankMessage& order)
{
    const auto crowd = content_of<std::uint32_t>(order);
    try {
        postman_->send(0, crowds_.at(crowd).make_frames(order));
    } catch (const std::exception& error) {
        tell_failure(crowd, error);
    }
}

void HelpingRank::trace(const LinesOrder& order)
{
    const std::shared_ptr<Job> job = job_of(order.job);
    if (job == nullptr) return;
    const auto send = [&](const LineBlock& block, const TraceProgress& progress) {
        BlockAnswer answer{order.job, progress.lines == progress.all_lines, block};
        answer.block.first_seed += order.first;
        postman_->send(0, message_of(Order::Block, answer));
    };
    try {
        const auto& [number, field, settings, threads] = job->order;
        LineTracer{fields_.at(field), settings, threads}.trace(order.seeds, send, &job->cancelled);
    } catch (const std::exception& error) {
        tell_failure(order.job, error);
    }
}

void HelpingRank::follow(std::uint32_t number)
{
    const std::shared_ptr<Job> job = job_of(number);
    if (job == nullptr) return;
    try {
        // Others who wait for this rank get their turn in between.
        if (blocks_->follow(job->order, job->cancelled)) put(message_of(Order::Follow, number));
    } catch (const std::exception& error) {
        tell_failure(number, error);
    }
}

void HelpingRank::carry_out_beside(const RankMessage& message)
{
    switch (static_cast<Order>(message.kind)) {
    case Order::Terrain:
        return terrains_->hold(content_of<TerrainOrder>(message));
    case Order::DropTerrain:
        return terrains_->drop(content_of<std::uint32_t>(message));
    case Order::Tiles:
        return terrains_->cast(content_of<TilesOrder>(message));
    default:
        return sample(content_of<SampleOrder>(message));
    }
}

void HelpingRank::sample(const SampleOrder& order)
{
    try {
        postman_->send(0, message_of(Order::Sampled, blocks_->sample(order)));
    } catch (const std::exception& error) {
        tell_failure(order.asker, error);
    }
}

void HelpingRank::tell_failure(std::uint32_t job, const std::exception& error)
{
    postman_->send(0, message_of(Order::Failed, FailedAnswer{job, error.what()}));
}

}  // namespace farfield::compute
