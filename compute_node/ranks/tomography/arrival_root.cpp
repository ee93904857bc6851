#include "compute_node/ranks/tomography/arrival_root.h"

#include <fmt/format.h>

#include <cstring>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

std::unique_ptr<tomography::ArrivalHelp> ArrivalRoot::begin(const tomography::SlownessModel& model,
                                                            const tomography::Survey& survey,
                                                            const tomography::Lattice* rows,
                                                            const tomography::EikonalSettings& settings)
{
    using tomography::PackedPlaces;
    using tomography::PlaceRange;
    // Tasks take long: a rank that got its next one beforehand might leave another without any.
    constexpr int tasks_at_once = 1;
    ArrivalJobOrder order{0,
                          model,
                          survey.sources,
                          survey.receivers,
                          survey.data,
                          std::nullopt,
                          settings.order,
                          settings.threads,
                          settings.max_bytes};
    if (rows != nullptr) order.rows = *rows;
    std::shared_ptr<Results> results;
    {
        const std::lock_guard lock{mutex_};
        if (!failure_.empty()) throw std::runtime_error(failure_);
        order.job = next_job_++;
        std::vector<int> threads = threads_;
        for (std::size_t rank = 1; rank < threads.size() && settings.threads > 0; ++rank)
            threads[rank] = settings.threads;
        results = std::make_shared<Results>(std::move(threads), tasks_at_once);
        jobs_.add(order.job, results);
    }
    messenger_.send_to_all(message_of(ArrivalOrderKind::Job, order));
    return std::make_unique<
        RemoteWork<PlaceRange, PackedPlaces, ArrivalOrderKind::Trace, ArrivalOrderKind::EndJob>>(
        messenger_, order.job, std::move(results));
}

void ArrivalRoot::take(int from, RankMessage message)
{
    const std::lock_guard lock{mutex_};
    switch (static_cast<ArrivalOrderKind>(message.kind)) {
    case ArrivalOrderKind::Ready:
        threads_[static_cast<std::size_t>(from)] = content_of<int>(message);
        break;
    case ArrivalOrderKind::Traced:
        take_traced(from, std::move(message.bytes));
        break;
    default: {
        const auto answer = content_of<FailedAnswer>(message);
        jobs_.fail(answer.job, fmt::format("rank {}: {}", from, answer.text));
        break;
    }
    }
}

/// Takes arrivals; the job's thread unpacks them, not the messenger's.
void ArrivalRoot::take_traced(int from, std::vector<std::byte> bytes)
{
    std::uint32_t job = 0;
    std::memcpy(&job, bytes.data() + bytes.size() - sizeof job, sizeof job);
    if (const auto results = jobs_.find(job)) results->add(from, {std::move(bytes)}, true);
}

void ArrivalRoot::fail(const std::string& text)
{
    const std::lock_guard lock{mutex_};
    failure_ = text;
    jobs_.fail_all(text);
}

}  // namespace farfield::compute
