#pragma once

#include "compute_node/ranks/rank_answers.h"
#include "compute_node/ranks/tomography/arrival_orders.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace farfield::compute {

/// The ranks that trace first arrivals together: rank 0's side. The medium goes to each rank by message, a
/// few megabytes an iteration.
/// Threads: take() and fail() are called by the messenger's, begin() by any.
class ArrivalRoot final : public RankService, public tomography::ArrivalHelpers {
public:
    /// Borrows the messenger.
    explicit ArrivalRoot(Messenger& messenger)
        : messenger_{messenger}, threads_(static_cast<std::size_t>(messenger.size()), 0)
    {}

    /// Begins a job; the result must be destroyed before this. Throws std::runtime_error after fail().
    [[nodiscard]] std::unique_ptr<tomography::ArrivalHelp>
    begin(const tomography::SlownessModel& model, const tomography::Survey& survey,
          const tomography::Lattice* rows, const tomography::EikonalSettings& settings) override;

    [[nodiscard]] KindRange kinds() const override { return arrival_kinds; }
    void take(int from, RankMessage message) override;
    void fail(const std::string& text) override;

private:
    using Results = RemoteResults<tomography::PackedPlaces>;

    void take_traced(int from, std::vector<std::byte> bytes);

    Messenger& messenger_;
    std::mutex mutex_;
    std::vector<int> threads_;  ///< [ranks] threads that each takes by itself
    std::uint32_t next_job_ = 1;
    JobsUnderWay<Results> jobs_;
    std::string failure_;
};

}  // namespace farfield::compute
