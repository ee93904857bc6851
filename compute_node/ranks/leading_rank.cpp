#include "compute_node/ranks/leading_rank.h"

#include "compute_node/fields/field_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

LeadingRank::LeadingRank()
{
    postman_ = std::make_unique<Postman>(Postman::Handlers{
        .deliver = [this](int from, RankMessage message) { take(from, std::move(message)); },
        .end = [] {},
        .fail = [this](const std::string& words) { fail(words); }});
    std::unique_lock lock{mutex_};
    terrains_.emplace(*postman_);
    answered_.wait(lock, [this] {
        return !failure_.empty() || static_cast<int>(threads_.size()) == postman_->size() - 1;
    });
    if (!failure_.empty()) throw std::runtime_error(failure_);
}

std::shared_ptr<ParticleAnswers> LeadingRank::answers_of_crowd(std::uint32_t crowd)
{
    const auto found = crowds_.find(crowd);
    return found == crowds_.end() ? nullptr : found->second.lock();
}

void LeadingRank::take(int from, RankMessage message)
{
    const std::lock_guard lock{mutex_};
    const auto answers_of = [this](std::uint32_t job) {
        const auto found = jobs_.find(job);
        return found == jobs_.end() ? nullptr : found->second.lock();
    };
    switch (static_cast<Order>(message.kind)) {
    case Order::Hello:
        threads_[from] = content_of<int>(message);
        answered_.notify_all();
        break;
    case Order::Block: {
        auto answer = content_of<BlockAnswer>(message);
        if (const auto answers = answers_of(answer.job))
            answers->add(from, std::move(answer.block), answer.last);
        break;
    }
    case Order::Failed: {
        const auto answer = content_of<FailedAnswer>(message);
        const std::string words = fmt::format("rank {}: {}", from, answer.words);
        if (const auto answers = answers_of(answer.job)) answers->fail(answer.words);
        if (const auto answers = answers_of_crowd(answer.job)) answers->fail(answer.words);
        take_travel(answer.job, [&](TrafficArrivals& arrivals) { arrivals.fail(words); });
        break;
    }
    case Order::Opened: {
        auto answer = content_of<OpenedAnswer>(message);
        const auto opening = openings_.find(answer.block);
        if (opening == openings_.end()) break;  // it has failed already
        ++opening->second.answers;
        opening->second.summaries[from] = std::move(answer.summary);
        if (!answer.failure.empty())
            opening->second.failure = fmt::format("rank {}: {}", from, answer.failure);
        answered_.notify_all();
        break;
    }
    case Order::Travel: {
        auto order = content_of<TravelOrder>(message);
        take_travel(order.job, [&](TrafficArrivals& arrivals) { arrivals.add(std::move(order.lines)); });
        break;
    }
    case Order::Pieces: {
        auto answer = content_of<PiecesAnswer>(message);
        take_travel(answer.job, [&](TrafficArrivals& arrivals) { arrivals.add(std::move(answer.pieces)); });
        break;
    }
    case Order::MadeFrames: {
        std::uint32_t crowd = 0;
        std::memcpy(&crowd, message.bytes.data() + message.bytes.size() - sizeof crowd, sizeof crowd);
        if (const auto answers = answers_of_crowd(crowd)) answers->add(from, std::move(message));
        break;
    }
    case Order::GivenBack:
    case Order::Sampled:
        if (const auto answers = answers_of_crowd(content_of<std::uint32_t>(message)))
            answers->add(from, std::move(message));
        break;
    case Order::HasTerrain:
    case Order::CastTiles:
    case Order::ViewFailed:
        terrains_->take(from, std::move(message));
        break;
    default:
        break;
    }
}

