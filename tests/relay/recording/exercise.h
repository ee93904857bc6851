#pragma once

#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "relay/core/bundle_builder.h"
#include "relay/core/bundle_reader.h"
#include "relay/core/congestion.h"
#include "relay/dis/entity_writer.h"

/// Entities that move, and the bundles that a subscriber to all of them gets.
namespace farfield::net::relay::test {

using Payload = std::vector<std::byte>;

inline constexpr std::uint64_t exercise_begin_ns = 1'700'000'000 * ns_per_second;

/// A state of entity 1:1:NUMBER without a marking; `step` makes it differ from others.
inline Payload state_of(std::uint16_t number, std::uint32_t step = 0, std::uint8_t exercise = 1)
{
    dis::EntityState state;
    state.exercise = exercise;
    state.id = {1, 1, number};
    state.location = {6'378'137.0 + step, number * 10.0, 0.0};
    Payload bytes(dis::entity_state_bytes);
    dis::write_entity_state(state, std::span<std::byte, dis::entity_state_bytes>{bytes});
    return bytes;
}

/// That entity 1:1:NUMBER has left.
inline Payload departure_of(std::uint16_t number)
{
    Payload bytes(8);
    dis::store_entity_id(bytes.data(), {1, 1, number});
    store_big(bytes.data() + 6, static_cast<std::uint16_t>(DepartureReason::Removed));
    return bytes;
}

/// Builds the bundles of one stream.
class BundleMaker {
public:
    Payload bundle(const std::vector<Record>& records, std::uint64_t closed_at_ns)
    {
        Payload room(model::max_bundle_bytes);
        BundleBuilder builder(room, static_cast<std::uint32_t>(records.size()));
        for (const Record& record : records) (void)builder.add(record);
        const auto payload =
            builder.finish({.number = number_++, .closed_at_ns = closed_at_ns, .messages_before = messages_});
        messages_ += builder.messages();
        return {payload.begin(), payload.end()};
    }
    /// One record in a bundle that was closed 1 ms after it came.
    Payload single(const Payload& bytes, std::uint64_t arrival_ns, RecordKind kind = RecordKind::Dis,
                   std::uint8_t flags = 0)
    {
        return bundle(
            {{.bytes = bytes, .kind = kind, .flags = flags, .source = 0x10001, .arrival_ns = arrival_ns}},
            arrival_ns + ns_per_ms);
    }

private:
    std::uint64_t number_ = 0, messages_ = 0;
};

/// 20 entities, each with a state every 0.5 s, of which one leaves and comes back, as bundles of 0.1 s.
struct Exercise {
    static constexpr std::uint16_t entities = 20;

    explicit Exercise(double seconds)
    {
        BundleMaker maker;
        const auto steps = static_cast<std::uint32_t>(seconds * 10.0);
        for (std::uint32_t step = 0; step < steps; ++step) {
            const std::uint64_t time_ns = exercise_begin_ns + step * 100 * ns_per_ms;
            std::vector<Payload> bytes;
            std::vector<Record> records;
            for (std::uint16_t number = 1; number <= entities; ++number) {
                const bool is_away = number == 7 && step / 100 % 2 == 1;
                if (number % 5 == step % 5 && !is_away) bytes.push_back(state_of(number, step));
            }
            for (const Payload& one : bytes)
                records.push_back({.bytes = one, .source = 0x10001, .arrival_ns = time_ns - ns_per_ms});
            const Payload left = departure_of(7);
            if (step % 200 == 100)
                records.push_back({.bytes = left, .kind = RecordKind::Gone, .arrival_ns = time_ns});
            bundles.push_back(maker.bundle(records, time_ns));
            messages += records.size();
        }
    }

    std::vector<Payload> bundles;
    std::uint64_t messages = 0;
};

inline Payload read_file(const std::string& file)
{
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

/// The newest state of each entity, found by going through all bundles closed until a time.
inline std::map<std::uint64_t, Payload> states_until(const std::vector<Payload>& bundles,
                                                     std::uint64_t time_ns)
{
    std::map<std::uint64_t, Payload> states;
    for (const Payload& payload : bundles) {
        const BundleReader bundle = *BundleReader::open(payload);
        if (bundle.preamble().closed_at_ns > time_ns) break;
        for (std::uint32_t i = 0; i < bundle.messages(); ++i) {
            const Record record = bundle.record(i);
            const bool is_state = record.kind == RecordKind::Dis;
            const auto id = dis::load_entity_id(record.bytes.data() + (is_state ? 12 : 0)).key();
            if (is_state)
                states[id] = {record.bytes.begin(), record.bytes.end()};
            else
                states.erase(id);
        }
    }
    return states;
}

}  // namespace farfield::net::relay::test
