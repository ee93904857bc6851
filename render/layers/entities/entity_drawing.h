#pragma once

#include "model/styles/entity_style.h"
#include "render/scene/colour_map.h"
#include "render/scene/drawing.h"
#include "render/scene/view.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace farfield::render {

/// The symbol of an entity.
enum class EntityShape : std::uint8_t {
    Box,      ///< on land
    Dart,     ///< in the air
    Hull,     ///< on the sea
    Capsule,  ///< below the sea
    Pin,      ///< a human
    Ball      ///< anything else
};

/// The side of an entity: the colour and the frame of its symbol, and a letter on symbols of 16 pixels or
/// more.
enum class EntityForce : std::uint8_t {
    Other,     ///< yellow, a triangle, U for unknown
    Friendly,  ///< blue, a disc, F
    Opposing,  ///< red, a diamond, O
    Neutral    ///< green, a square, N
};

/// Bits of EntityMark::state.
inline constexpr std::uint8_t entity_is_stale = 1;     ///< no recent state: hollow
inline constexpr std::uint8_t entity_is_cut_off = 2;   ///< source not connected: grey
inline constexpr std::uint8_t entity_is_selected = 4;  ///< drawn with a ring, and always with its name
inline constexpr std::uint8_t entity_is_old = 8;       ///< state was out of date on arrival: dotted

/// An entity as the vertex shader reads it.
struct EntityMark {
    glm::vec3 place{0.0F};                    ///< in the drawing's own coordinates
    std::array<std::uint16_t, 3> velocity{};  ///< binary16, own units a second; see half_vector()
    std::uint16_t heading = 0;                ///< clockwise from y; 65,536 is a turn
    EntityShape shape = EntityShape::Ball;
    EntityForce force = EntityForce::Other;
    std::uint8_t state = 0;
    std::uint8_t colour = 0;  ///< 1 to 255 along the colour map; 0: the force's colour
};
static_assert(sizeof(EntityMark) == 24);

[[nodiscard]] std::array<std::uint16_t, 3> half_vector(glm::vec3 vector);
[[nodiscard]] glm::vec3 vector_of(const std::array<std::uint16_t, 3>& half);
[[nodiscard]] std::uint16_t heading_turn(double degrees);

/// A segment of an entity's trail.
struct TrailSegment {
    glm::vec3 from{0.0F}, to{0.0F};  ///< in the drawing's own coordinates
    std::uint16_t freshness = 0;     ///< 65,535: now; 0: as old as the trail's beginning
    std::uint8_t unused = 0;
    EntityForce force = EntityForce::Other;
    std::uint8_t state = 0;  ///< bits as in EntityMark::state
    std::array<std::uint8_t, 3> padding{};
};
static_assert(sizeof(TrailSegment) == 32);

/// Style of entities. Lengths are logical pixels.
struct EntityStyle {
    /// Size of a symbol's frame; larger entities are drawn in their size.
    float size = static_cast<float>(model::EntityStyle{}.size);
    float leader_seconds = 0.0F;  ///< length of the line ahead to where it will be; 0: no line
    bool has_names = true;
    ColourMap colour_map = model::default_colour_map;
};

/// Entities, drawn at places that they reach by their velocities since the last update.
struct EntityDrawing final : Drawing {
    static constexpr std::size_t most_names = 200;  ///< those selected first, then the nearest

    std::vector<EntityMark> entities;
    std::vector<std::string> names;  ///< [entities], in their order; or empty
    /// Set to next_version() whenever `entities` change: a version is uploaded to OpenGL once.
    std::uint64_t version = next_version();
    std::vector<TrailSegment> trails;
    std::uint64_t trails_version = next_version();  ///< likewise for `trails`
    float seconds = 0.0F;                           ///< time since the entities were at their places
    Placement placement;
    float units_per_metre = 0.0F;  ///< own units; 0: symbols do not grow when near
    EntityStyle style;
    /// Height at which vertical lines from entities end, where there is no ground; nullopt: no such lines.
    std::optional<float> foot = std::nullopt;

    void draw(Pass pass, DrawContext& context) const override;
    /// A number that no drawing has had. May be called from any thread.
    [[nodiscard]] static std::uint64_t next_version();
};

}  // namespace farfield::render
