#include "compute_node/ranks/root_rank.h"

#include <cstring>
#include <stdexcept>
#include <utility>

#include "compute_node/fields/field_image.h"

namespace farfield::compute {

std::shared_ptr<const Field> SharedFields::share(const Field& field)
{
    std::uint32_t id = 0;
    const auto take_memory = [&](std::size_t bytes) {
        const Communicator::Shared shared = communicator_.share_memory(bytes);
        id = shared.id;
        return std::shared_ptr<std::byte>{shared.begin, [this, id](std::byte*) { drop(id); }};
    };
    FieldImage image = image_of(field, take_memory);
    communicator_.publish_memory(id);
    communicator_.send_to_all(message_of(TracingOrder::Field, FieldOrder{id, image.description}));
    auto shared = field_of(image);
    const std::lock_guard lock{mutex_};
    fields_[shared.get()] = id;
    return shared;
}

/// Drops a field once the last FixedArray in its memory is gone.
void SharedFields::drop(std::uint32_t field)
{
    {
        const std::lock_guard lock{mutex_};
        std::erase_if(fields_, [field](const auto& entry) { return entry.second == field; });
    }
    communicator_.send_to_all(message_of(TracingOrder::DropField, field));
    communicator_.release_memory(field);
}

std::unique_ptr<LineHelp> SharedFields::begin(const Field& field, const LineSettings& settings, int threads,
                                              std::vector<int> each)
{
    using RemoteLines = RemoteWork<LinePart, LineBlock, TracingOrder::Lines, TracingOrder::EndJob>;
    const std::lock_guard lock{mutex_};
    if (!failure_.empty()) throw std::runtime_error(failure_);
    const auto known = fields_.find(&field);
    if (known == fields_.end()) return nullptr;
    auto answers = std::make_shared<LineAnswers>(std::move(each));
    const std::uint32_t job = next_job_++;
    jobs_.add(job, answers);
    communicator_.send_to_all(
        message_of(TracingOrder::Job, LineJobOrder{job, known->second, settings, threads}));
    return std::make_unique<RemoteLines>(communicator_, job, std::move(answers));
}

std::unique_ptr<ParticleHelp> SharedFields::begin_particles(const Field& field)
{
    const std::lock_guard lock{mutex_};
    if (!failure_.empty()) throw std::runtime_error(failure_);
    const auto known = fields_.find(&field);
    if (known == fields_.end()) return nullptr;
    auto answers = std::make_shared<RankAnswers>(communicator_.size());
    const std::uint32_t particle_set = next_job_++;
    particle_sets_.add(particle_set, answers);
    return std::make_unique<RemoteParticles>(communicator_, particle_set, known->second, std::move(answers));
}

void SharedFields::take(int from, RankMessage message)
{
    const std::lock_guard lock{mutex_};
    switch (static_cast<TracingOrder>(message.kind)) {
    case TracingOrder::Block: {
        auto answer = content_of<BlockAnswer>(message);
        if (const auto answers = jobs_.find(answer.job))
            answers->add(from, std::move(answer.block), answer.last);
        break;
    }
    case TracingOrder::Failed: {
        const auto answer = content_of<FailedAnswer>(message);
        jobs_.fail(answer.job, answer.text);
        particle_sets_.fail(answer.job, answer.text);
        break;
    }
    case TracingOrder::MadeFrames: {
        std::uint32_t particle_set = 0;
        std::memcpy(&particle_set, message.bytes.data() + message.bytes.size() - sizeof particle_set,
                    sizeof particle_set);
        if (const auto answers = particle_sets_.find(particle_set)) answers->add(from, std::move(message));
        break;
    }
    case TracingOrder::GivenBack:
        if (const auto answers = particle_sets_.find(content_of<std::uint32_t>(message)))
            answers->add(from, std::move(message));
        break;
    default:
        break;
    }
}

void SharedFields::fail(const std::string& text)
{
    const std::lock_guard lock{mutex_};
    failure_ = text;
    jobs_.fail_all(text);
    particle_sets_.fail_all(text);
}

RootRank::RootRank(const std::vector<MakeRootService>& more_services)
{
    // Messages wait until all services are there: a rank sends its first ones as soon as it has started.
    std::unique_lock lock{mutex_};
    communicator_ = std::make_unique<Communicator>(Communicator::Handlers{
        .deliver = [this](int from, RankMessage message) { take(from, std::move(message)); },
        .end = [] {},
        .fail = [this](const std::string& words) { fail(words); }});
    fields_ = add(std::make_unique<SharedFields>(*communicator_));
    terrains_ = add(std::make_unique<SharedTerrains>(*communicator_));
    for (const MakeRootService& make : more_services) add(make(*communicator_));
    all_there_.wait(lock, [this] {
        return !failure_.empty() || static_cast<int>(threads_.size()) == communicator_->size() - 1;
    });
    if (!failure_.empty()) throw std::runtime_error(failure_);
}

template <class Service>
Service* RootRank::add(std::unique_ptr<Service> service)
{
    Service* const added = service.get();
    services_.push_back(std::move(service));
    return added;
}

/// Takes a message, on the communication thread.
void RootRank::take(int from, RankMessage message)
{
    const std::lock_guard lock{mutex_};
    if (message.kind == hello_kind) {
        threads_[from] = content_of<int>(message);
        all_there_.notify_all();
        return;
    }
    for (const auto& service : services_)
        if (service->kinds().contains(message.kind)) return service->take(from, std::move(message));
}

void RootRank::fail(const std::string& words)
{
    const std::lock_guard lock{mutex_};
    failure_ = words;
    for (const auto& service : services_) service->fail(words);
    all_there_.notify_all();
    if (report_) report_(words);
}

void RootRank::on_failure(std::function<void(const std::string& words)> report)
{
    const std::lock_guard lock{mutex_};
    report_ = std::move(report);
    if (report_ && !failure_.empty()) report_(failure_);
}

std::shared_ptr<const Field> RootRank::share(const Field& field)
{
    if (const std::string words = failure(); !words.empty()) throw std::runtime_error(words);
    return fields_->share(field);
}

std::shared_ptr<terrain::ViewHelpers> RootRank::share(terrain::Terrain& terrain)
{
    if (const std::string words = failure(); !words.empty()) throw std::runtime_error(words);
    return terrains_->share(terrain, threads_of_all(0));
}

/// Threads of each rank, [ranks]; as each reported when 0 are wanted.
std::vector<int> RootRank::threads_of_all(int wanted) const
{
    std::vector<int> each(communicator_->size(), wanted);
    if (wanted == 0)
        for (const auto& [rank, own] : threads_) each[rank] = own;
    return each;
}

std::unique_ptr<LineHelp> RootRank::begin(const Field& field, const LineSettings& settings, int threads)
{
    return fields_->begin(field, settings, threads, threads_of_all(threads));
}

std::unique_ptr<ParticleHelp> RootRank::begin_particles(const Field& field)
{
    return fields_->begin_particles(field);
}

std::unique_ptr<Ranks> lead_ranks(const std::vector<MakeRootService>& more)
{
    if (launched_size() < 2) return nullptr;
    return std::make_unique<RootRank>(more);
}

}  // namespace farfield::compute
