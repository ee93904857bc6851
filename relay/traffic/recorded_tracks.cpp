#include "relay/traffic/recorded_tracks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>

#include "model/csv/csv_rows.h"
#include "model/geometry/geocentric.h"

namespace farfield::net::relay {
namespace {

constexpr double most_entity = 65'534.0;

/// The fault of a row; empty: none.
std::string fault_of(const std::array<double, 5>& row)
{
    if (row[0] < 1.0 || row[0] > most_entity || row[0] != std::floor(row[0]))
        return fmt::format("entity: expected a whole number from 1 to {}, found {:g}", most_entity, row[0]);
    if (std::abs(row[2]) > 360.0)
        return fmt::format("longitude: expected -360 to 360 degrees, found {:g}", row[2]);
    if (std::abs(row[3]) > 90.0)
        return fmt::format("latitude: expected -90 to 90 degrees, found {:g}", row[3]);
    return {};
}

}  // namespace

RecordedTracks::RecordedTracks(std::istream& text, const std::string& name, std::uint16_t site,
                               std::uint16_t application)
    : site_{site}, application_{application}
{
    model::CsvRows rows{text,
                        name,
                        {.things = "places of entities",
                         .names = {"entity", "seconds", "longitude", "latitude"},
                         .last = "height"}};
    std::map<std::uint16_t, std::vector<Place>> places;
    std::array<double, 5> numbers{};
    std::size_t taken = 0;
    while (rows.next())
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (!rows.read(row, std::span{numbers}.first(rows.columns()))) rows.fail(row);
            if (const std::string fault = fault_of(numbers); !fault.empty()) rows.fail(row, fault);
            if (++taken > max_places) rows.fail(row, fmt::format("expected at most {} rows", max_places));
            auto& of_entity = places[static_cast<std::uint16_t>(numbers[0])];
            if (!of_entity.empty() && of_entity.back().seconds >= numbers[1])
                rows.fail(row, fmt::format("seconds: expected more than {:g} of the row before of this "
                                           "entity, found {:g}",
                                           of_entity.back().seconds, numbers[1]));
            of_entity.push_back({numbers[1], model::geocentric_of({numbers[2], numbers[3], numbers[4]})});
        }
    for (auto& [entity, of_entity] : places) tracks_.push_back({entity, std::move(of_entity)});
}

void RecordedTracks::write(std::uint32_t index, double seconds,
                           std::span<std::byte, dis::entity_state_bytes> to) const
{
    const Track& track = tracks_[index];
    dis::EntityState state;
    state.exercise = 1;
    state.id = {site_, application_, track.entity};
    state.force = 1;
    state.type = {.kind = 1, .domain = 1, .country = 0};
    state.marking = dis::Marking{fmt::format("E{}", track.entity)};
    const auto next = std::ranges::upper_bound(track.places, seconds, {}, &Place::seconds);
    const bool is_moving = next != track.places.begin() && next != track.places.end();
    if (is_moving) {
        const Place& from = *std::prev(next);
        state.velocity = (next->at - from.at) / (next->seconds - from.seconds);
        state.location = from.at + (seconds - from.seconds) * state.velocity;
    } else {
        state.location = (next == track.places.begin() ? track.places.front() : track.places.back()).at;
    }
    state.algorithm = is_moving ? 2 : 1;
    dis::write_entity_state(state, to);
}

}  // namespace farfield::net::relay
