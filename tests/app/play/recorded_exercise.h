#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "model/geometry/geocentric.h"
#include "relay/recording/entity_recording_writer.h"
#include "tests/relay/recording/exercise.h"

namespace farfield::app::test {

/// Entities 17:23:1 to 17:23:3 that move on at a constant velocity, each with a state every second for some
/// seconds, as a recording. The test knows where they are: nothing here comes from what it tests.
class RecordedExercise {
public:
    static constexpr std::uint16_t entities = 3;
    static constexpr std::uint64_t begin_ns = net::relay::test::exercise_begin_ns;

    /// at: of 17:23:1; the others are farther east.
    explicit RecordedExercise(model::Geodetic at = {8.0, 46.5, 3000.0}) : at_(at) {}

    void write(const std::filesystem::path& file, int seconds) const
    {
        namespace relay = net::relay;
        relay::EntityRecordingWriter writer(file, {.relay = 7});
        relay::test::BundleMaker maker;
        for (int second = 0; second <= seconds; ++second) {
            const std::uint64_t arrival_ns = begin_ns + static_cast<std::uint64_t>(second) * ns_per_second;
            std::vector<relay::test::Payload> bytes;
            std::vector<relay::Record> records;
            for (std::uint16_t number = 1; number <= entities; ++number)
                bytes.push_back(state(number, second));
            for (const auto& one : bytes)
                records.push_back({.bytes = one, .source = 0x110017, .arrival_ns = arrival_ns});
            writer.append(maker.bundle(records, arrival_ns));
        }
        writer.finish();
    }

    /// Geocentric, so many seconds after the beginning.
    [[nodiscard]] glm::dvec3 place(std::uint16_t number, double seconds) const
    {
        const glm::dvec3 from = model::geocentric_of(
            {at_.longitude_degrees + 0.01 * number, at_.latitude_degrees, at_.height_metres});
        return from + seconds * velocity(number);
    }

private:
    static constexpr std::uint64_t ns_per_second = 1'000'000'000;

    /// Whole metres a second: binary32 on the wire has them exactly.
    [[nodiscard]] static glm::dvec3 velocity(std::uint16_t number) { return {4.0 * number, -8.0, 16.0}; }

    [[nodiscard]] net::relay::test::Payload state(std::uint16_t number, int second) const
    {
        net::dis::EntityState state;
        state.exercise = 1;
        state.id = {17, 23, number};
        state.force = static_cast<std::uint8_t>(number);
        state.algorithm = 2;  // constant velocity
        state.velocity = velocity(number);
        state.location = place(number, second);
        net::relay::test::Payload bytes(net::dis::entity_state_bytes);
        net::dis::write_entity_state(state, std::span<std::byte, net::dis::entity_state_bytes>{bytes});
        return bytes;
    }

    model::Geodetic at_;
};

}  // namespace farfield::app::test
