#pragma once

#include "relay/dis/dead_reckoning.h"
#include "relay/dis/entity_id.h"
#include "relay/dis/entity_layout.h"
#include "relay/dis/pdu_header.h"

#include <array>
#include <string_view>

namespace farfield::net::dis {

/// Entity type: kind, domain, country, category, subcategory, specific, extra. Source: SISO-REF-010. 8 bytes.
struct EntityType {
    std::uint8_t kind = 0, domain = 0;
    std::uint16_t country = 0;
    std::uint8_t category = 0, subcategory = 0, specific = 0, extra = 0;
    friend bool operator==(const EntityType&, const EntityType&) = default;
};
/// from: 8 bytes.
[[nodiscard]] EntityType load_entity_type(const std::byte* from) noexcept;

/// A name of at most 11 characters from ' ' to '~'. Other received characters except 0 become dots; the name
/// ends before the first 0, and without trailing blanks.
class Marking {
public:
    Marking() = default;
    explicit Marking(std::string_view text) noexcept;

    [[nodiscard]] std::string_view text() const noexcept { return {characters_.data(), size_}; }
    friend bool operator==(const Marking& a, const Marking& b) { return a.text() == b.text(); }

private:
    std::array<char, marking_bytes> characters_{};
    std::size_t size_ = 0;
};

/// Appearance bits with the same meaning for all platforms, munitions and life forms. Source: SISO-REF-010.
inline constexpr std::uint32_t appearance_frozen = 1U << 21;       ///< does not move: no dead reckoning
inline constexpr std::uint32_t appearance_deactivated = 1U << 23;  ///< the sender's last state of this entity

/// Highest plausible speed, m/s: a faster entity's speed is taken for an error, and it is not reckoned.
inline constexpr double most_reckoned_speed = 20'000.0;

/// Fields of Entity State (1), in the units of the wire. Entity State Update (67) has some of them.
struct EntityState {
    std::uint8_t exercise = 0;
    std::uint32_t time_stamp = 0;  ///< in the form of time_stamp.h
    EntityId id;
    std::uint8_t force = 0;          ///< 1 friendly, 2 opposing, 3 neutral
    std::uint8_t articulations = 0;  ///< number of variable records that follow; not decoded
    EntityType type, alternative_type;
    glm::dvec3 velocity{};             ///< m/s, in the algorithm's axes
    glm::dvec3 location{};             ///< metres, geocentric
    bool has_place = false;            ///< location is within the limits of numbers.h
    model::EulerAngles orientation{};  ///< radians, as received
    std::uint32_t appearance = 0;
    std::uint8_t algorithm = 1;     ///< dead-reckoning algorithm, any number
    glm::dvec3 acceleration{};      ///< m/s^2, in the algorithm's axes
    glm::dvec3 angular_velocity{};  ///< rad/s, about the body's axes
    Marking marking;
    std::uint32_t capabilities = 0;
};

/// Reads an Entity State with all its fields, or an Entity State Update: its exercise, time stamp, id,
/// articulations, velocity, location, orientation and appearance; other fields keep the last state's values.
/// The state is unchanged unless the result is None. pdu: of one of these types.
[[nodiscard]] PduFault read_entity_state(const Pdu& pdu, EntityState& state) noexcept;

/// Motion from this state on. Static for a frozen entity, for algorithms outside of 1 to 9, without a place,
/// and above most_reckoned_speed.
[[nodiscard]] Reckoning reckoning_of(const EntityState& state) noexcept;

}  // namespace farfield::net::dis
