#pragma once

#include "render/scene/styles.h"

namespace farfield::render {

struct DrawContext;

/// The steps of a picture, in their order. All drawings take one step before any takes the next.
enum class Pass {
    Ground,         ///< terrain, under all else; depth test and depth writes on, blending off
    ThroughGround,  ///< what the ground hides: depth test reversed, depth writes off, blending on
    Opaque,         ///< as Ground, drawn after it
    Blended,      ///< lines with edges that blend but hide what is behind them: blending on, depth as before
    Transparent,  ///< surfaces that let light through, in any order: see primitives/weighted_blending.h
    Translucent,  ///< hides nothing: depth writes off
    Labels        ///< names, over everything: depth test off
};

/// One thing that a scene shows: where its frames lie, and how they look. Plain data with a way to the
/// screen; the OpenGL objects that draw it are the context's, shared by all drawings of its type.
/// Owned by what fills it, and kept from picture to picture, so that its vectors keep their memory.
class Drawing {
public:
    virtual ~Drawing() = default;

    /// Draws what belongs to a step, in the state that Pass says, and leaves that state as it was. Binds
    /// what it needs of colour maps, programs and buffers. Allocates nothing once it has been drawn.
    virtual void draw(Pass pass, DrawContext& context) const = 0;

    /// Whether it takes part in Pass::Transparent, which is left out where nothing does.
    [[nodiscard]] virtual bool is_transparent() const { return false; }

    /// The style of the ground that it draws; null: none. A scene with ground has a sky and a horizon.
    [[nodiscard]] virtual const TerrainStyle* ground() const { return nullptr; }

protected:
    Drawing() = default;
    Drawing(const Drawing&) = default;
    Drawing& operator=(const Drawing&) = default;
    Drawing(Drawing&&) = default;
    Drawing& operator=(Drawing&&) = default;
};

}  // namespace farfield::render
