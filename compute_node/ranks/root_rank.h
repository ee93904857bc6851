#pragma once

#include "compute_node/lines/line_helpers.h"
#include "compute_node/ranks/communicator.h"
#include "compute_node/ranks/rank_answers.h"
#include "compute_node/ranks/ranks.h"
#include "compute_node/ranks/remote_particles.h"
#include "compute_node/ranks/shared_terrains.h"
#include "compute_node/ranks/tracing_orders.h"

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace farfield::compute {

/// The fields that all ranks have, and the lines and particles that they trace together: rank 0's side.
/// Threads: take() and fail() are called on the communication thread, the others on any.
class SharedFields final : public RankService {
public:
    /// Borrows the communicator.
    explicit SharedFields(Communicator& communicator) : communicator_{communicator} {}

    /// Shares a field as Ranks::share() says.
    [[nodiscard]] std::shared_ptr<const Field> share(const Field& field);
    /// Begins a job as LineHelpers says. each: [ranks] threads that each takes by itself; replaced by
    /// `threads` where that is not 0.
    [[nodiscard]] std::unique_ptr<LineHelp> begin(const Field& field, const LineSettings& settings,
                                                  int threads, std::vector<int> each);
    /// Begins help as ParticleHelpers says.
    [[nodiscard]] std::unique_ptr<ParticleHelp> begin_particles(const Field& field);

    [[nodiscard]] KindRange kinds() const override { return tracing_kinds; }
    void take(int from, RankMessage message) override;
    void fail(const std::string& text) override;

private:
    using LineAnswers = RemoteResults<LineBlock>;

    void drop(std::uint32_t field);

    Communicator& communicator_;
    std::mutex mutex_;
    std::map<const Field*, std::uint32_t> fields_;
    std::uint32_t next_job_ = 1;
    JobsUnderWay<LineAnswers> jobs_;
    JobsUnderWay<RankAnswers> particle_sets_;
    std::string failure_;
};

/// Rank 0's side of Ranks.
class RootRank final : public Ranks {
public:
    /// Waits until all others have said hello. Throws std::runtime_error.
    explicit RootRank(const std::vector<MakeRootService>& more_services);
    ~RootRank() override = default;
    RootRank(const RootRank&) = delete;
    RootRank& operator=(const RootRank&) = delete;

    [[nodiscard]] int size() const override { return communicator_->size(); }
    [[nodiscard]] std::shared_ptr<const Field> share(const Field& field) override;
    [[nodiscard]] std::shared_ptr<terrain::ViewHelpers> share(terrain::Terrain& terrain) override;
    [[nodiscard]] std::unique_ptr<LineHelp> begin(const Field& field, const LineSettings& settings,
                                                  int threads) override;
    [[nodiscard]] std::unique_ptr<ParticleHelp> begin_particles(const Field& field) override;
    void on_failure(std::function<void(const std::string& words)> report) override;
    [[nodiscard]] std::string failure() const override { return communicator_->failure(); }

private:
    template <class Service>
    Service* add(std::unique_ptr<Service> service);
    void take(int from, RankMessage message);
    [[nodiscard]] std::vector<int> threads_of_all(int wanted) const;
    void fail(const std::string& words);

    mutable std::mutex mutex_;
    std::condition_variable all_there_;
    std::map<int, int> threads_;  ///< number of threads by rank, as reported
    std::string failure_;
    std::function<void(const std::string& words)> report_;
    std::vector<std::unique_ptr<RankService>> services_;
    SharedFields* fields_ = nullptr;              ///< one of the services
    SharedTerrains* terrains_ = nullptr;          ///< another of the services
    std::unique_ptr<Communicator> communicator_;  ///< last: ends before the members that its handlers use
};

}  // namespace farfield::compute
