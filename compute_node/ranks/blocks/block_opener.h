#pragma once

#include "compute_node/datasets/dataset_opener.h"
#include "compute_node/ranks/blocks/block_root.h"

namespace farfield::compute {

/// Opens datasets in blocks, one a rank, where they can be read in parts.
class BlockOpener final : public DatasetOpener {
public:
    /// Borrows the root. threads: of each rank, while particles ask for samples; 0: its own
    /// choice.
    BlockOpener(BlockRoot& root, int threads) : root_{root}, threads_{threads} {}

    [[nodiscard]] Opened open(const DatasetFiles& files, Reserve reserve) override;
    [[nodiscard]] FieldSource field(const DatasetFiles& files, const FieldChoice& choice) override;
    [[nodiscard]] DatasetLimits limits() const override;
    [[nodiscard]] std::string advice(const DatasetFiles& files) const override;

private:
    [[nodiscard]] std::uint64_t bytes_on_this_host(const LatticeSource& lattice) const;

    BlockRoot& root_;
    int threads_;
};

}  // namespace farfield::compute
