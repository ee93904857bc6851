#pragma once

#include "render/scene/styles.h"

namespace farfield::render {

struct DrawContext;

/// The passes of a picture, in their order. All drawings finish one pass before the next begins.
enum class Pass {
    Ground,         ///< terrain, below all else; depth test and depth writes on, blending off
    ThroughGround,  ///< what the ground hides: depth test reversed, depth writes off, blending on
    Opaque,         ///< state as in Ground
    Blended,      ///< lines with edges that blend but hide what is behind them: blending on, depth as before
    Transparent,  ///< surfaces that let light through, in any order: see primitives/weighted_blending.h
    Translucent,  ///< things that hide nothing: depth writes off
    Labels        ///< names, over everything: depth test off
};

/// A drawing: an object of a scene, with the place of its frames and its style. Plain data, drawn by OpenGL
/// objects of the context that all drawings of its type share.
/// Its owner fills it and keeps it from picture to picture, so that its vectors keep their memory.
class Drawing {
public:
    virtual ~Drawing() = default;

    /// Draws its part of a pass, in the state that Pass describes, and restores that state. Binds the colour
    /// maps, programs and buffers that it needs. Allocates nothing after the first picture.
    virtual void draw(Pass pass, DrawContext& context) const = 0;

    /// True when it draws in Pass::Transparent, which is skipped when no drawing does.
    [[nodiscard]] virtual bool is_transparent() const { return false; }

    /// The style of the ground that it draws; null: no ground. A scene with ground has a sky and a horizon.
    [[nodiscard]] virtual const TerrainStyle* ground() const { return nullptr; }

protected:
    Drawing() = default;
    Drawing(const Drawing&) = default;
    Drawing& operator=(const Drawing&) = default;
    Drawing(Drawing&&) = default;
    Drawing& operator=(Drawing&&) = default;
};

}  // namespace farfield::render
