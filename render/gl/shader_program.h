#pragma once

#include "render/gl/gl_handles.h"

#include <string>
#include <string_view>

#include <glm/glm.hpp>

namespace farfield::render {

/// The text of one shader stage and the name that its errors carry.
struct ShaderStage {
    std::string name;
    std::string text;
};

/// A linked program of a vertex and a fragment stage.
/// A line `#include "file.glsl"` in a stage takes in that file of shaders/; included files include nothing.
/// Contexts: as GlHandle.
class ShaderProgram {
public:
    /// Of two files of shaders/. Throws std::runtime_error with file, line and the driver's words.
    ShaderProgram(std::string_view vertex_file, std::string_view fragment_file);
    ShaderProgram(const ShaderStage& vertex, const ShaderStage& fragment);

    void use() const;
    /// -1, which setting ignores, for a uniform that the compiler removed.
    [[nodiscard]] int uniform(const char* name) const;
    [[nodiscard]] GlId id() const { return program_.id(); }

private:
    GlHandle<GlKind::Program> program_;
};

/// Set a uniform of the program in use.
void set_uniform(int location, int value);
void set_uniform(int location, float value);
void set_uniform(int location, glm::vec2 value);
void set_uniform(int location, glm::vec3 value);
void set_uniform(int location, const glm::mat4& value);

}  // namespace farfield::render
