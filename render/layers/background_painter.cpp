#include "render/layers/background_painter.h"

#include <epoxy/gl.h>

namespace farfield::render {

BackgroundPainter::BackgroundPainter()
    : program_("background.vert", "background.frag"),
      top_(program_.uniform("top")),
      bottom_(program_.uniform("bottom"))
{}

void BackgroundPainter::draw(const Background& background) const
{
    if (background.top == background.bottom) {
        glClearColor(background.top.r, background.top.g, background.top.b, 1.0F);
        glClear(GL_COLOR_BUFFER_BIT);
        return;
    }
    program_.use();
    set_uniform(top_, background.top);
    set_uniform(bottom_, background.bottom);
    glBindVertexArray(array_.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace farfield::render
