#include "compute_node/service/dataset_in_blocks.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

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
    is_in_blocks_ = newest_->is_block();
    if (!is_in_blocks_) return;
    info_.remarks.push_back(fmt::format(
        "{} processes hold a block each; rakes that are slices or isovalues want the whole.", ranks_.size()));
}

FieldInBlocks DatasetInBlocks::read(const std::string& scalar) const
{
    MemoryBudget::Reservation memory = reserve_(bytes_);
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
    if (is_in_blocks_) source.blocks = ranks_.begin_sampling(*source.field, threads_);
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
    std::string known = fmt::format("'{}'", info_.default_scalar);
    if (scalar == info_.default_scalar) return;
    for (const auto* arrays : {&info_.arrays, &info_.derived})
        for (const ArrayInfo& array : *arrays) {
            if (array.components != 1) continue;
            if (array.name == scalar) return;
            known += fmt::format(", '{}'", array.name);
        }
    throw std::runtime_error(
        fmt::format("'{}' has no scalar array '{}'; it has {}", info_.name, scalar, known));
}

}  // namespace farfield::compute
