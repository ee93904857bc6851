#include "compute_node/ranks/blocks/block_opener.h"

#include "compute_node/ranks/blocks/dataset_in_blocks.h"

#include <fmt/format.h>

#include <optional>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

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
