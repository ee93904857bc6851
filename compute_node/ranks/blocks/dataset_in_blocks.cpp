#include "compute_node/ranks/blocks/dataset_in_blocks.h"

#include "compute_node/datasets/dataset_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace farfield::compute {

namespace {

/// A field in blocks, and the memory that is reserved for it.
struct ReservedBlocks {
    std::shared_ptr<const void> memory;
    std::shared_ptr<const SharedBlocks> field;
};

}  // namespace

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

}  // namespace farfield::compute
