#include "compute_node/ranks/blocks/block_opener.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "compute_node/datasets/dataset_info.h"
#include "compute_node/datasets/dataset_opener.h"
#include "compute_node/ranks/blocks/block_root.h"

namespace farfield::compute {

namespace {

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

/// A field in blocks, and the memory that is reserved for it.
struct ReservedBlocks {
    std::shared_ptr<const void> memory;
    std::shared_ptr<const SharedBlocks> field;
};

DatasetInBlocks::DatasetInBlocks(DatasetFiles files, std::uint64_t bytes, BlockRoot& root, int threads,
                                 Reserve reserve)
    : files_{std::move(files)}, bytes_{bytes}, root_{root}, threads_{threads}, reserve_{std::move(reserve)}
{
    BlockRoot::Opened opened = read({});
    info_ = std::move(opened.dataset);
    coarse_ = std::move(opened.coarse);
    newest_ = std::move(opened.field);
    fields_[info_.default_scalar] = newest_;
    info_.remarks.push_back(
        fmt::format("{} processes hold a block each; rakes that are slices or isovalues want the whole.",
                    newest_->blocks.size()));
}

BlockRoot::Opened DatasetInBlocks::read(const std::string& scalar) const
{
    const bool is_used =
        std::ranges::any_of(fields_, [](const auto& entry) { return !entry.second.expired(); });
    std::shared_ptr<const void> memory = reserve_(
        fmt::format("the blocks of '{}'{}", files_.name, is_used ? " beside those that programs use" : ""),
        bytes_);
    BlockRoot::Opened opened = root_.open(files_, {.vector = {}, .scalar = scalar});
    const auto reserved =
        std::make_shared<ReservedBlocks>(ReservedBlocks{std::move(memory), std::move(opened.field)});
    opened.field = {reserved, reserved->field.get()};
    return opened;
}

FieldSource DatasetInBlocks::source(const std::string& scalar,
                                    std::shared_ptr<SliceWindow> /*all slices are in memory*/) const
{
    return root_.source(field(scalar), threads_);
}

std::string DatasetInBlocks::why_not_searchable() const
{
    return fmt::format("slices and isovalues are looked for in the whole of '{}', which this node holds in "
                       "blocks; use a plane or another rake, or serve it without --split blocks",
                       info_.name);
}

std::shared_ptr<const SharedBlocks> DatasetInBlocks::field(const std::string& scalar) const
{
    const std::string& name = scalar.empty() ? info_.default_scalar : scalar;
    const std::lock_guard lock{mutex_};
    const auto known = fields_.find(name);
    if (known != fields_.end())
        if (auto field = known->second.lock()) return field;
    check_scalar(name);
    newest_.reset();
    newest_ = read(name).field;
    fields_[name] = newest_;
    return newest_;
}

/// Checks a scalar's name before all ranks look for it in all files.
void DatasetInBlocks::check_scalar(const std::string& scalar) const
{
    if (!has_scalar(info_, scalar)) throw unknown_scalar(info_.name, scalar, info_);
}

DatasetOpener::Opened whole_because(const std::string& why)
{
    return {nullptr, fmt::format("It is not in blocks, each host holds all of it: {}.", why)};
}

}  // namespace

DatasetOpener::Opened BlockOpener::open(const DatasetFiles& files, Reserve reserve)
{
    std::optional<LatticeSource> lattice;
    try {
        lattice = open_lattice(files, {});
    } catch (const std::runtime_error& why) {
        return whole_because(why.what());
    }
    const LatticeBlocks blocks{glm::ivec3{lattice->shape.dims.front()}, root_.messenger().size()};
    if (!blocks.are_parts()) return whole_because("it has too few layers of nodes along y and z");
    return {std::make_shared<const DatasetInBlocks>(files, bytes_on_this_host(*lattice), root_, threads_,
                                                    std::move(reserve)),
            {}};
}

std::uint64_t BlockOpener::bytes_on_this_host(const LatticeSource& lattice) const
{
    const Messenger& ranks = root_.messenger();
    std::uint64_t bytes = 0;
    for (int rank = 0; rank < ranks.size(); ++rank)
        if (ranks.is_on_this_host(rank)) bytes += block_bytes(lattice, rank, ranks.size());
    return bytes;
}

FieldSource BlockOpener::field(const DatasetFiles& files, const FieldChoice& choice)
{
    return root_.source(root_.open(files, choice).field, threads_);
}

DatasetLimits BlockOpener::limits() const
{
    return limits_of_whole();
}

std::string BlockOpener::advice(const DatasetFiles& files) const
{
    return fmt::format("no memory for a block of '{}'; more ranks (mpirun -n) have smaller ones", files.name);
}

}  // namespace farfield::compute