void LeadingRank::fail(const std::string& words)
{
    const std::lock_guard lock{mutex_};
    failure_ = words;
    for (const auto& [job, weak] : jobs_)
        if (const auto answers = weak.lock()) answers->fail(words);
    for (const auto& [crowd, weak] : crowds_)
        if (const auto answers = weak.lock()) answers->fail(words);
    for (const auto& [job, weak] : traffic_)
        if (const auto arrivals = weak.lock()) arrivals->fail(words);
    if (terrains_) terrains_->fail(words);
    answered_.notify_all();
    if (tell_) tell_(words);
}

void LeadingRank::on_failure(std::function<void(const std::string& words)> tell)
{
    const std::lock_guard lock{mutex_};
    tell_ = std::move(tell);
    if (tell_ && !failure_.empty()) tell_(failure_);
}

std::shared_ptr<const Field> LeadingRank::share(const Field& field)
{
    if (const std::string words = failure(); !words.empty()) throw std::runtime_error(words);
    std::uint32_t id = 0;
    const auto take_memory = [&](std::size_t bytes) {
        const Postman::Shared shared = postman_->share_memory(bytes);
        id = shared.id;
        return std::shared_ptr<std::byte>{shared.begin, [this, id](std::byte*) { drop_field(id); }};
    };
    FieldImage image = image_of(field, take_memory);
    postman_->publish_memory(id);
    postman_->send_to_all(message_of(Order::Field, FieldOrder{id, image.description}));
    auto shared = field_of(image);
    const std::lock_guard lock{mutex_};
    fields_[shared.get()] = id;
    return shared;
}

std::shared_ptr<terrain::ViewHelpers> LeadingRank::share(terrain::Terrain& terrain)
{
    if (const std::string words = failure(); !words.empty()) throw std::runtime_error(words);
    return terrains_->share(terrain, threads_of_all(0));
}

/// [ranks] When 0 are wanted, as each said.
std::vector<int> LeadingRank::threads_of_all(int wanted) const
{
    std::vector<int> each(postman_->size(), wanted);
    if (wanted == 0)
        for (const auto& [rank, own] : threads_) each[rank] = own;
    return each;
}

/// When the last FixedArray in that memory is gone.
void LeadingRank::drop_field(std::uint32_t id)
{
    {
        const std::lock_guard lock{mutex_};
        std::erase_if(fields_, [id](const auto& entry) { return entry.second == id; });
    }
    postman_->send_to_all(message_of(Order::DropField, id));
    postman_->release_memory(id);
}

std::unique_ptr<LineHelp> LeadingRank::begin(const Field& field, const LineSettings& settings, int threads)
{
    const std::lock_guard lock{mutex_};
    if (!failure_.empty()) throw std::runtime_error(failure_);
    const auto known = fields_.find(&field);
    if (known == fields_.end()) return nullptr;
    auto answers = std::make_shared<LineAnswers>(threads_of_all(threads));
    std::erase_if(jobs_, [](const auto& job) { return job.second.expired(); });
    const std::uint32_t job = next_job_++;
    jobs_[job] = answers;
    postman_->send_to_all(message_of(Order::Job, JobOrder{job, known->second, settings, threads}));
    return std::make_unique<RemoteLines>(*postman_, job, std::move(answers));
}

std::unique_ptr<ParticleHelp> LeadingRank::begin_particles(const Field& field)
{
    const std::lock_guard lock{mutex_};
    if (!failure_.empty()) throw std::runtime_error(failure_);
    const auto known = fields_.find(&field);
    if (known == fields_.end()) return nullptr;
    auto answers = std::make_shared<ParticleAnswers>(postman_->size());
    std::erase_if(crowds_, [](const auto& crowd) { return crowd.second.expired(); });
    const std::uint32_t crowd = next_job_++;
    crowds_[crowd] = answers;
    return std::make_unique<RemoteParticles>(*postman_, crowd, known->second, std::move(answers));
}

// A field in blocks.

