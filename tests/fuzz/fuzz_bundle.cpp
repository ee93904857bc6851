#include <algorithm>
#include <span>
#include <vector>

#include "relay/core/bundle_builder.h"
#include "relay/core/bundle_reader.h"
#include "tests/fuzz/fuzz_targets.h"

namespace farfield::fuzz {

namespace {

using namespace farfield::net::relay;

std::vector<std::byte> random_bundle(Mutator& mutator)
{
    std::vector<std::byte> buffer(64 + mutator.below(4'096));
    BundleBuilder builder(buffer, static_cast<std::uint32_t>(mutator.below(20)));
    const std::vector<std::byte> bytes(300, std::byte{0x5a});
    for (auto left = mutator.below(24); left > 0; --left) {
        const Record record{.bytes = std::span(bytes).first(mutator.below(bytes.size())),
                            .flags = static_cast<std::uint8_t>(mutator.below(128)),
                            .arrival_ns = mutator.below(1'000'000'000)};
        const std::uint32_t before = builder.messages();
        require(builder.add(record) == (builder.messages() == before + 1), "a record that is added in part");
    }
    // Room for the index alone may be more than there is: finish() then still moves nothing.
    const auto payload = builder.finish({});
    return {payload.begin(), payload.end()};
}

/// All records lie within the payload, behind the index and apart.
void check_records(const BundleReader& reader, std::span<const std::byte> payload)
{
    const std::byte* free_from = payload.data() + model::bundle_index_end(reader.messages());
    for (std::uint32_t i = 0; i < reader.messages(); ++i) {
        const Record record = reader.record(i);
        const std::byte* const begin = record.bytes.data() - model::record_prefix_bytes(record.flags);
        require(begin >= free_from, "a record in another one, or in the index");
        free_from = record.bytes.data() + record.bytes.size();
        require(free_from <= payload.data() + payload.size(), "a record beyond its bundle");
    }
}

}  // namespace

void fuzz_bundle(Mutator& mutator)
{
    auto payload = random_bundle(mutator);
    require(BundleReader::open(payload).has_value(), "a bundle of ours that is malformed");
    mutator.spoil(payload);
    const auto reader = BundleReader::open(payload);
    if (!reader) return;
    check_records(*reader, payload);
    std::vector<std::byte> again(model::max_bundle_bytes);
    BundleBuilder builder(again, reader->messages());
    for (std::uint32_t i = 0; i < reader->messages(); ++i)
        require(builder.add(reader->record(i)), "a record that cannot be written again");
    const auto read_again = BundleReader::open(builder.finish(reader->preamble()));
    require(read_again && read_again->messages() == reader->messages(),
            "a bundle that is written as another");
    for (std::uint32_t i = 0; i < reader->messages(); ++i)
        require(std::ranges::equal(read_again->record(i).bytes, reader->record(i).bytes),
                "a record that is written as another");
}

}  // namespace farfield::fuzz
