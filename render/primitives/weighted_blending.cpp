#include "render/primitives/weighted_blending.h"

#include <stdexcept>
#include <string>

#include <epoxy/gl.h>

namespace farfield::render {
namespace {

constexpr int sums_unit = 1;
constexpr int weights_unit = 2;

int attachment_parameter(GLenum attachment, GLenum parameter)
{
    GLint value = 0;
    glGetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, attachment, parameter, &value);
    return value;
}

bool is_attached(GLenum attachment)
{
    return attachment_parameter(attachment, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) != GL_NONE;
}

/// The depth format of a framebuffer, as depth can only be copied to the same format.
GLenum depth_format_of(GLint framebuffer)
{
    // The window's own framebuffer has other names for its attachments.
    const GLenum depth = framebuffer == 0 ? GL_DEPTH : GL_DEPTH_ATTACHMENT;
    const GLenum stencil = framebuffer == 0 ? GL_STENCIL : GL_STENCIL_ATTACHMENT;
    const bool has_stencil =
        is_attached(stencil) && attachment_parameter(stencil, GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE) > 0;
    if (!is_attached(depth)) return GL_DEPTH_COMPONENT24;
    if (attachment_parameter(depth, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE) == GL_FLOAT)
        return has_stencil ? GL_DEPTH32F_STENCIL8 : GL_DEPTH_COMPONENT32F;
    if (has_stencil) return GL_DEPTH24_STENCIL8;
    switch (attachment_parameter(depth, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE)) {
    case 16:
        return GL_DEPTH_COMPONENT16;
    case 32:
        return GL_DEPTH_COMPONENT32;
    default:
        return GL_DEPTH_COMPONENT24;
    }
}

Texture make_target(GLenum format, GLenum components, const Viewport& viewport)
{
    Texture texture = Texture::create();
    glBindTexture(GL_TEXTURE_2D, texture.id());
    glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format), viewport.width, viewport.height, 0, components,
                 GL_FLOAT, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindTexture(GL_TEXTURE_2D, 0);
    return texture;
}

void bind_target(int unit, GlId texture)
{
    glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
    glBindTexture(GL_TEXTURE_2D, texture);
}

}  // namespace

WeightedBlending::WeightedBlending()
{
    composite_.use();
    set_uniform(composite_.uniform("sums"), sums_unit);
    set_uniform(composite_.uniform("weights"), weights_unit);
    glUseProgram(0);
}

void WeightedBlending::set_plain_blending()
{
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

/// Makes the render targets and leaves their framebuffer bound.
void WeightedBlending::make_targets(const Viewport& viewport, GLenum depth_format)
{
    width_ = viewport.width;
    height_ = viewport.height;
    depth_format_ = depth_format;
    sums_ = make_target(GL_RGBA16F, GL_RGBA, viewport);
    weights_ = make_target(GL_R16F, GL_RED, viewport);
    depth_ = Renderbuffer::create();
    glBindRenderbuffer(GL_RENDERBUFFER, depth_.id());
    glRenderbufferStorage(GL_RENDERBUFFER, depth_format, width_, height_);
    targets_ = Framebuffer::create();
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, targets_.id());
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, sums_.id(), 0);
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, weights_.id(), 0);
    glFramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_.id());
    constexpr GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    glDrawBuffers(2, both);
    const GLenum status = glCheckFramebufferStatus(GL_DRAW_FRAMEBUFFER);
    if (status != GL_FRAMEBUFFER_COMPLETE)
        throw std::runtime_error("cannot make the render targets of transparent surfaces: OpenGL status " +
                                 std::to_string(status));
}

void WeightedBlending::begin(const Viewport& viewport)
{
    GLint read_from = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &picture_);
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read_from);
    const GLenum depth_format = depth_format_of(picture_);
    if (width_ != viewport.width || height_ != viewport.height || depth_format_ != depth_format)
        make_targets(viewport, depth_format);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(picture_));
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, targets_.id());
    glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_DEPTH_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(read_from));
    constexpr float nothing_hidden[] = {0.0F, 0.0F, 0.0F, 1.0F}, no_weight[] = {0.0F, 0.0F, 0.0F, 0.0F};
    glClearBufferfv(GL_COLOR, 0, nothing_hidden);
    glClearBufferfv(GL_COLOR, 1, no_weight);
    // OpenGL 3.3 blends both targets alike: sums in all colours, products in alpha alone.
    glBlendFuncSeparate(GL_ONE, GL_ONE, GL_ZERO, GL_ONE_MINUS_SRC_ALPHA);
}

void WeightedBlending::end()
{
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(picture_));
    set_plain_blending();
    glDisable(GL_DEPTH_TEST);
    composite_.use();
    bind_target(sums_unit, sums_.id());
    bind_target(weights_unit, weights_.id());
    glBindVertexArray(array_.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    bind_target(weights_unit, 0);
    bind_target(sums_unit, 0);
    glActiveTexture(GL_TEXTURE0);
    glEnable(GL_DEPTH_TEST);
}

}  // namespace farfield::render
