#include "compute_node/ranks/root_rank.h"

#include <stdexcept>
#include <utility>

namespace farfield::compute {

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
