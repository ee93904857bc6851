#include "compute_node/readers/openfoam/foam_blocks.h"

#include <limits>

namespace farfield::compute {

namespace {

bool holds_blocks(const FoamFormat& format)
{
    return format.kind == "decomposedBlockData";
}

/// Takes "N(bytes)" up to its first byte. Returns N.
std::size_t begin_block(FoamText& text)
{
    const std::size_t bytes = text.count(std::numeric_limits<std::int64_t>::max());
    text.expect('(');
    return bytes;
}

std::string_view take_block(FoamText& text)
{
    const std::size_t bytes = begin_block(text);
    const std::string_view block = text.bytes(bytes);
    text.expect(')');
    return block;
}

}  // namespace

FoamData foam_data_in(std::string_view text, std::size_t block)
{
    FoamText all{text};
    FoamFormat format = take_foam_header(all);
    if (!holds_blocks(format)) return {all, std::move(format)};
    FoamText first{take_block(all)};
    format = take_foam_header(first);
    if (block == 0) return {first, std::move(format)};
    for (std::size_t before = 1; before < block; ++before) (void)take_block(all);
    return {FoamText{take_block(all)}, std::move(format)};
}

FoamFormat foam_format_of(std::string_view text)
{
    FoamText all{text};
    FoamFormat format = take_foam_header(all);
    if (!holds_blocks(format)) return format;
    (void)begin_block(all);
    return take_foam_header(all);
}

}  // namespace farfield::compute
