#pragma once

#include "render/scene/colour_map.h"
#include "render/scene/drawing.h"
#include "render/scene/view.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace farfield::render {

/// What an entity is drawn as.
enum class EntityShape : std::uint8_t {
    Box,      ///< on land
    Dart,     ///< in the air
    Hull,     ///< on the sea
    Capsule,  ///< below the sea
    Pin,      ///< a human
    Ball      ///< anything else
};

/// The side that it is on: its colour, the form of the frame about its shape, and on symbols of 16 pixels or
/// more a letter.
enum class EntityForce : std::uint8_t {
    Other,     ///< yellow, a triangle, U for unknown
    Friendly,  ///< blue, a disc, F
    Opposing,  ///< red, a diamond, O
    Neutral    ///< green, a square, N
};

/// Bits of EntityMark::state.
inline constexpr std::uint8_t entity_is_stale = 1;     ///< without news: hollow
inline constexpr std::uint8_t entity_is_cut_off = 2;   ///< its source is not connected: grey
inline constexpr std::uint8_t entity_is_selected = 4;  ///< with a ring, and always with its name
inline constexpr std::uint8_t entity_is_old = 8;       ///< its state was no news when it came: dotted

/// One entity as the vertex shader reads it.
struct EntityMark {
    glm::vec3 place{0.0F};                    ///< in the drawing's own coordinates
    std::array<std::uint16_t, 3> velocity{};  ///< binary16, own units a second; see half_vector()
    std::uint16_t heading = 0;                ///< clockwise from y; 65,536 is a turn
    EntityShape shape = EntityShape::Ball;
    EntityForce force = EntityForce::Other;
    std::uint8_t state = 0;
    std::uint8_t colour = 0;  ///< 1 to 255 along the colour map; 0: that of its force
};
static_assert(sizeof(EntityMark) == 24);

[[nodiscard]] std::array<std::uint16_t, 3> half_vector(glm::vec3 vector);
[[nodiscard]] glm::vec3 vector_of(const std::array<std::uint16_t, 3>& half);
[[nodiscard]] std::uint16_t heading_turn(double degrees);

/// A part of the way that an entity has come.
struct TrailSegment {
    glm::vec3 from{0.0F}, to{0.0F};  ///< in the drawing's own coordinates
    std::uint16_t freshness = 0;     ///< 65,535: now; 0: as old as a trail is long
    std::uint8_t unused = 0;
    EntityForce force = EntityForce::Other;
    std::uint8_t state = 0;  ///< as EntityMark has it
    std::array<std::uint8_t, 3> padding{};
};
static_assert(sizeof(TrailSegment) == 32);

/// Lengths are logical pixels.
struct EntityStyle {
    float size = 20.0F;           ///< of a frame; larger where the entity itself is
    float leader_seconds = 0.0F;  ///< a line to where it will be then; 0: none
    bool has_names = true;
    ColourMap colour_map = ColourMap::Viridis;
};

/// Entities that move on by themselves between two updates.
struct EntityDrawing final : Drawing {
    static constexpr std::size_t most_names = 200;  ///< of the nearest in the picture

    std::vector<EntityMark> entities;
    std::vector<std::string> names;  ///< of the entities, in their order, or none
    /// Another, of next_version(), whenever `entities` are others: they are handed to OpenGL once.
    std::uint64_t version = next_version();
    std::vector<TrailSegment> trails;
    std::uint64_t trails_version = next_version();  ///< likewise
    float seconds = 0.0F;                           ///< since they were at their places
    Placement placement;
    float units_per_metre = 0.0F;  ///< of its own coordinates; 0: symbols do not grow with nearness
    EntityStyle style;
    /// Lines down to this height: how high entities are, where there is no ground; nothing: none.
    std::optional<float> foot = std::nullopt;

    void draw(Pass pass, DrawContext& context) const override;
    /// A number that no drawing has had. Any thread.
    [[nodiscard]] static std::uint64_t next_version();
};

}  // namespace farfield::render
