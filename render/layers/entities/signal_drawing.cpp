#include "render/layers/entities/signal_drawing.h"

#include "render/primitives/dot_batch.h"
#include "render/primitives/draw_context.h"
#include "render/primitives/line_batch.h"

#include <epoxy/gl.h>

namespace farfield::render {
namespace {

constexpr float hidden_signal_opacity = 0.35F;  ///< of hidden parts

class SignalPainter {
public:
    void draw(const SignalDrawing& signals, const ViewTransform& view)
    {
        draw_part(signals, view, GL_GREATER, hidden_signal_opacity);
        draw_part(signals, view, GL_LEQUAL, 1.0F);
    }

private:
    void draw_part(const SignalDrawing& signals, const ViewTransform& view, GLenum depth, float opacity)
    {
        const auto faded = [opacity](glm::vec4 colour) {
            return glm::vec4(glm::vec3(colour), opacity * colour.a);
        };
        lines_.clear();
        dots_.clear();
        for (const SignalDrawing::Line& line : signals.lines)
            lines_.add(line.from, line.to, faded(line.colour), line.width);
        for (const SignalDrawing::Flash& flash : signals.flashes)
            dots_.add(flash.at, faded(flash.colour), flash.size, flash.rim);
        glDepthFunc(depth);
        lines_.draw(view);
        dots_.draw(view);
        glDepthFunc(GL_LEQUAL);
    }

    LineBatch lines_;
    DotBatch dots_;
};

}  // namespace

void SignalDrawing::draw(Pass pass, DrawContext& context) const
{
    if (pass != Pass::Translucent || (lines.empty() && flashes.empty())) return;
    context.painter<SignalPainter>().draw(*this, context.view);
}

}  // namespace farfield::render
