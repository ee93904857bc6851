#pragma once

#include "compute_node/ranks/blocks/dataset_block.h"
#include "compute_node/ranks/blocks/remote_sampling.h"
#include "compute_node/ranks/blocks/remote_traffic.h"
#include "compute_node/ranks/ranks.h"
#include "compute_node/ranks/remote_lines.h"
#include "compute_node/ranks/remote_particles.h"
#include "compute_node/ranks/shared_terrains.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace farfield::compute {

/// Rank 0's side of Ranks.
class LeadingRank final : public Ranks {
public:
    /// Waits until all others have said hello. Throws std::runtime_error.
    LeadingRank();
    ~LeadingRank() override = default;
    LeadingRank(const LeadingRank&) = delete;
    LeadingRank& operator=(const LeadingRank&) = delete;

    [[nodiscard]] int size() const override { return postman_->size(); }
    [[nodiscard]] bool is_on_this_host(int rank) const override { return postman_->is_on_this_host(rank); }
    [[nodiscard]] std::shared_ptr<const Field> share(const Field& field) override;
    [[nodiscard]] std::shared_ptr<terrain::ViewHelpers> share(terrain::Terrain& terrain) override;
    [[nodiscard]] std::unique_ptr<LineHelp> begin(const Field& field, const LineSettings& settings,
                                                  int threads) override;
    [[nodiscard]] std::unique_ptr<ParticleHelp> begin_particles(const Field& field) override;
    [[nodiscard]] FieldInBlocks open_blocks(const DatasetFiles& dataset, const FieldChoice& choice) override;
    [[nodiscard]] std::unique_ptr<LineTraffic> begin_traffic(const Field& block, const LineSettings& settings,
                                                             int threads) override;
    [[nodiscard]] std::unique_ptr<BlockSampling> begin_sampling(const Field& block, int threads) override;
    void on_failure(std::function<void(const std::string& words)> tell) override;
    [[nodiscard]] std::string failure() const override { return postman_->failure(); }

private:
    /// A field of which this rank has block 0.
    struct Cut {
        std::uint32_t id = 0;
        LatticeBlocks blocks;
    };
    /// Ranks that read their blocks.
    struct Opening {
        int answers = 0;
        std::string failure;
        std::vector<BlockSummary> summaries;  ///< [ranks]
    };

    void take(int from, RankMessage message);
    [[nodiscard]] std::vector<int> threads_of_all(int wanted) const;
    [[nodiscard]] std::shared_ptr<ParticleAnswers> answers_of_crowd(std::uint32_t crowd);
    void take_travel(std::uint32_t job, const std::function<void(TrafficArrivals&)>& add);
    [[nodiscard]] std::vector<BlockSummary> wait_until_opened(std::uint32_t id);
    [[nodiscard]] std::shared_ptr<const Field> note_blocks(const std::shared_ptr<const Field>& first,
                                                           const LatticeBlocks& blocks, std::uint32_t id);
    void drop_blocks(const Field* first);
    void fail(const std::string& words);
    void drop_field(std::uint32_t id);

    mutable std::mutex mutex_;
    std::condition_variable answered_;
    std::map<int, int> threads_;                    ///< by rank, as they said
    std::map<const Field*, std::uint32_t> fields_;  ///< shared
    std::map<const Field*, Cut> cuts_;
    std::map<std::uint32_t, Opening> openings_;
    std::map<std::uint32_t, std::weak_ptr<LineAnswers>> jobs_;
    std::map<std::uint32_t, std::weak_ptr<ParticleAnswers>> crowds_;
    std::map<std::uint32_t, std::weak_ptr<TrafficArrivals>> traffic_;
    std::optional<SharedTerrains> terrains_;
    std::uint32_t next_job_ = 1, next_cut_ = 1;
    std::string failure_;
    std::function<void(const std::string& words)> tell_;
    std::unique_ptr<Postman> postman_;  ///< the last: ends before what its handlers use
};

}  // namespace farfield::compute
