#pragma once

#include "compute_node/ranks/communicator.h"
#include "compute_node/ranks/rank_answers.h"
#include "compute_node/ranks/terrain_orders.h"
#include "compute_node/terrain/rays/view_helpers.h"
#include "compute_node/terrain/terrain.h"

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace farfield::compute {

/// The terrains that all ranks have, and the views they cast together: rank 0's side.
/// Threads: take() and fail() are called on the communication thread, the others on any.
class SharedTerrains final : public RankService {
public:
    /// Borrows the communicator.
    explicit SharedTerrains(Communicator& communicator) : communicator_{communicator} {}

    /// Shares a terrain as Ranks::share() says. threads: [ranks] threads that each takes by itself.
    [[nodiscard]] std::shared_ptr<terrain::ViewHelpers> share(terrain::Terrain& terrain,
                                                              std::vector<int> threads);

    [[nodiscard]] KindRange kinds() const override { return terrain_kinds; }
    void take(int from, RankMessage message) override;
    void fail(const std::string& text) override;

private:
    using ViewAnswers = RemoteResults<terrain::CastTiles>;
    /// The ranks that have one terrain.
    class Holders;
    /// State of asking all ranks to hold a terrain.
    struct Asked {
        int answers = 0;
        std::map<int, std::string> refusals;  ///< reasons by rank
    };

    [[nodiscard]] std::uint32_t move_to_shared_memory(terrain::HeightBlocks& blocks);
    [[nodiscard]] std::map<int, std::string> ask_all_to_hold(const TerrainOrder& order);
    void take_tiles(int from, std::vector<std::byte> bytes);
    [[nodiscard]] std::unique_ptr<terrain::ViewHelp> begin(ViewOrder order, std::vector<int> threads);

    Communicator& communicator_;
    std::mutex mutex_;
    std::condition_variable answered_;
    std::uint32_t next_terrain_ = 1, next_view_ = 1;
    std::map<std::uint32_t, Asked> asked_;
    JobsUnderWay<ViewAnswers> views_;
    std::string failure_;
};

}  // namespace farfield::compute
