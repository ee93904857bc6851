#pragma once

#include "compute_node/datasets/dataset_opener.h"
#include "compute_node/ranks/blocks/block_root.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace farfield::compute {

/// A dataset that the ranks hold in blocks, one each. Another scalar is another field: all ranks read their
/// blocks again for it. Blocks of a field that no program uses are dropped before the next is read; a program
/// that changes its scalar keeps its field until it has the new one.
class DatasetInBlocks final : public OpenDataset {
public:
    using Reserve = DatasetOpener::Reserve;

    /// Has the ranks read their blocks with the default scalar. bytes: size of the blocks on this host, which
    /// is reserved before they are read. Borrows the root. Throws std::runtime_error as BlockRoot::open()
    /// does. threads: of each rank, while particles ask for samples.
    DatasetInBlocks(DatasetFiles files, std::uint64_t bytes, BlockRoot& root, int threads, Reserve reserve);

    [[nodiscard]] const DatasetInfo& info() const override { return info_; }
    [[nodiscard]] std::shared_ptr<const Field> default_field() const override { return coarse_; }
    [[nodiscard]] const Field& first_look() const override { return *coarse_; }
    [[nodiscard]] FieldSource source(const std::string& scalar,
                                     std::shared_ptr<SliceWindow> window) const override;
    [[nodiscard]] std::string why_not_searchable() const override;

private:
    [[nodiscard]] std::shared_ptr<const SharedBlocks> field(const std::string& scalar) const;
    [[nodiscard]] BlockRoot::Opened read(const std::string& scalar) const;
    void check_scalar(const std::string& scalar) const;

    DatasetFiles files_;
    std::uint64_t bytes_;
    BlockRoot& root_;
    int threads_;
    Reserve reserve_;
    DatasetInfo info_;
    std::shared_ptr<const Field> coarse_;
    mutable std::mutex mutex_;
    mutable std::map<std::string, std::weak_ptr<const SharedBlocks>> fields_;  ///< by scalar
    mutable std::shared_ptr<const SharedBlocks> newest_;  ///< kept between dataset.open and program.start
};

}  // namespace farfield::compute
