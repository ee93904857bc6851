#pragma once

#include "compute_node/fields/field_source.h"
#include "compute_node/ranks/blocks/block_field.h"
#include "compute_node/ranks/blocks/block_orders.h"
#include "compute_node/ranks/rank_answers.h"

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace farfield::compute {

/// Lines and pieces that have come for one job, on their way from the messenger's thread to the job's.
class LineArrivals {
public:
    void add(std::vector<MigratingLine> lines);
    void add(LinePieces pieces);
    void fail(const std::string& text);

    /// Takes arrivals; wait: for at least one, for some milliseconds. Throws std::runtime_error after fail().
    [[nodiscard]] LineMigration::Arrivals take(bool wait);

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    LineMigration::Arrivals arrivals_;
    std::string failure_;
};

/// A field of which rank i has block i. The destructor has the other ranks drop theirs.
struct SharedBlocks {
    SharedBlocks(Messenger& messenger_of_ranks, std::uint32_t field_number, const LatticeBlocks& of_lattice)
        : messenger{messenger_of_ranks}, number{field_number}, blocks{of_lattice}
    {}
    ~SharedBlocks() { messenger.send_to_all(message_of(BlockOrder::Drop, number)); }
    SharedBlocks(const SharedBlocks&) = delete;
    SharedBlocks& operator=(const SharedBlocks&) = delete;

    Messenger& messenger;
    std::uint32_t number;
    LatticeBlocks blocks;
    std::shared_ptr<const Field> first;  ///< block 0; its ranges and step are the whole's
};

/// Rank 0's side of fields in blocks.
/// Threads: take() and fail() are called by the messenger's, the others by any.
class BlockRoot final : public RankService {
public:
    /// Borrows the messenger.
    explicit BlockRoot(Messenger& messenger) : messenger_{messenger} {}

    [[nodiscard]] const Messenger& messenger() const { return messenger_; }

    struct Opened {
        std::shared_ptr<const SharedBlocks> field;
        DatasetInfo dataset;                  ///< description, as in DatasetBlock
        std::shared_ptr<const Field> coarse;  ///< coarse field, as in JoinedBlocks
    };
    /// Cuts a dataset's field into as many blocks as there are ranks, each of which reads its own from the
    /// files. Throws std::runtime_error when it cannot be read in parts, or a rank could not read its own.
    [[nodiscard]] Opened open(const DatasetFiles& dataset, const FieldChoice& choice);
    /// A source for a program. threads: of each rank while it samples; 0: its own choice. The source must be
    /// destroyed before this. Throws std::runtime_error after fail().
    [[nodiscard]] FieldSource source(std::shared_ptr<const SharedBlocks> field, int threads);

    [[nodiscard]] KindRange kinds() const override { return block_kinds; }
    void take(int from, RankMessage message) override;
    void fail(const std::string& text) override;

private:
    class RemoteField;
    class RemoteMigration;
    /// State of an opening, while ranks read their blocks.
    struct Opening {
        int answers = 0;
        std::string failure;
        std::vector<BlockSummary> summaries;  ///< [ranks]
    };

    [[nodiscard]] std::uint32_t begin_opening();
    void take_opened(int from, OpenedAnswer answer);
    [[nodiscard]] std::vector<BlockSummary> wait_until_opened(std::uint32_t field);
    [[nodiscard]] std::unique_ptr<LineMigration> begin_lines(std::uint32_t field,
                                                             const LineSettings& settings, int threads);

    Messenger& messenger_;
    std::mutex mutex_;
    std::condition_variable answered_;
    std::uint32_t next_field_ = 1, next_job_ = 1;
    std::map<std::uint32_t, Opening> openings_;
    JobsUnderWay<LineArrivals> migration_;
    JobsUnderWay<RankAnswers> askers_;
    std::string failure_;
};

}  // namespace farfield::compute