FieldInBlocks LeadingRank::open_blocks(const DatasetFiles& dataset, const FieldChoice& choice)
{
    std::uint32_t id = 0;
    {
        const std::lock_guard lock{mutex_};
        id = next_cut_++;
        openings_[id].summaries.resize(static_cast<std::size_t>(size()));
    }
    postman_->send_to_all(message_of(Order::Open, OpenOrder{id, dataset, choice}));
    try {
        const DatasetBlock first = open_block(dataset, choice, 0, size());
        std::vector<BlockSummary> summaries = wait_until_opened(id);
        summaries.front() = first.summary;
        FieldInBlocks whole = join_blocks(first, summaries);
        whole.first = note_blocks(whole.first, first.blocks, id);
        return whole;
    } catch (...) {
        postman_->send_to_all(message_of(Order::DropBlock, id));
        const std::lock_guard lock{mutex_};
        openings_.erase(id);
        throw;
    }
}

std::vector<BlockSummary> LeadingRank::wait_until_opened(std::uint32_t id)
{
    std::unique_lock lock{mutex_};
    Opening& opening = openings_[id];
    answered_.wait(lock, [&] { return !failure_.empty() || opening.answers == postman_->size() - 1; });
    const std::string words = failure_.empty() ? opening.failure : failure_;
    std::vector<BlockSummary> summaries = std::move(opening.summaries);
    openings_.erase(id);
    if (!words.empty()) throw std::runtime_error(words);
    return summaries;
}

/// The others drop theirs when this one is gone.
std::shared_ptr<const Field> LeadingRank::note_blocks(const std::shared_ptr<const Field>& first,
                                                      const LatticeBlocks& blocks, std::uint32_t id)
{
    std::shared_ptr<const Field> noted{first.get(),
                                       [this, kept = first](const Field* field) { drop_blocks(field); }};
    const std::lock_guard lock{mutex_};
    cuts_.insert_or_assign(noted.get(), Cut{id, blocks});
    return noted;
}

void LeadingRank::drop_blocks(const Field* first)
{
    std::uint32_t id = 0;
    {
        const std::lock_guard lock{mutex_};
        id = cuts_.at(first).id;
        cuts_.erase(first);
    }
    postman_->send_to_all(message_of(Order::DropBlock, id));
}

std::unique_ptr<LineTraffic> LeadingRank::begin_traffic(const Field& block, const LineSettings& settings,
                                                        int threads)
{
    const std::lock_guard lock{mutex_};
    if (!failure_.empty()) throw std::runtime_error(failure_);
    const auto known = cuts_.find(&block);
    if (known == cuts_.end()) return nullptr;
    std::erase_if(traffic_, [](const auto& job) { return job.second.expired(); });
    auto arrivals = std::make_shared<TrafficArrivals>();
    const std::uint32_t job = next_job_++;
    traffic_[job] = arrivals;
    postman_->send_to_all(message_of(Order::Job, JobOrder{job, known->second.id, settings, threads}));
    return std::make_unique<RemoteTraffic>(*postman_, job, known->second.blocks, std::move(arrivals));
}

std::unique_ptr<BlockSampling> LeadingRank::begin_sampling(const Field& block, int threads)
{
    const std::lock_guard lock{mutex_};
    if (!failure_.empty()) throw std::runtime_error(failure_);
    const auto known = cuts_.find(&block);
    if (known == cuts_.end()) return nullptr;
    auto answers = std::make_shared<ParticleAnswers>(postman_->size());
    std::erase_if(crowds_, [](const auto& crowd) { return crowd.second.expired(); });
    const std::uint32_t asker = next_job_++;
    crowds_[asker] = answers;
    return std::make_unique<RemoteSampling>(*postman_, asker, known->second.id, block, known->second.blocks,
                                            threads, std::move(answers));
}

/// With the lock held.
void LeadingRank::take_travel(std::uint32_t job, const std::function<void(TrafficArrivals&)>& add)
{
    const auto found = traffic_.find(job);
    if (found == traffic_.end()) return;
    if (const auto arrivals = found->second.lock()) add(*arrivals);
}

}  // namespace farfield::compute
