#include "compute_node/ranks/blocks/dataset_in_blocks.h"

#include "compute_node/datasets/dataset_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

/// A field's block 0, and the memory that is reserved for it.
struct ReservedBlock {
    MemoryBudget::Reservation memory;
    std::shared_ptr<const Field> field;
};

}  // namespace

DatasetInBlocks::DatasetInBlocks(DatasetFiles files, std::uint64_t bytes, Ranks& ranks, int threads,
                                 Reserve reserve)
    : files_{std::move(files)}, bytes_{bytes}, ranks_{ranks}, threads_{threads}, reserve_{std::move(reserve)}
{
    FieldInBlocks opened = read({});
    info_ = std::move(opened.dataset);
    coarse_ = std::move(opened.coarse);
    newest_ = std::move(opened.first);
    fields_[info_.default_scalar] = newest_;
    info_.remarks.push_back(fmt::format(
        "{} processes hold a block each; rakes that are slices or isovalues want the whole.", opened.blocks));
}

FieldInBlocks DatasetInBlocks::read(const std::string& scalar) const
{
    const bool is_used =
        std::ranges::any_of(fields_, [](const auto& entry) { return !entry.second.expired(); });
    MemoryBudget::Reservation memory = reserve_(
        fmt::format("the blocks of '{}'{}", files_.name, is_used ? " beside those that programs use" : ""),
        bytes_);
    FieldInBlocks opened = ranks_.open_blocks(files_, {.vector = {}, .scalar = scalar});
    const auto reserved =
        std::make_shared<ReservedBlock>(ReservedBlock{std::move(memory), std::move(opened.first)});
    opened.first = {reserved, reserved->field.get()};
    return opened;
}

FieldSource DatasetInBlocks::source(const std::string& scalar,
                                    std::shared_ptr<SliceWindow> /*all slices are in memory*/) const
{
    FieldSource source = field(scalar);
    source.blocks = ranks_.begin_sampling(*source.field, threads_);
    return source;
}

std::shared_ptr<const Field> DatasetInBlocks::field(const std::string& scalar) const
{
    const std::string& name = scalar.empty() ? info_.default_scalar : scalar;
    const std::lock_guard lock{mutex_};
    const auto known = fields_.find(name);
    if (known != fields_.end())
        if (auto field = known->second.lock()) return field;
    check_scalar(name);
    newest_.reset();
    newest_ = read(name).first;
    fields_[name] = newest_;
    return newest_;
}

/// Before all ranks look for it in all files.
void DatasetInBlocks::check_scalar(const std::string& scalar) const
{
    const auto is_it = [&](const ArrayInfo& array) { return array.components == 1 && array.name == scalar; };
    if (scalar == info_.default_scalar || std::ranges::any_of(info_.arrays, is_it) ||
        std::ranges::any_of(info_.derived, is_it))
        return;
    std::vector<std::string> arrays;
    for (const ArrayInfo& array : info_.arrays)
        if (array.components == 1) arrays.push_back(array.name);
    throw unknown_scalar(info_.name, scalar, std::move(arrays), info_.derived);
}

}  // namespace farfield::compute
