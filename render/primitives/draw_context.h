#pragma once

#include "render/primitives/colour_map_textures.h"
#include "render/primitives/text_painter.h"
#include "render/scene/drawing.h"
#include "render/scene/view.h"

#include <cstdint>
#include <map>
#include <memory>
#include <typeindex>

namespace farfield::render {

/// The painters: objects that draw, one of each type, made at their first use. A painter holds programs and
/// buffers, and has a constructor without arguments.
/// Contexts: made, used and destroyed with the same context current.
class Painters {
public:
    /// The painter of a type; makes it at the first call and throws what its constructor throws.
    template <class Painter>
    [[nodiscard]] Painter& get()
    {
        std::shared_ptr<void>& painter = painters_[typeid(Painter)];
        if (!painter) painter = std::make_shared<Painter>();
        return *static_cast<Painter*>(painter.get());
    }

private:
    std::map<std::type_index, std::shared_ptr<void>> painters_;  ///< each deleted by its own type
};

/// The context in which drawings draw one picture.
struct DrawContext {
    const CameraView& camera;
    const ViewTransform& view;   ///< view of the scene; see placed()
    const TerrainStyle* ground;  ///< style of the scene's ground; see ground_of()
    std::uint64_t picture;       ///< number of the picture, from 1
    const ColourMapTextures& maps;
    TextPainter& text;  ///< with the renderer's font; clear it before use
    Painters& painters;

    template <class Painter>
    [[nodiscard]] Painter& painter() const
    {
        return painters.get<Painter>();
    }
};

}  // namespace farfield::render
